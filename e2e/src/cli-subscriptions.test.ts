import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Trellis } from '@trellis/client';
import { startHttpServer, waitFor, type HttpServer } from '@trellis/testing';
import { loggedInCli } from './cli/logged-in.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();
const cli = loggedInCli(stack);
const { demoApp, json, lines } = cli;

let receiver: HttpServer;
let refuses = false;
beforeAll(async () => {
  receiver = await startHttpServer((_request, response) => {
    response.writeHead(refuses ? 503 : 204).end();
  });
});
afterAll(() => receiver.close());

const received = () =>
  receiver.requests.map(({ body }) => (JSON.parse(body) as { type: string }).type);

function newTrellis() {
  const { client_id: clientId, client_secret: clientSecret } = demoApp();
  return new Trellis({ baseUrl: stack().address, clientId, clientSecret });
}

/** Adds a thing whose only property is `n`; returns what changes it. */
async function newCounter(trellis: Trellis) {
  const { data } = await trellis.post('/things', {
    body: { title: 'Counter', properties: { n: { type: 'integer', value: 0 } } },
  });
  const path = { id: data.id, name: 'n' };
  return (n: number) => trellis.put('/things/{id}/properties/{name}', { path, body: n });
}

test('subscriptions are created, tested, followed, changed and deleted', async () => {
  const trellis = newTrellis();
  const write = await newCounter(trellis);
  const { cursor } = (await trellis.get('/changes')).data;
  const match = JSON.stringify({ value: { property: 'n', above: 10 } });
  const [id] = await lines('subscriptions', 'create', '--match', match, '--url', receiver.address);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect((await lines('subscriptions')).join('\n')).toContain(`"above":10`);
  expect((await lines('subscriptions', 'test', id!)).join('\n')).toContain('204');
  expect(received()).toEqual(['test']);

  const running = cli.start(['subscriptions', 'follow', id!, '--from', cursor, '--json']);
  await write(11);
  await running.printed('property_changed');
  const { out } = await running.interrupt();
  const [event] = out.trim().split('\n');
  expect(JSON.parse(event!)).toMatchObject({ data: { value: 11, turn: 'begins' } });
  await waitFor(() => received().includes('property_changed'));
  const from = (JSON.parse(event!) as { id: string }).id;
  expect((await lines('subscriptions', 'attempts', id!)).join('\n')).toMatch(
    /property_changed {2}204/,
  );

  refuses = true;
  await write(1);
  await write(12);
  await waitFor(async () => (await json('subscriptions', 'show', id!)).error);
  expect((await lines('subscriptions')).join('\n')).toContain('failed');
  const [waiting] = await lines('subscriptions', 'pending', id!);
  expect(JSON.parse(waiting!)).toMatchObject({ data: { value: 12 } });
  const tested = await cli.run(['subscriptions', 'test', id!]);
  expect(tested).toMatchObject({ code: 1, err: expect.stringContaining('not accepted') });
  refuses = false;
  await lines('subscriptions', 'update', id!, '--url', receiver.address);
  await waitFor(async () => (await json('subscriptions', 'show', id!)).error === undefined);
  expect((await cli.run(['subscriptions', 'update', id!])).code).toBe(2);

  const secret = await json('subscriptions', 'rotate', id!);
  expect(secret).toMatchObject({ secret: expect.stringMatching(/^whsec_/) });
  const address = `${receiver.address}/again`;
  const again = ['--match', match, '--url', address, '--from', from];
  const [other] = await lines('subscriptions', 'create', ...again);
  await waitFor(() => receiver.requests.some(({ url }) => url === '/again'));
  for (const one of [id!, other!]) {
    expect((await cli.run(['subscriptions', 'delete', one])).code).toBe(2);
    await lines('subscriptions', 'delete', one, '--yes');
  }
  expect(await json('subscriptions')).toEqual([]);
}, 120_000);

test('the activity of the account is shown by client, end user, type and outcome', async () => {
  const trellis = newTrellis();
  await trellis.post('/connectors/instances', {
    body: { connector_type_id: 'simulator', configuration: { application_key: 'any text' } },
  });
  const clients = [];
  for (const subject of ['alice', 'bob']) {
    const { data } = await trellis.forSubject(subject).post('/connectors/clients', {
      body: { connector_type_id: 'simulator', configuration: { devices: 1 } },
    });
    clients.push((data as { client_id: string }).client_id);
  }
  const polled = await waitFor(async () => {
    const all = (await cli.run(['activity', '--json'])).out.trim().split('\n');
    return all.filter((line) => line.includes('"kind":"poll"')).length >= 2 && all;
  });
  expect(polled.length).toBeGreaterThanOrEqual(2);
  const shown = async (...filters: string[]) => {
    const { out } = await cli.run(['activity', '--json', ...filters]);
    const found = out.trim() === '' ? [] : out.trim().split('\n');
    return new Set(
      found.map((line) =>
        (JSON.parse(line) as { client: { href: string } }).client.href.slice(-36),
      ),
    );
  };
  expect(await shown()).toEqual(new Set(clients));
  expect(await shown('--client', clients[0]!)).toEqual(new Set([clients[0]]));
  expect(await shown('--end-user', 'bob')).toEqual(new Set([clients[1]]));
  expect(await shown('--type', 'simulator', '--kind', 'poll')).toEqual(new Set(clients));
  expect(await shown('--failed')).toEqual(new Set());
  expect(await shown('--until', '2020-01-01T00:00:00Z')).toEqual(new Set());
  expect((await lines('activity', '--kind', 'poll')).join('\n')).toMatch(/poll +succeeded/);
}, 120_000);
