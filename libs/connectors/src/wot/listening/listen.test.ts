import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { listen, Unavailable, writeProperty } from '@trellis/connector-sdk';
import { waitFor } from '@trellis/testing';
import { WebSocketServer } from 'ws';
import { startListening } from '../../testing/listening.js';
import { wot } from '../connector.js';
import { property, type SeenRequest } from '../testing/device.js';
import { contextOf, device, forThisTest, poll } from '../testing/in-test.js';
import { startNodeWot } from '../testing/node-wot.js';
import { startWebThings } from '../testing/web-things.js';

/** Listens until the test ends. */
function hear(client: object) {
  const hearing = startListening((signal, emit, onOffer) =>
    listen(wot, contextOf(client, signal), emit, onOffer),
  );
  forThisTest(hearing);
  return hearing;
}

/** A stream of server-sent events, to all that are connected. */
function eventStream() {
  const requests: SeenRequest[] = [];
  const open = new Set<ServerResponse>();
  const answer = (request: SeenRequest, response: ServerResponse) => {
    requests.push(request);
    open.add(response);
    response.once('close', () => open.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  };
  const tell = (data: unknown, { event, id }: { event?: string; id?: string } = {}) => {
    const lines = [event && `event: ${event}`, id && `id: ${id}`, `data: ${JSON.stringify(data)}`];
    for (const response of open) response.write(`${lines.filter(Boolean).join('\n')}\n\n`);
  };
  const end = () => open.forEach((response) => response.end());
  return { answer, tell, end, requests, open };
}

const observe = (href: string) => ({ href, op: 'observeproperty', subprotocol: 'sse' });

test('a servient of node-wot tells its values and events', async () => {
  const peer = forThisTest(await startNodeWot());
  const { last, events, begun } = hear({ url: peer.url });
  await begun();
  // A request that waits is not seen from here: what happens before it is not told.
  await waitFor(async () => {
    await peer.switchOn(true);
    await peer.overheat(91.5);
    return last('urn:peer:lamp') !== undefined && events().length > 0;
  });
  expect(last('urn:peer:lamp')).toMatchObject({
    values: { on: true },
    forgotten: [],
    available: true,
  });
  expect(events()[0]).toEqual({ device: 'urn:peer:lamp', name: 'overheated', data: 91.5 });
  const { entities, listenCoverage } = await poll({ url: peer.url });
  expect(listenCoverage).toBe('part');
  expect(entities[0]!.events).toEqual({ overheated: { data: { type: 'number', unit: '°C' } } });
});

test('a WebThing tells its values and events by its WebSocket', async () => {
  const peer = forThisTest(await startWebThings());
  const { last, events, begun } = hear({ url: peer.url });
  await begun();
  peer.turn(55);
  peer.overheat(102);
  // A value sent before the subscription is not reported.
  await waitFor(() => {
    if (last('urn:peer:dimmer-0') === undefined) peer.turn(peer.level() + 1);
    if (events().length === 0) peer.overheat(102);
    return last('urn:peer:dimmer-0') !== undefined && events().length > 0;
  });
  expect(last('urn:peer:dimmer-0')!.values.level).toBeGreaterThanOrEqual(55);
  expect(events()[0]).toEqual({
    device: 'urn:peer:dimmer-0',
    name: 'overheated',
    data: 102,
    at: expect.any(Date),
  });
});

test('a WebThing that sends what is too large affects no other', async () => {
  const sockets = new WebSocketServer({ port: 0 });
  let connections = 0;
  sockets.on('connection', (socket) => {
    connections += 1;
    socket.send('x'.repeat(300_000));
  });
  forThisTest({
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  });
  const { port } = sockets.address() as AddressInfo;
  const stream = eventStream();
  const { origin } = await device({
    '/': ['/loud', '/quiet'],
    '/loud': {
      title: 'Loud',
      properties: { a: property('/v') },
      links: [{ rel: 'alternate', href: `ws://127.0.0.1:${port}/` }],
    },
    '/quiet': {
      id: 'urn:quiet',
      title: 'Quiet',
      properties: { a: { forms: [{ href: '/v' }, observe('/told')] } },
    },
    '/told': stream.answer,
  });
  const { last } = hear({ url: origin });
  await waitFor(() => connections >= 2 && stream.open.size === 1);
  stream.tell(5);
  await waitFor(() => last('urn:quiet')?.values.a === 5);
  expect(stream.requests).toHaveLength(1);
});

test('a command of a known thing needs one request', async () => {
  const stream = eventStream();
  const thing = await device({
    '/': {
      id: 'urn:lamp',
      title: 'Lamp',
      properties: { level: { type: 'number', forms: [{ href: '/level' }, observe('/told')] } },
    },
    '/level': ({ method }: SeenRequest, response: ServerResponse) =>
      method === 'PUT' ? void response.writeHead(204).end() : 1,
    '/told': stream.answer,
  });
  const client = { url: thing.origin };
  const { offerOf } = hear(client);
  const offer = await offerOf('urn:lamp');
  await waitFor(() => stream.open.size === 1);
  const before = thing.seen.length;
  const request = { device: 'urn:lamp', property: 'level', value: 5 };
  await writeProperty(wot, contextOf(client), request, offer);
  expect(thing.seen.slice(before)).toMatchObject([{ method: 'PUT', path: '/level', body: '5' }]);
});

describe('a thing with streams', () => {
  const security = { scheme: 'bearer', token: 'a-token' };

  test('tells all of its values and events by one of each', async () => {
    const [values, occurrences] = [eventStream(), eventStream()];
    const { origin } = await device({
      '/': {
        id: 'urn:bell',
        title: 'Bell',
        properties: { volume: property('/volume'), battery: property('/battery') },
        events: { rung: { data: { type: 'string' } } },
        forms: [
          { href: '/values', op: ['observeallproperties'], subprotocol: 'sse' },
          { href: '/events', op: ['subscribeallevents'], subprotocol: 'sse' },
        ],
      },
      '/values': values.answer,
      '/events': occurrences.answer,
    });
    const { last, events } = hear({ url: origin, security });
    await waitFor(() => values.open.size + occurrences.open.size === 2);
    values.tell(7, { event: 'volume' });
    values.tell({ battery: 80 });
    occurrences.tell('twice', { event: 'rung' });
    await waitFor(() => last('urn:bell')?.values.battery === 80 && events().length === 1);
    expect(events()).toEqual([{ device: 'urn:bell', name: 'rung', data: 'twice' }]);
    expect(values.requests[0]!.headers.authorization).toBe('Bearer a-token');
  });

  test('is subscribed to again when one ends, and the others are not', async () => {
    const [ends, stays] = [eventStream(), eventStream()];
    const { origin } = await device({
      '/': {
        id: 'urn:meter',
        title: 'Meter',
        properties: {
          power: { type: 'number', forms: [{ href: '/power' }, observe('/told')] },
          energy: { type: 'number', forms: [{ href: '/energy' }, observe('/told-too')] },
        },
      },
      '/told': ends.answer,
      '/told-too': stays.answer,
    });
    const { last } = hear({ url: origin });
    await waitFor(() => ends.open.size + stays.open.size === 2);
    ends.tell(1, { id: 'seventh' });
    await waitFor(() => last('urn:meter')?.values.power === 1);
    ends.end();
    await waitFor(() => ends.requests.length === 2 && ends.open.size === 1);
    expect(ends.requests[1]!.headers['last-event-id']).toBe('seventh');
    ends.tell(2);
    await waitFor(() => last('urn:meter')?.values.power === 2);
    expect(stays.requests).toHaveLength(1);
  });

  test('whose streams have all ended is not listened to any more', async () => {
    const stream = eventStream();
    const { origin } = await device({
      '/': {
        title: 'Meter',
        properties: { power: { type: 'number', forms: [{ href: '/power' }, observe('/told')] } },
      },
      '/told': stream.answer,
    });
    const { ended } = hear({ url: origin });
    await waitFor(() => stream.open.size === 1);
    stream.end();
    expect(await ended).toBeInstanceOf(Unavailable);
  });

  test('at another origin gets no credentials', async () => {
    const stream = eventStream();
    const other = await device({ '/told': stream.answer });
    const { origin } = await device({
      '/': {
        title: 'Meter',
        properties: {
          power: { type: 'number', forms: [{ href: '/power' }, observe(`${other.origin}/told`)] },
        },
      },
    });
    const { begun } = hear({ url: origin, security });
    await begun();
    expect(stream.requests[0]!.headers).not.toHaveProperty('authorization');
  });
});

test('things that tell nothing by themselves are not listened to', async () => {
  const { origin } = await device({
    '/': { title: 'A', properties: { a: property('/v') } },
    '/v': 1,
  });
  expect((await poll({ url: origin })).listenCoverage).toBe('none');
  expect(await hear({ url: origin }).ended).toBeInstanceOf(Unavailable);
});

test('affordances with the same form share a connection, which tells each of them', async () => {
  const stream = eventStream();
  const observed = ['a', 'b'].map((name) => [name, { forms: [{ href: '/v' }, observe('/told')] }]);
  const { origin } = await device({
    '/': { title: 'Panel', id: 'urn:panel', properties: Object.fromEntries(observed) },
    '/v': 1,
    '/told': stream.answer,
  });
  const { last, begun } = hear({ url: origin });
  await begun();
  stream.tell(7, { event: 'a' });
  await waitFor(() => last('urn:panel')?.values.a === 7);
  expect(last('urn:panel')!.values).toEqual({ a: 7 });
  stream.tell(8, { event: 'b' });
  await waitFor(() => last('urn:panel')?.values.b === 8);
  expect(stream.requests).toHaveLength(1);
});

test('of more than 64 subscriptions the others are left to polls, with a warning', async () => {
  const names = Array.from({ length: 80 }, (_, index) => `p${index}`);
  const stream = eventStream();
  const { origin } = await device({
    '/': {
      title: 'Panel',
      properties: Object.fromEntries(
        names.map((name) => [name, { forms: [{ href: '/v' }, observe(`/told?${name}`)] }]),
      ),
    },
    '/v': 1,
    '/told': stream.answer,
  });
  const { problems } = await poll({ url: origin });
  expect(problems.map(({ failure }) => failure.message)).toEqual([
    'The things have 80 subscriptions; 64, the maximum, are used.',
  ]);
  hear({ url: origin });
  await waitFor(() => stream.open.size === 64);
});
