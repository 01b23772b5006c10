import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { modelSchedule, unitsContract } from '@trellis/contracts';
import {
  connectBroker,
  createScheduler,
  connectRpcClient,
  serve,
  type Broker,
  type RpcClient,
} from '@trellis/messaging';
import { startTracing, type Tracing } from '@trellis/platform';
import {
  answerOne,
  backends,
  startOtlpReceiver,
  testBroker,
  waitFor,
  type OtlpReceiver,
  type ReceivedSpan,
} from '@trellis/testing';
import { configuration } from './configuration.js';
import { handlers } from './handlers.js';
import { createPurgeClock } from '@trellis/database';
import { openTestDatabase, type TestDatabase } from './testing/database.js';
import { newUnit, withoutJsonLd } from './testing/units.js';
import { createUnit } from './units/write.js';

const closers: (() => Promise<unknown>)[] = [];
let receiver: OtlpReceiver;
let gateway: Tracing;
let database: TestDatabase;
let call: RpcClient<typeof unitsContract>;

/** Traces what one of two services does, both of which are in this process. */
function trace(service: string): Tracing {
  const { tracing, stop } = startTracing(
    service,
    configuration.parse({
      DATABASE_URL: 'postgresql://localhost/unused',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '10',
    }),
    { onOutage: (error) => void failures.push(error), onRecovery: () => undefined },
  )!;
  closers.unshift(stop);
  return tracing;
}

const failures: Error[] = [];

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  closers.unshift(receiver.close);
  const address = await testBroker(backends[0].backend);
  const connect = async (tracer: Tracing): Promise<Broker> => {
    const broker = await connectBroker({ ...address, tracer });
    closers.unshift(broker.close);
    return broker;
  };
  const tracer = trace('units-service');
  database = await openTestDatabase({ tracer });
  closers.unshift(database.close);
  const serving = await connect(tracer);
  serve(serving, {
    contract: unitsContract,
    handlers,
    needs: {
      ...database,
      jsonLd: withoutJsonLd,
      historyDays: 7,
      clock: serving.clock,
      purgeClock: createPurgeClock(database.pool, { warn: () => undefined }),
      publishThingsHint: async () => undefined,
      publishChangesHint: () => undefined,
      modelImports: createScheduler(serving, modelSchedule),
    },
    onUnexpected: (error) => void failures.push(error as Error),
  });
  gateway = trace('api-gateway');
  call = await connectRpcClient(await connect(gateway), unitsContract);
});
afterAll(async () => {
  for (const close of closers) await close();
  expect(failures).toEqual([]);
});

const newTraceId = () => randomUUID().replaceAll('-', '');

/** Reads units as requests that arrive together do; each continues a trace of its caller. */
async function readTogether(requests: { traceId: string; flags: string }[]): Promise<void> {
  const caller = { developer: 'acme' };
  const unit = newUnit(caller);
  await answerOne(createUnit, { ...database, jsonLd: withoutJsonLd }, unit);
  await Promise.all(
    requests.map(async ({ traceId, flags }) => {
      const traceparent = `00-${traceId}-00f067aa0ba902b7-${flags}`;
      const method = { method: 'GET', followsSampling: true };
      const span = gateway.startRequest({ traceparent }, method);
      await span.run(() => call('units.read', { caller, id: unit.id }));
      span.end('ok', false);
    }),
  );
}

const inTrace = (traceId: string) => (span: ReceivedSpan) => span.traceId === traceId;

/** The spans of a trace as a tree: each line has what is below the line before it. */
async function pathOf(traceId: string): Promise<ReceivedSpan[]> {
  await receiver.find((span) => inTrace(traceId)(span) && span.kind === 'server', 'the request');
  await receiver.find((span) => inTrace(traceId)(span) && span.kind === 'consumer', 'the answer');
  const spans = receiver.spans.filter(inTrace(traceId));
  const below = (id: string): ReceivedSpan[] =>
    spans
      .filter(({ parentSpanId }) => parentSpanId === id)
      .flatMap((span) => [span, ...below(span.spanId)]);
  const path = below('00f067aa0ba902b7');
  expect(path).toHaveLength(spans.length);
  return path;
}

const shown = ({ service, kind, name }: ReceivedSpan) => `${service} ${kind} ${name}`;

test('three calls that share a job and a statement are in three traces, each with the whole way', async () => {
  const requests = [1, 2, 3].map(() => ({ traceId: newTraceId(), flags: '01' }));
  await readTogether(requests);
  for (const { traceId } of requests) {
    const path = await pathOf(traceId);
    expect(path.map(shown)).toEqual([
      'api-gateway server GET',
      'api-gateway client units.read',
      'units-service consumer units.read',
      'units-service client SQL units.read',
    ]);
    const [, , answer, statement] = path;
    expect(answer).toMatchObject({ events: ['reply'], isError: false });
    // One statement has answered all of them.
    expect(statement!.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.query.summary': 'units.read',
      'db.response.returned_rows': 3,
      'trellis.batch.size': 3,
    });
  }
});

test('a call that is not recorded leaves its neighbor in the batch what it took, and nothing of its own', async () => {
  const [silent, loud] = [newTraceId(), newTraceId()];
  await readTogether([
    { traceId: silent, flags: '00' },
    { traceId: loud, flags: '01' },
  ]);
  const path = await pathOf(loud);
  expect(path.map(shown)).toHaveLength(4);
  expect(path[3]!.attributes).toMatchObject({ 'trellis.batch.size': 2 });
  expect(receiver.spans.filter(inTrace(silent))).toEqual([]);
});

test('calls of one request that share a statement have it once', async () => {
  const traceId = newTraceId();
  const caller = { developer: 'acme' };
  const units = [newUnit(caller), newUnit(caller)];
  const span = gateway.startRequest(
    { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    { method: 'POST', followsSampling: true },
  );
  await span.run(() => Promise.all(units.map((unit) => call('units.create', unit))));
  span.end('ok', false);
  const answers = () =>
    receiver.spans.filter((each) => inTrace(traceId)(each) && each.kind === 'consumer');
  await waitFor(() => answers().length === 2, { what: 'both answers' });
  const path = (await pathOf(traceId)).map(shown);
  expect(path.filter((line) => line.startsWith('units-service client SQL'))).toEqual([
    'units-service client SQL units.create',
  ]);
});

test('a call that fails says how, and is a failed one only when that is our fault', async () => {
  const traceId = newTraceId();
  const span = gateway.startRequest(
    { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    { method: 'GET', followsSampling: true },
  );
  const missing = { caller: { developer: 'acme' }, id: randomUUID() };
  await expect(span.run(() => call('units.read', missing))).rejects.toThrow();
  span.end('ok', false);
  const [, made, answered] = await pathOf(traceId);
  for (const each of [made, answered]) {
    expect(each).toMatchObject({ attributes: { 'error.type': 'not_found' }, isError: false });
  }
});
