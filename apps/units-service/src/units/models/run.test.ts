import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { modelSchedule, type Caller } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import { connectBroker, createScheduler, type Broker } from '@trellis/messaging';
import { backends, testBroker, waitFor } from '@trellis/testing';
import { patient } from '../../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../../testing/database.js';
import { openTestProcessor } from '../../testing/json-ld.js';
import type { JsonLdProcessor } from '../json-ld/processor.js';
import {
  admitModel,
  cancelModelImport,
  purgeImports,
  readModelImport,
  resumeImports,
  startModelImport,
  type ModelScheduler,
} from './imports.js';
import { addImport, lockImports } from './imports.sql.js';
import { openModelReader, type ModelReader } from './reader.js';
import { runImport, startImportWorker, type ImportNeeds } from './run.js';

let database: TestDatabase;
let broker: Broker;
let jsonLd: JsonLdProcessor;
let models: ModelReader;
let modelImports: ModelScheduler;
const logged: unknown[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  broker = await connectBroker(await testBroker(backends[0].backend));
  jsonLd = openTestProcessor();
  models = openModelReader({ onError: (error) => void logged.push(error) });
  modelImports = createScheduler(broker, modelSchedule);
});
afterAll(async () => {
  await broker.close();
  await models.close();
  await jsonLd.close();
  await database.close();
});

const needs = (more: Partial<ImportNeeds> = {}): ImportNeeds => ({
  ...database,
  jsonLd,
  models,
  publishChangesHint: () => undefined,
  stopping: new AbortController().signal,
  log: { warn: (entry: unknown) => void logged.push(entry) },
  ...more,
});

const newCaller = (): Caller => ({ developer: randomUUID() });

const rooms = (count: number) =>
  [
    '@prefix brick: <https://brickschema.org/schema/Brick#> .',
    '@prefix : <http://example.com/house#> .',
    ...Array.from({ length: count }, (_, n) => `:r${n} a brick:Room .`),
  ].join('\n');

async function start(caller: Caller, text = rooms(3), scheduler = modelImports) {
  const { id } = await startModelImport(
    { ...database, modelImports: scheduler },
    {
      caller,
      id: randomUUID(),
      text: gzipSync(text).toString('base64'),
      type: 'text/turtle',
      base: 'http://example.com/',
      preview: false,
      replace: false,
    },
    patient,
  );
  const read = () => readModelImport(database, { caller, id }, patient);
  return { read, cancel: () => cancelModelImport(database, { caller, id }, patient) };
}

test('the imports of a developer run one after another', async () => {
  const caller = newCaller();
  const [first, second] = [await start(caller), await start(caller)];
  expect(await first.read()).toMatchObject({ status: 'pending', failures: [] });
  expect(await runImport(needs(), caller.developer)).toEqual({ afterMs: 0 });
  expect(await first.read()).toMatchObject({ status: 'completed', progress: { created: 3 } });
  expect(await second.read()).toMatchObject({ status: 'pending' });
  expect(await runImport(needs(), caller.developer)).toEqual({ afterMs: expect.any(Number) });
  expect(await second.read()).toMatchObject({
    status: 'completed',
    progress: { units: 3, created: 0, unchanged: 3 },
  });
  expect(await runImport(needs(), caller.developer)).toEqual({ afterMs: 1_000 });
});

/** Runs the oldest import of a developer until its first part is stored. */
async function runOnePart({ developer }: Caller) {
  const stopping = new AbortController();
  const interrupted = { stopping: stopping.signal, publishChangesHint: () => stopping.abort() };
  expect(await runImport(needs(interrupted), developer)).toEqual({ afterMs: 0 });
}

test('a schedule ends only when its developer has been idle for a while', async () => {
  const caller = newCaller();
  expect(await runImport(needs(), caller.developer)).toBe('ended');
  const { cancel } = await start(caller);
  await cancel();
  expect(await runImport(needs(), caller.developer)).toEqual({ afterMs: 1_000 });
  const before = `ended - interval '11 seconds'`;
  await database.pool.query(`UPDATE model_imports SET ended = ${before} WHERE developer = $1`, [
    caller.developer,
  ]);
  expect(await runImport(needs(), caller.developer)).toBe('ended');
});

test('an import that is interrupted continues after its last part', async () => {
  const caller = newCaller();
  const { read } = await start(caller, rooms(250));
  await runOnePart(caller);
  expect(await read()).toMatchObject({ status: 'running', progress: { created: 100 } });
  await runImport(needs(), caller.developer);
  expect(await read()).toMatchObject({
    status: 'completed',
    progress: { units: 250, created: 250, unchanged: 0 },
  });
});

