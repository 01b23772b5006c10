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
  const thing = await request('GET', things[0]!.href, { subject: 'alice' });
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
  expect(unit.body.things).toEqual([{ href: things[0]!.href }]);
});
