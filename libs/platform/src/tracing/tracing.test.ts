import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { startOtlpReceiver, waitFor, type OtlpReceiver } from '@trellis/testing';
import { z } from 'zod';
import { createLog } from '../logging/log.js';
import { startTracing } from './start.js';
import type { Tracing } from './tracing.js';
import { tracingVariables } from './variables.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Traces to an address; `reported` has the outages and recoveries of its exports. */
function trace(address: string, variables: Record<string, string> = {}) {
  const configuration = z.object(tracingVariables).parse({
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '10',
    ...variables,
  });
  const reported: string[] = [];
  const started = startTracing('sample-service', configuration, {
    onOutage: ({ message }) => void reported.push(`outage: ${message}`),
    onRecovery: (lost) => void reported.push(`recovery: ${lost} lost`),
  })!;
  return { ...started, reported };
}

async function traceToReceiver(variables?: Record<string, string>) {
  const receiver = await startOtlpReceiver();
  const { tracing, stop } = trace(receiver.address, variables);
  closers.push(receiver.close, stop);
  return { receiver, tracing, stop };
}

const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7';

/** Whether a request with a `traceparent` is recorded. */
async function isRecorded(
  { tracing, stop, receiver }: { tracing: Tracing; stop(): Promise<void>; receiver: OtlpReceiver },
  { traceparent, followsSampling }: { traceparent?: string; followsSampling: boolean },
): Promise<boolean> {
  tracing.startRequest({ traceparent }, { method: 'GET', followsSampling }).end('ok', false);
  await stop();
  return receiver.spans.length > 0;
}

test('nothing is traced without an address', () => {
  const configuration = z.object(tracingVariables).parse({});
  const listener = { onOutage: () => undefined, onRecovery: () => undefined };
  expect(startTracing('sample-service', configuration, listener)).toBeUndefined();
});

describe('whether a request is recorded', () => {
  test.each([
    ['always_on', '00', false, true],
    ['always_off', '01', true, false],
    ['parentbased_always_on', '00', true, false],
    ['parentbased_always_on', '01', true, true],
    ['parentbased_always_off', '01', true, true],
    // What a stranger says counts for nothing.
    ['parentbased_always_on', '00', false, true],
    ['parentbased_always_off', '01', false, false],
  ])('%s with the flags %s, followed: %s', async (sampler, flags, followsSampling, recorded) => {
    const traced = await traceToReceiver({ OTEL_TRACES_SAMPLER: sampler });
    const request = { traceparent: `${parent}-${flags}`, followsSampling };
    expect(await isRecorded(traced, request)).toBe(recorded);
  });

  test('a stranger does not have its trace recorded by an id that a ratio would choose', async () => {
    const traced = await traceToReceiver({
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.000000001',
    });
    const traceparent = '00-00000000000000010000000000000000-00f067aa0ba902b7-01';
    expect(await isRecorded(traced, { traceparent, followsSampling: false })).toBe(false);
    const other = await traceToReceiver({
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.000000001',
    });
    expect(await isRecorded(other, { traceparent, followsSampling: true })).toBe(true);
  });

  test('an attempt of a job is recorded when what has added it is, and a job that recurs is not', async () => {
    const { tracing, stop, receiver } = await traceToReceiver({
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    });
    const cause = { traceparent: `${parent}-01` };
    tracing.startJob({ queue: 'removals', id: 'one', attempt: 1 }, cause).end('ok', false);
    tracing.startJob({ queue: 'polls', id: 'other' }, cause).end('ok', false);
    await stop();
    expect(receiver.spans.map(({ name }) => name)).toEqual(['process removals']);
    const [span] = receiver.spans;
    expect(span!.links).toMatchObject([{ traceId: '4bf92f3577b34da6a3ce929d0e0e4736' }]);
    expect(span!.traceId).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736');
  });
});

