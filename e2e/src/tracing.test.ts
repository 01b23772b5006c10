import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  newAccount,
  startOtlpReceiver,
  startRedis,
  startStack,
  waitFor,
  type OtlpReceiver,
  type ReceivedSpan,
  type Stack,
  type TestRedis,
} from '@trellis/testing';
import { simulate } from './simulation.js';

let receiver: OtlpReceiver;
let redis: TestRedis | undefined;
let stack: Stack;
/** The server of an app, which performs actions. */
let app: Server;
const sentToApp: IncomingHttpHeaders[] = [];

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  redis = await startRedis();
  app = createServer((request, response) => {
    sentToApp.push(request.headers);
    request.resume().on('end', () => response.writeHead(200).end());
  }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  stack = await startStack({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key%20of%20the%20receiver',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      LOG_LEVEL: 'info',
      ...(redis && { REDIS_URL: redis.url }),
    },
  });
});
afterAll(async () => {
  await stack.stop();
  stack.clear();
  await redis?.stop();
  app.close();
  await receiver.close();
});

/** A trace of a caller, as its `traceparent` names it. */
function newTrace() {
  const traceId = randomBytes(16).toString('hex');
  const parent = randomBytes(8).toString('hex');
  return { traceId, parent, traceparent: `00-${traceId}-${parent}-01` };
}

const shown = ({ service, kind, name }: ReceivedSpan) => `${service} ${kind} ${name}`;

const spansOf = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);

/** The spans of a trace with their depth below the root, or below a span of another product. */
function treeOf(traceId: string, parent?: string, indent = ''): string[] {
  return spansOf(traceId)
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .toSorted((one, other) => one.startMs - other.startMs)
    .flatMap((span) => [`${indent}${shown(span)}`, ...treeOf(traceId, span.spanId, `${indent}  `)]);
}

/** Waits for the last spans of each service that has a part in a trace. */
const complete = (traceId: string, last: string[]) =>
  waitFor(
    () => {
      const lines = spansOf(traceId).map(shown);
      return last.every((line) => lines.includes(line));
    },
    { what: `${last.join(', ')} in trace ${traceId}` },
  );

/** The lines of the log that name a trace. */
const linesOf = (traceId: string) =>
  stack
    .output()
    .split('\n')
    .filter((line) => line.includes(traceId));

test('a request goes on with the trace of its caller, through the queue to the statement', async () => {
  const { request } = newAccount(stack);
  const created = await request('POST', '/units', {
    body: { name: 'House', type: 'building', properties: [] },
  });
  const traces = [newTrace(), newTrace(), newTrace()];
  const headers = { tracestate: 'vendor=some-value' };
  await Promise.all(
    traces.map(({ traceparent }) =>
      request('GET', `/units/${created.body.id}`, { headers: { ...headers, traceparent } }),
    ),
  );
  for (const { traceId, parent } of traces) {
    await complete(traceId, [
      'api-gateway server GET /api/v1/units/:id',
      'units-service consumer units.read',
    ]);
    expect(treeOf(traceId, parent)).toEqual([
      'api-gateway server GET /api/v1/units/:id',
      '  api-gateway client units.read',
      '    units-service consumer units.read',
      // Those of the requests that come alone are read by the form for one call.
      expect.stringMatching(/^ {6}units-service client SQL units\.read(\.one)?$/),
    ]);
    for (const { traceState } of spansOf(traceId)) expect(traceState).toBe('vendor=some-value');
  }
});

