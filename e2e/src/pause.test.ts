import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newAccount, waitFor } from '@trellis/testing';
import { borrowedStack } from './one-stack.js';

const stack = borrowedStack();

/** Devices that can be written, by their paths: what they have, and how often they were asked. */
const devices = new Map<string, { level: number; requests: number }>();
let server: Server;
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const [, name = '', property] = request.url!.split('/');
    const device = devices.get(name)!;
    device.requests += 1;
    let body = '';
    for await (const part of request) body += part as string;
    if (request.method === 'PUT') device.level = JSON.parse(body) as number;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(property ? device.level : description(name)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const description = (name: string) => ({
  '@context': 'https://www.w3.org/2022/wot/td/v1.1',
  id: `urn:example:${name}`,
  title: 'Device',
  security: ['none'],
  securityDefinitions: { none: { scheme: 'nosec' } },
  properties: { level: { type: 'integer', forms: [{ href: at(`/${name}/level`) }] } },
});

type Account = ReturnType<typeof newAccount>;

/** A client of a subject with a device of its own. */
async function clientOf({ request }: Account, subject: string) {
  devices.set(subject, { level: 1, requests: 0 });
  const created = await request('POST', '/connectors/clients', {
    subject,
    body: {
      connector_type_id: 'wot',
      configuration: { url: at(`/${subject}`), interval_ms: 1_000 },
    },
  });
  const path = `/connectors/clients/${created.body.client_id}`;
  const things = () => request('GET', '/things', { subject });
  const { href } = await waitFor(async () => (await things()).body[0]);
  const device = devices.get(subject)!;
  return {
    path,
    device,
    href,
    read: async () => (await request('GET', path)).body,
    thing: async () => (await request('GET', href)).body,
    write: (value: number) => request('PUT', `${href}/properties/level`, { body: value as never }),
    async isPolled() {
      const before = device.requests;
      await waitFor(() => device.requests >= before + 4, { within: 60_000 });
    },
  };
}

const left = { state: 'unknown', reason: 'client_paused' };

test('a client that is paused is left alone until it is resumed', async () => {
  const account = newAccount(stack());
  const { request } = account;
  const { cursor } = (await request('GET', '/changes')).body;
  await request('POST', '/connectors/instances', {
    body: { connector_type_id: 'wot', configuration: {} },
  });
  const paused = await clientOf(account, 'alice');
  const other = await clientOf(account, 'bob');
  await waitFor(async () => (await paused.thing()).available === true);

  const body = { reason: 'The subscription has ended.' };
  const answer = await request('POST', `${paused.path}/pause`, { body });
  expect(answer).toMatchObject({
    status: 200,
    body: { status: 'STARTED', paused: { ...body, since: expect.any(String) }, next_poll: null },
  });
  const thing = await paused.thing();
  expect(thing).toMatchObject({ available: false, availability: left });
  expect(thing.properties.level.value).toBe(1);
  expect(thing.availability).not.toHaveProperty('code');

  // One that began before may have been under way.
  await other.isPolled();
  const { requests } = paused.device;
  const again = await request('POST', `${paused.path}/pause`, { body: { reason: 'Again' } });
  expect(again.body.paused).toEqual(answer.body.paused);
  const refused = { status: 409, body: { remedy: 'resume' } };
  expect(await request('POST', `${paused.path}/poll`)).toMatchObject(refused);
  expect(await paused.write(5)).toMatchObject(refused);
  expect((await paused.write(5)).body.type).toMatch(/client_paused$/);

  const listed = async (query: string) =>
    ((await request('GET', `/connectors/clients?paused=${query}`)).body as { href: string }[]).map(
      ({ href }) => href.slice(href.indexOf('/connectors')),
    );
  expect(await listed('true')).toEqual([paused.path]);
  expect(await listed('false')).toEqual([other.path]);
  expect((await newAccount(stack()).request('POST', `${paused.path}/resume`)).status).toBe(404);

  // Whoever takes over leaves it alone, too.
  const pid = await stack().pidOf('connector-runtime');
  process.kill(pid, 'SIGKILL');
  await waitFor(async () => (await stack().pidOf('connector-runtime')) !== pid, { within: 40_000 });
  await other.isPolled();
  expect(paused.device.requests).toBe(requests);
  expect((await paused.thing()).availability).toMatchObject(left);

  paused.device.level = 2;
  const resumed = await request('POST', `${paused.path}/resume`);
  expect(resumed).toMatchObject({ status: 200, body: { status: 'STARTED' } });
  expect(resumed.body).not.toHaveProperty('paused');
  await waitFor(async () => (await paused.thing()).available === true);
  expect((await paused.thing()).properties.level.value).toBe(2);
  expect((await paused.write(5)).status).toBe(204);
  expect((await request('POST', `${paused.path}/resume`)).status).toBe(200);

  // It has started, was paused and resumed.
  const changes = async (kind: string) => {
    const page = await request('GET', `/changes?cursor=${cursor}&kind=${kind}`);
    const all = page.body.changes as { resource: { href: string } }[];
    return all.filter(({ resource }) => resource.href.endsWith(paused.path));
  };
  await waitFor(async () => (await changes('client_updated')).length === 3);
  const [first, second] = await changes('client_status_changed');
  expect(first).toMatchObject({ status: 'STARTED', paused: answer.body.paused });
  expect(second).not.toHaveProperty('paused');
}, 180_000);