test('what is not recorded names its trace all the same, to logs and to other services', async () => {
  const { tracing } = await traceToReceiver({ OTEL_TRACES_SAMPLER: 'always_off' });
  const span = tracing.startRequest(
    { traceparent: `${parent}-01` },
    { method: 'GET', followsSampling: true },
  );
  span.run(() => {
    expect(tracing.ids()).toMatchObject({ trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' });
    const { context } = tracing.startCall({ name: 'units.read', queue: 'units' });
    expect(context?.traceparent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-\w{16}-00$/);
    // A job would keep it for nothing.
    expect(tracing.context()).toBeUndefined();
    expect(tracing.startStatement('units.read')).toBeUndefined();
  });
  expect(tracing.ids()).toEqual({});
});

test('a `tracestate` is passed on, unless it is longer than anybody has to take', async () => {
  const { tracing } = await traceToReceiver();
  const carried = (tracestate: string) =>
    tracing
      .startRequest(
        { traceparent: `${parent}-01`, tracestate },
        { method: 'GET', followsSampling: true },
      )
      .run(() => tracing.context()?.tracestate);
  expect(carried('vendor=value,other=1')).toBe('vendor=value,other=1');
  expect(carried(`vendor=${'x'.repeat(200)},${'other=1,'.repeat(200)}`)).toBeUndefined();
  expect(carried('no key and no value')).toBeUndefined();
});

test('work is followed through what others call back', async () => {
  const { tracing } = await traceToReceiver();
  const requests = ['1', '2'].map((digit) =>
    tracing.startRequest(
      { traceparent: `00-${digit.repeat(32)}-00f067aa0ba902b7-01` },
      { method: 'GET', followsSampling: true },
    ),
  );
  const idOf = () => tracing.ids().trace_id;
  const bound = requests[0]!.run(() => tracing.bind(idOf));
  expect(requests[1]!.run(() => [bound(), idOf()])).toEqual(['1'.repeat(32), '2'.repeat(32)]);
  expect(requests[0]!.run(() => tracing.runFor([], idOf))).toBeUndefined();
});

test('a step that fails is a failed span, with the kind of its error and not the message', async () => {
  const { tracing, stop, receiver } = await traceToReceiver();
  const job = tracing.startJob({ queue: 'polls', id: 'one' }, undefined);
  const step = () => Promise.reject(new RangeError('hidden'));
  await expect(job.run(() => tracing.span('fetch', { 'sample.size': 5 }, step))).rejects.toThrow();
  job.end('RangeError', true);
  await stop();
  expect(receiver.spans).toMatchObject([
    { name: 'fetch', isError: true, attributes: { 'error.type': 'RangeError', 'sample.size': 5 } },
    { name: 'process polls', isError: true },
  ]);
  expect(receiver.received()).not.toContain('hidden');
});

test('a line of the log has the ids of the span that it belongs to', async () => {
  const { tracing } = await traceToReceiver();
  const lines: string[] = [];
  const log = createLog(
    { name: 'service', level: 'info', secrets: [], idsOfSpan: () => tracing.ids() },
    { write: (line) => void lines.push(line) },
  );
  log.info('outside');
  tracing.startJob({ queue: 'polls', id: 'one' }, undefined).run(() => log.info('inside'));
  const [outside, inside] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(outside).not.toHaveProperty('trace_id');
  expect(inside).toMatchObject({
    trace_id: expect.stringMatching(/^\w{32}$/),
    span_id: expect.stringMatching(/^\w{16}$/),
  });
});

describe('a receiver', () => {
  /** A server that answers with statuses as it is told. */
  async function startServer(answer: (body: Buffer, type: string) => number): Promise<string> {
    const server: Server = createServer(async (request, response) => {
      const body = await buffer(request);
      response.writeHead(answer(body, request.headers['content-type'] ?? '')).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test('gets protocol buffers unless it is to get JSON', async () => {
    const bodies: [type: string, body: Buffer][] = [];
    const address = await startServer((body, type) => {
      bodies.push([type, body]);
      return 200;
    });
    const { tracing, stop } = trace(address, { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' });
    tracing
      .startRequest({ traceparent: `${parent}-01` }, { method: 'GET', followsSampling: true })
      .end('ok', false);
    await stop();
    const [[type, body]] = bodies as [[string, Buffer]];
    expect(type).toBe('application/x-protobuf');
    expect(body.includes(Buffer.from('4bf92f3577b34da6a3ce929d0e0e4736', 'hex'))).toBe(true);
    expect(body.includes('sample-service')).toBe(true);
  });

  test('that refuses is told of once, and again when it takes traces', async () => {
    let status = 400;
    const address = await startServer(() => status);
    const { tracing, stop, reported } = trace(address);
    closers.push(stop);
    let seen = 0;
    const end = () =>
      tracing.startJob({ queue: 'polls', id: String((seen += 1)) }, undefined).end('ok', false);
    end();
    await waitFor(() => reported.length === 1, { what: 'the outage' });
    end();
    status = 200;
    await waitFor(
      () => {
        end();
        return reported.length === 2;
      },
      { what: 'the recovery' },
    );
    expect(reported).toEqual([
      expect.stringMatching(/^outage: /),
      expect.stringMatching(/^recovery: \d+ lost$/),
    ]);
  });

  test('that does not answer does not hold up the end', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const { tracing, stop, reported } = trace(`http://127.0.0.1:${port}`, {
      OTEL_EXPORTER_OTLP_TIMEOUT: '5000',
    });
    tracing.startJob({ queue: 'polls', id: 'one' }, undefined).end('ok', false);
    await stop();
    expect(reported).toEqual([]);
    await waitFor(() => reported.length === 1, { what: 'the end of the export' });
  });
});