test('the span of a request says what a log line says, and the line names its trace', async () => {
  const { request, developer } = newAccount(stack);
  const { traceId, traceparent } = newTrace();
  const answer = await request('GET', '/units?limit=7', {
    headers: { traceparent, 'x-request-id': 'request-of-the-test' },
  });
  expect(answer.status).toBe(200);
  const name = 'api-gateway server GET /api/v1/units';
  await complete(traceId, [name]);
  const span = spansOf(traceId).find((one) => shown(one) === name)!;
  expect(span.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/v1/units',
    'trellis.request.id': 'request-of-the-test',
    'trellis.developer': developer,
  });
  expect(Number(span.attributes['http.response.status_code'])).toBe(200);
  await waitFor(() => linesOf(traceId).length > 0, { what: 'the line of the request' });
  expect(JSON.parse(linesOf(traceId)[0]!.replace(/^[^{]*/, ''))).toMatchObject({
    trace_id: traceId,
    span_id: span.spanId,
    req: { id: 'request-of-the-test' },
  });
});

test.each([
  ['no hexadecimal digits', '00-zzzz651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01'],
  ['an id of zeros', '00-00000000000000000000000000000000-00f067aa0ba902b7-01'],
  ['an unknown form', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more'],
  ['two of them', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, 00-4bf9-00f0-01'],
  ['a text', '"><script>'],
])('a `traceparent` with %s begins a new trace', async (_what, traceparent) => {
  const { request } = newAccount(stack);
  const id = `hostile-${randomBytes(8).toString('hex')}`;
  await request('GET', '/units', { headers: { traceparent, 'x-request-id': id } });
  const [span] = await receiver.find(
    ({ attributes }) => attributes['trellis.request.id'] === id,
    'the span of the request',
  );
  expect(span!.parentSpanId).toBeUndefined();
  expect(span!.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  expect(spansOf('4bf92f3577b34da6a3ce929d0e0e4736')).toEqual([]);
});

test('a request to an address that nobody knows has no address in its name', async () => {
  const { traceId, traceparent } = newTrace();
  await newAccount(stack).request('GET', '/nothing/here?secret=1', { headers: { traceparent } });
  await complete(traceId, ['api-gateway server GET']);
  expect(receiver.received()).not.toMatch(/nothing\/here|secret=1/);
});

test('a poll is a trace of its own, and links to the request that created the client', async () => {
  const account = newAccount(stack);
  const client = await simulate(account);
  const id = client.path.split('/').at(-1)!;
  const polls = await receiver.find(
    ({ name, attributes, links }) =>
      name === 'process polls' && attributes['messaging.message.id'] === id && links.length > 0,
    'a poll',
  );
  const [first] = polls.toSorted((one, other) => one.startMs - other.startMs);
  const [creation] = await receiver.find(
    ({ name, attributes }) =>
      name === 'POST /api/v1/connectors/clients' &&
      attributes['trellis.developer'] === account.developer,
    'the request',
  );
  expect(first!.parentSpanId).toBeUndefined();
  expect(first!.traceId).not.toBe(creation!.traceId);
  expect(first!.links).toMatchObject([{ traceId: creation!.traceId }]);
  expect(first!.attributes).toMatchObject({
    'trellis.developer': account.developer,
    'trellis.connector_type': 'simulator',
    'trellis.poll.outcome': 'ok',
  });
  await complete(first!.traceId, ['units-service consumer things.upsert']);
  const tree = treeOf(first!.traceId);
  expect(tree[0]).toBe('connector-runtime consumer process polls');
  expect(tree).toContain('  connector-runtime internal fetch simulator');
  const publication = tree.indexOf('  connector-runtime internal publish');
  expect(tree.slice(publication, publication + 3)).toEqual([
    '  connector-runtime internal publish',
    '    connector-runtime client things.upsert',
    '      units-service consumer things.upsert',
  ]);
  // The next poll has another trace.
  await receiver.find(
    ({ name, attributes, traceId }) =>
      name === 'process polls' &&
      attributes['messaging.message.id'] === id &&
      traceId !== first!.traceId,
    'the next poll',
  );
});

test('an action is delivered in a trace that links to its request, and tells the app of none', async () => {
  const { request, developer } = newAccount(stack);
  const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/actions?token=hidden`;
  await request('PUT', '/callback', { body: { url } });
  const created = await request('POST', '/things', {
    subject: 'alice',
    body: { title: 'Letter box', actions: { open: {} } },
  });
  const { traceId, traceparent } = newTrace();
  const thing = created.headers.get('location')!;
  const done = await request('POST', `${thing}/actions/open`, { headers: { traceparent } });
  expect(done.status).toBeLessThan(300);
  const [delivery] = await receiver.find(
    ({ name, links }) =>
      name === 'process deliveries' && links.some((link) => link.traceId === traceId),
    'the delivery',
  );
  expect(delivery!.attributes).toMatchObject({ 'trellis.developer': developer });
  expect(delivery!.traceId).not.toBe(traceId);
  const [sent] = await receiver.find(
    (span) => span.traceId === delivery!.traceId && shown(span).endsWith('client POST'),
    'the request to the app',
  );
  expect(Object.keys(sent!.attributes).toSorted()).toEqual([
    'http.request.method',
    'http.response.status_code',
  ]);
  for (const headers of sentToApp) {
    expect(headers).not.toHaveProperty('traceparent');
    expect(headers).not.toHaveProperty('tracestate');
  }
  expect(receiver.received()).not.toContain('token=hidden');
});

test('an interaction with a device is performed in a trace that links to its request', async () => {
  const account = newAccount(stack);
  const client = await simulate(account);
  const things = await Promise.all(
    (await client.things()).map(async (href) => (await account.request('GET', href)).body),
  );
  const lamp = things.find(({ properties }) => properties.brightness);
  const { traceId, traceparent } = newTrace();
  const { status } = await account.request('PUT', `/things/${lamp.id.slice(9)}/properties/on`, {
    body: true,
    headers: { traceparent },
  });
  expect(status).toBe(204);
  const [attempt] = await receiver.find(
    ({ name, links }) =>
      name === 'process interactions' && links.some((link) => link.traceId === traceId),
    'the interaction',
  );
  await complete(attempt!.traceId, ['connector-runtime internal writeproperty simulator']);
});

test('a stream has the calls for which nobody waits in traces of their own', async () => {
  const { token } = newAccount(stack);
  const { traceId, traceparent } = newTrace();
  const leaving = new AbortController();
  const response = await fetch(`${stack.address}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}`, traceparent },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  const [call] = await receiver.find(
    ({ name, kind, parentSpanId }) =>
      name === 'events.read' && kind === 'client' && parentSpanId === undefined,
    'a call of the stream',
  );
  expect(call!.traceId).not.toBe(traceId);
  leaving.abort();
  await complete(traceId, ['api-gateway server GET /api/v1/events']);
});

test('the receiver gets its headers, and no trace has anything else that is secret', async () => {
  const { token, request } = newAccount(stack);
  await request('GET', '/units', { headers: { cookie: 'session=hidden' } });
  expect(receiver.headers[0]).toMatchObject({
    'api-key': 'a key of the receiver',
    path: '/v1/traces',
  });
  const { traceId, traceparent } = newTrace();
  await request('GET', '/units', { headers: { traceparent } });
  await complete(traceId, ['api-gateway server GET /api/v1/units']);
  expect(receiver.received()).not.toContain(token);
  expect(receiver.received()).not.toContain('session=hidden');
  expect(receiver.received()).not.toContain(stack.jwtSecret);
  expect(stack.output()).not.toContain('a key of the receiver');
});

test('what is not exported yet is exported when a service stops', async () => {
  const other = await startStack({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '60000',
    },
  });
  const { traceId, traceparent } = newTrace();
  try {
    await newAccount(other).request('GET', '/units', { headers: { traceparent } });
    expect(spansOf(traceId)).toEqual([]);
  } finally {
    await other.stop();
    other.clear();
  }
  expect(spansOf(traceId).map(shown)).toEqual(
    expect.arrayContaining([
      'api-gateway server GET /api/v1/units',
      'units-service consumer units.list',
    ]),
  );
});