test('an import that is cancelled stores no further part, and one that waits none at all', async () => {
  const caller = newCaller();
  const [running, waiting] = [await start(caller, rooms(250)), await start(caller)];
  expect(await waiting.cancel()).toMatchObject({ status: 'cancelled' });
  await runOnePart(caller);
  expect(await running.cancel()).toMatchObject({ status: 'running' });
  await runImport(needs(), caller.developer);
  expect(await running.read()).toMatchObject({ status: 'cancelled', progress: { created: 100 } });
  expect(await runImport(needs(), caller.developer)).toEqual({ afterMs: 1_000 });
});

test('two runs of an import do not count a part twice', async () => {
  const caller = newCaller();
  const { read } = await start(caller, rooms(250));
  const runs = [1, 2].map(() => runImport(needs(), caller.developer));
  const outcomes = await Promise.all(runs);
  expect(outcomes).toContainEqual({ afterMs: expect.any(Number) });
  while ((await read()).ended === undefined) await runImport(needs(), caller.developer);
  const { progress, status } = await read();
  expect(status).toBe('completed');
  expect(progress!.created + progress!.unchanged).toBe(250);
});

test('units that cannot be stored are listed, and the others are stored', async () => {
  const caller = newCaller();
  const { read } = await start(caller);
  await runImport(needs({ quotas: { ...database.quotas, units: 2 } }), caller.developer);
  const { failures, ...done } = await read();
  expect(done).toMatchObject({ status: 'completed', progress: { created: 2, failed: 1 } });
  expect(failures).toEqual([
    {
      iri: 'http://example.com/house#r2',
      problem: expect.objectContaining({ code: 'quota_exceeded' }),
    },
  ]);
});

test('an import that is interrupted again and again fails', async () => {
  const caller = newCaller();
  const { read } = await start(caller);
  const broken = needs({
    models: { ...models, read: () => Promise.reject(new Error('The process has ended.')) },
  });
  const delays: number[] = [];
  while ((await read()).ended === undefined) {
    const next = await runImport(broken, caller.developer);
    if (next !== 'ended') delays.push(next.afterMs);
  }
  expect(delays.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
  expect(delays).toHaveLength(20);
  expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'internal' } });
});

test('a developer may have 20 imports that wait, and those of others begin meanwhile', async () => {
  const caller = newCaller();
  const waiting = await Promise.all(Array.from({ length: 20 }, () => start(caller)));
  const refused = { code: 'rate_limited' };
  await expect(admitModel(database, { caller }, patient)).rejects.toMatchObject(refused);
  await expect(start(caller)).rejects.toMatchObject(refused);
  await start(newCaller());
  await waiting[0]!.cancel();
  await start(caller);
});

test('two processes that add an import at once do not exceed them', async () => {
  const caller = newCaller();
  await Promise.all(Array.from({ length: 19 }, () => start(caller)));
  const values = ['', 'text/turtle', 'http://example.com/', null, false, false];
  let late!: Promise<PromiseSettledResult<unknown>[]>;
  await inTransaction(database.pool, async (other) => {
    await query(other, lockImports, [caller.developer]);
    await query(other, addImport, [caller.developer, randomUUID(), null, ...values]);
    let isLate = true;
    late = Promise.allSettled([start(caller)]).finally(() => (isLate = false));
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await waitFor(async () => !isLate || (await other.query(waiting)).rowCount === 1);
  });
  expect(await late).toMatchObject([{ status: 'rejected', reason: { code: 'rate_limited' } }]);
});

test('workers run imports, those too whose schedules are lost', async () => {
  const [one, other] = [newCaller(), newCaller()];
  const elsewhere = createScheduler(broker, { ...modelSchedule, queue: 'lost' });
  const lost = await start(other, rooms(3), elsewhere);
  startImportWorker(broker, needs());
  const { read } = await start(one);
  await waitFor(async () => (await read()).status === 'completed');
  await resumeImports({ ...database, modelImports });
  await waitFor(async () => (await lost.read()).status === 'completed');
});

test('imports that have ended are kept for a week', async () => {
  const caller = newCaller();
  const { read } = await start(caller);
  const isEnded = async () => (await read()).ended !== undefined;
  await waitFor(isEnded);
  const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60_000);
  await purgeImports(database.pool, days(6.9));
  expect(await isEnded()).toBe(true);
  await purgeImports(database.pool, days(7.1));
  await expect(read()).rejects.toMatchObject({ code: 'not_found' });
});
