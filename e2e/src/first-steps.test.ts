import { expect, test } from '@jest/globals';
import { newAccount, waitFor } from '@trellis/testing';
import { oneStack } from './one-stack.js';

const stack = oneStack();

test('a developer registers a connector, and things appear in the list of an end user', async () => {
  const { request } = newAccount(stack());
  const instance = await request('POST', '/connectors/instances', {
    body: { connector_type_id: 'simulator', configuration: { application_key: 'any' } },
  });
  expect(instance.status).toBe(201);

  const client = await request('POST', '/connectors/clients', {
    subject: 'alice',
    body: { connector_type_id: 'simulator', configuration: { devices: 3, interval_ms: 1000 } },
  });
  expect(client.status).toBe(201);

  const things = await waitFor(async () => {
    const { body } = await request('GET', '/things', { subject: 'alice' });
    return body.length === 3 && (body as { href: string }[]);
  });
  const read = ({ href }: { href: string }) => request('GET', href, { subject: 'alice' });
  const found = await Promise.all(things.map(read));
  expect(found.map(({ body }) => body.title).toSorted()).toEqual([
    'Lamp 1',
    'Plug 1',
    'Weather station 1',
  ]);
  const index = found.findIndex(({ body }) => body.title === 'Weather station 1');
  const [thing, address] = [found[index]!, things[index]!];
  expect(thing.body).toMatchObject({
    title: 'Weather station 1',
    available: true,
    properties: { temperature: { type: 'number', value: expect.any(Number) } },
  });

  const room = await request('POST', '/units', { body: { name: 'Garden', type: 'place' } });
  const id = thing.body.id.replace('urn:uuid:', '');
  const added = await request('POST', `/units/${room.body.id}/things`, { body: { id } });
  expect(added.status).toBe(201);
  const unit = await request('GET', `/units/${room.body.id}`);
  expect(unit.body.things).toEqual([address]);

  const lamp = things[found.findIndex(({ body }) => body.title === 'Lamp 1')]!.href;
  const switched = await request('PUT', `${lamp}/properties/on`, { subject: 'alice', body: true });
  expect(switched.status).toBe(204);
  await waitFor(
    async () => (await request('GET', `${lamp}/properties/on`, { subject: 'alice' })).body === true,
    { what: 'the lamp to be on' },
  );
});
