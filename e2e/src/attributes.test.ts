import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  newAccount,
  simulatorInstance,
  startHttpServer,
  waitFor,
  type HttpServer,
} from '@trellis/testing';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();

interface Message {
  type: string;
  data: { thing_id?: string; client_id?: string; attributes?: unknown };
}

const messages: Message[] = [];
let app: HttpServer;
beforeAll(async () => {
  app = await startHttpServer(({ body }, response) => {
    messages.push(JSON.parse(body) as Message);
    response.writeHead(204).end();
  });
});
afterAll(() => app.close());

const messagesOf = (type: string) => messages.filter((message) => message.type === type);

test('clients, things and subjects have attributes, by which they are found and which messages carry', async () => {
  const account = newAccount(stack());
  const { request } = account;
  const events = ['thing_deleted', 'client_status_changed', 'client_deleted'];
  const url = `${app.address}/app`;
  expect((await request('PUT', '/callback', { body: { url, events } })).status).toBe(201);
  await request('POST', '/connectors/instances', { body: simulatorInstance });
  const created = await request('POST', '/connectors/clients', {
    subject: 'alice',
    body: {
      connector_type_id: 'simulator',
      configuration: { devices: 2, interval_ms: 1_000 },
      attributes: { contract: 'C-1', plan: 'basic' },
    },
  });
  const client = `/connectors/clients/${created.body.client_id}`;
  const things = await waitFor(async () => {
    const { body } = await request('GET', '/things', { subject: 'alice' });
    return body.length === 2 && (body as { href: string }[]);
  });
  const thing = things[0]!.href;
  const patch = (path: string, attributes: unknown) =>
    request('PATCH', path, { body: { attributes }, headers: { prefer: 'return=representation' } });

  expect((await patch(thing, { customer_no: '4711', room: 'hall' })).body.attributes).toEqual({
    customer_no: '4711',
    room: 'hall',
  });
  expect((await patch(thing, { room: '', floor: null })).body.attributes).toEqual({
    customer_no: '4711',
  });
  expect((await patch(client, { plan: null })).body.attributes).toEqual({ contract: 'C-1' });
  expect((await patch('/subjects/alice', { customer_no: '4711' })).body).toMatchObject({
    attributes: { customer_no: '4711' },
  });
  const found = async (path: string, value = '4711') => {
    const { body } = await request('GET', `${path}?attributes[customer_no]=${value}`);
    return (body as { href: string }[]).map(({ href }) => href);
  };
  expect(await found('/things')).toEqual([thing]);
  expect(await found('/things', '12')).toEqual([]);
  expect(await found('/subjects')).toEqual([expect.stringMatching(/\/subjects\/alice$/)]);
  const { body: clients } = await request('GET', '/connectors/clients?attributes[contract]=C-1');
  expect(clients).toEqual([{ href: expect.stringContaining(client) }]);
  expect((await newAccount(stack()).request('GET', thing)).status).toBe(404);

  const subscription = await request('POST', '/subscriptions', { body: { match: {}, url } });
  await request('POST', `${client}/poll`);
  await waitFor(() => messagesOf('property_changed').length > 0, { within: 30_000 });
  await request('DELETE', client);
  await waitFor(
    () =>
      messagesOf('thing_deleted').length >= 4 &&
      messagesOf('client_deleted').length >= 2 &&
      messagesOf('client_status_changed').length >= 1,
    { within: 30_000, what: 'the messages to the callback and the subscription' },
  );
  const id = thing.split('/').at(-1);
  for (const { data, type } of messages) {
    const attributes = {
      ...(data.thing_id === id && { attributes: { customer_no: '4711' } }),
      ...(data.thing_id === undefined && {
        attributes: expect.objectContaining({ contract: 'C-1' }),
      }),
    };
    const { attributes: received } = data;
    expect({ type, ...(received !== undefined && { attributes: received }) }).toEqual({
      type,
      ...attributes,
    });
  }
  expect(subscription.status).toBe(201);
}, 60_000);

test('an action of a thing of an app is requested with its attributes', async () => {
  const { request } = newAccount(stack());
  await request('PUT', '/callback', { body: { url: `${app.address}/actions` } });
  const attributes = { customer_no: '12' };
  const body = { title: 'Door', actions: { open: {} }, attributes };
  const { body: door } = await request('POST', '/things', { body });
  expect(door.attributes).toEqual(attributes);
  const id = String(door.id).replace('urn:uuid:', '');
  await request('POST', `/things/${id}/actions/open`);
  const bulk = { select: { attributes }, action: 'open' };
  expect((await request('POST', '/interactions/batch', { body: bulk })).status).toBe(202);
  await waitFor(() => messagesOf('action_requested').length === 2);
  for (const { data } of messagesOf('action_requested'))
    expect(data.attributes).toEqual(attributes);
}, 60_000);
