import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Rejected, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { contextFor, testConnector } from '@trellis/connector-sdk/testing';
import { wot } from './connector.js';
import {
  startDirectory,
  startNodeWot,
  startWebThings,
  type NodeWotPeer,
  type WebThingPeer,
} from './testing.js';

const contextOf = (client: object) => contextFor(wot, { client });
const poll = (client: object) => wot.poll(contextOf(client));

testConnector(wot, async () => {
  const peer = await startNodeWot();
  return {
    reach: { client: { url: peer.url } },
    at: ({ host, port }) => ({
      client: {
        url: `http://${host}:${port}/`,
        security: { scheme: 'bearer', token: 'a secret token' },
      },
    }),
    async vanish() {
      peer.hideSensor();
      return 'urn:peer:sensor';
    },
    restore: async () => peer.showSensor(),
    secrets: ['a secret token'],
    stop: () => peer.stop(),
  };
});

describe('a servient of node-wot', () => {
  let peer: NodeWotPeer;
  beforeAll(async () => {
    peer = await startNodeWot();
  });
  afterAll(() => peer.stop());

  test('gives its things, from their list or from one description', async () => {
    const { entities } = await poll({ url: peer.url });
    expect(entities.map(({ id }) => id).sort()).toEqual(['urn:peer:lamp', 'urn:peer:sensor']);
    const one = (await poll({ url: peer.lamp })).entities;
    expect(one).toMatchObject([
      {
        title: 'Lamp',
        properties: {
          on: { type: 'boolean' },
          brightness: { minimum: 0, maximum: 100, unit: 'percent' },
          serial: { readOnly: true },
        },
        actions: { toggle: { output: { type: 'boolean' } }, fade: {} },
        values: { on: false, brightness: 40, serial: 'A-1' },
        available: true,
      },
    ]);
    expect(JSON.stringify(one)).not.toContain('forms');
  });

  test('takes values and does actions', async () => {
    const entity = 'urn:peer:lamp';
    const context = contextOf({ url: peer.url });
    await wot.write!(context, { entity, property: 'brightness', value: 70 });
    expect(peer.state.brightness).toBe(70);
    const before = peer.state.on;
    const output = await wot.invoke!(context, { entity, action: 'toggle', input: undefined });
    expect(output).toBe(!before);
    await wot.invoke!(context, { entity, action: 'fade', input: { to: 5 } });
    expect(peer.state.brightness).toBe(5);
    const nothing = wot.write!(context, { entity, property: 'serial', value: 'B' });
    await expect(nothing).rejects.toBeInstanceOf(Rejected);
  });
});

describe('a servient with basic security', () => {
  const credentials = { username: 'alice', password: 'secret' };
  let peer: NodeWotPeer;
  beforeAll(async () => {
    peer = await startNodeWot({ scheme: 'basic' }, credentials);
  });
  afterAll(() => peer.stop());

  test('lets in who has the credentials', async () => {
    const context = contextOf({ url: peer.lamp, security: { scheme: 'basic', ...credentials } });
    expect((await wot.poll(context)).entities).toMatchObject([{ values: { serial: 'A-1' } }]);
    await wot.write!(context, { entity: 'urn:peer:lamp', property: 'on', value: true });
    expect(peer.state.on).toBe(true);
  });

  test('and nobody else', async () => {
    const security = { scheme: 'basic', ...credentials, password: 'wrong' };
    await expect(poll({ url: peer.lamp, security })).rejects.toBeInstanceOf(Unauthorized);
  });
});

describe.each([{ single: true }, { single: false }])('a server of WebThings %j', (kind) => {
  let peer: WebThingPeer;
  beforeAll(async () => {
    peer = await startWebThings(kind);
  });
  afterAll(() => peer.stop());

  test('gives its things, takes values and does actions', async () => {
    const context = contextOf({ url: peer.url });
    const { entities } = await wot.poll(context);
    expect(entities).toHaveLength(kind.single ? 1 : 2);
    expect(entities[0]).toMatchObject({
      id: 'urn:peer:dimmer-0',
      title: 'Dimmer',
      properties: { level: { type: 'integer', maximum: 100 } },
      actions: { fade: { input: { required: ['to'] } } },
      values: { level: 10 },
    });
    const entity = entities[0]!.id;
    await wot.write!(context, { entity, property: 'level', value: 30 });
    expect(peer.level()).toBe(30);
    const refused = wot.write!(context, { entity, property: 'level', value: 300 });
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await wot.invoke!(context, { entity, action: 'fade', input: { to: 80 } });
    expect(peer.level()).toBe(80);
  });
});

test('a directory gives all of its pages', async () => {
  const directory = await startDirectory(25, 10);
  try {
    const { entities, complete } = await poll({ url: directory.url });
    expect(complete).toBe(true);
    expect(entities.map(({ values }) => values.n)).toEqual(Array.from({ length: 25 }, (_, n) => n));
    const list = new URL('/things', directory.url).href;
    expect((await poll({ url: list })).entities).toHaveLength(25);
  } finally {
    await directory.stop();
  }
});

describe('a description', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** Serves JSON by path, and gathers the headers that came. */
  async function serve(
    answers: Record<string, unknown>,
    allows = (_request: { path: string; headers: IncomingHttpHeaders }) => true,
  ) {
    const seen: { path: string; headers: IncomingHttpHeaders }[] = [];
    const server = createServer((request, response) => {
      const path = request.url!.split('?')[0]!;
      seen.push({ path: request.url!, headers: request.headers });
      const isOpen = allows({ path: request.url!, headers: request.headers });
      response.statusCode = !isOpen ? 401 : path in answers ? 200 : 404;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[path]));
    });
    server.listen(0);
    await once(server, 'listening');
    servers.push(server);
    return { url: `http://localhost:${(server.address() as AddressInfo).port}`, seen };
  }

  const property = (href: string, more = {}) => ({ type: 'number', forms: [{ href }], ...more });

  test('that names another origin does not get the credentials sent there', async () => {
    const other = await serve({ '/secret': 1 });
    const properties = { a: property(`${other.url}/secret`), b: property('/own') };
    const own = await serve({ '/': { title: 'Thief', properties }, '/own': 2 });
    const security = { scheme: 'apikey', in: 'query', name: 'key', key: 'secret-key' };
    const { entities } = await poll({ url: `${own.url}/`, security });
    expect(entities[0]!.values).toEqual({ a: 1, b: 2 });
    expect(own.seen.every(({ path }) => path.includes('key=secret-key'))).toBe(true);
    expect(JSON.stringify(other.seen)).not.toContain('secret-key');
    await poll({ url: `${own.url}/`, security: { scheme: 'bearer', token: 'secret-token' } });
    expect(own.seen.at(-1)!.headers.authorization).toBe('Bearer secret-token');
    expect(JSON.stringify(other.seen)).not.toContain('secret-token');
  });

  test.each([
    [
      { scheme: 'bearer', token: 'right' },
      { scheme: 'bearer', token: 'wrong' },
    ],
    [
      { scheme: 'apikey', name: 'X-Key', key: 'right' },
      { scheme: 'apikey', name: 'X-Key', key: 'wrong' },
    ],
    [
      { scheme: 'apikey', in: 'query', name: 'key', key: 'right' },
      { scheme: 'apikey', in: 'query', name: 'other', key: 'right' },
    ],
  ])('that is behind %j is read with it, and not with %j', async (right, wrong) => {
    const properties = { a: property('/a') };
    const { url } = await serve(
      { '/': { title: 'Safe', properties }, '/a': 1 },
      ({ path, headers }) =>
        headers.authorization === 'Bearer right' ||
        headers['x-key'] === 'right' ||
        path.endsWith('?key=right'),
    );
    expect((await poll({ url, security: right })).entities[0]!.values).toEqual({ a: 1 });
    await expect(poll({ url, security: wrong })).rejects.toBeInstanceOf(Unauthorized);
    await expect(poll({ url })).rejects.toBeInstanceOf(Unauthorized);
  });

  test('with odd parts gives what can be used of it', async () => {
    const { url } = await serve({
      '/': {
        '@context': 'https://www.w3.org/2022/wot/td/v1.1',
        title: 'Odd',
        properties: {
          good: property('/good'),
          missing: property('/missing'),
          broken: { type: 'text', forms: [{ href: '/good' }] },
          elsewhere: property('coap://device/value'),
          formless: { type: 'number' },
          '..': property('/good'),
          secret: property('/good', { writeOnly: true }),
          watched: { forms: [{ href: '/good', op: 'observeproperty', subprotocol: 'sse' }] },
        },
        actions: { good: { forms: [{ href: '/do' }] }, formless: {} },
      },
      '/good': 5,
    });
    const { entities } = await poll({ url });
    expect(Object.keys(entities[0]!.properties).sort()).toEqual(['good', 'missing', 'secret']);
    expect(Object.keys(entities[0]!.actions!)).toEqual(['good']);
    expect(entities[0]!.values).toEqual({ good: 5 });
  });

  test('whose values cannot be read makes the client unavailable, or one thing of several', async () => {
    const properties = { a: property('/missing') };
    const [away, there] = [
      { id: 'urn:a', title: 'Away', properties },
      { id: 'urn:b', title: 'There', properties: { a: property('/a') } },
    ];
    const { url } = await serve({ '/one': away, '/all': [away, there], '/a': 1 });
    await expect(poll({ url: `${url}/one` })).rejects.toBeInstanceOf(Unavailable);
    expect((await poll({ url: `${url}/all` })).entities).toMatchObject([
      { id: 'urn:a', available: false, values: {} },
      { id: 'urn:b', available: true, values: { a: 1 } },
    ]);
  });
});
