import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OperationFilter, OperationRequest } from '@trellis/contracts';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { startJournal, type EndedOperation } from './journal.js';
import { maxPerClient, maxRuns } from './journal.sql.js';
import { listOperations, readOperation } from './list.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const at = Date.parse('2026-05-04T12:00:00Z');
const log = { info: () => undefined, warn: () => undefined };

/** A journal, and an account with a client. */
function openJournal({ maxBytesPerDay = 1_000_000_000 } = {}) {
  const developer = `developer ${randomUUID()}`;
  const client = randomUUID();
  const published: string[] = [];
  const hints = { publish: async (topic: string) => void published.push(topic) };
  const journal = startJournal({ pool: testing.pool, hints, log, maxBytesPerDay });
  const add = (operation: Partial<EndedOperation> = {}) =>
    journal.add({
      developer,
      client,
      subject: 'alice',
      connectorType: 'test',
      kind: 'poll',
      at,
      durationMs: 5,
      startedBy: { type: 'schedule' },
      ...operation,
    });
  const list = async (filter: OperationFilter = {}, subject?: string, limit = 1_000) => {
    await journal.store();
    const caller = { developer, ...(subject !== undefined && { subject }) };
    const page = { limit };
    return listOperations(testing, { caller, page, filter }, { expiresAt: Infinity });
  };
  return { developer, client, journal, add, list, published };
}

const request = (address: string, body = ''): OperationRequest => ({
  at: new Date(at).toISOString(),
  protocol: 'http',
  method: 'GET',
  address,
  received: { bytes: body.length, body },
});
const failure = {
  code: 'unavailable',
  detail: 'The host cannot be reached.',
  cause: 'connection_refused',
} as const;

test('a failure that repeats is one operation, with its first and last times', async () => {
  const { developer, client, journal, add, list, published } = openJournal();
  for (let n = 0; n < 1_000; n += 1) {
    add({ failure, at: at + n, attempt: n + 1, requests: () => [request(`http://host/${n}`)] });
    if (n % 300 === 0) await journal.store();
  }
  const { items } = await list();
  expect(items).toMatchObject([
    { client, outcome: 'failed', ...failure, count: 1_000, has_requests: true },
  ]);
  const [found] = items;
  expect([found!.first, found!.last].map((time) => Date.parse(time))).toEqual([at, at + 999]);
  expect(found!.runs.map(({ attempt }) => attempt)).toEqual([1_000, 999, 998, 997, 996]);
  const caller = { developer };
  const read = await readOperation(testing, { caller, id: found!.id }, { expiresAt: Infinity });
  expect(read.requests).toEqual([request('http://host/999')]);
  expect(published).toContain(`operations.${developer}`);
  await journal.stop();
});

test('successes are counted, with the last few; failures and other days are told apart', async () => {
  const { journal, add, list } = openJournal();
  for (let n = 0; n < 20; n += 1) add({ at: at + n, counts: { found: n } });
  add({ failure });
  add({ failure: { ...failure, detail: 'Another one.' } });
  add({ failure, at: at + 24 * 60 * 60_000 });
  const { items } = await list();
  expect(items).toHaveLength(4);
  const [success] = (await list({ outcome: 'succeeded' })).items;
  expect(success).toMatchObject({ count: 20, has_requests: false });
  expect(success!.runs.map(({ counts }) => counts?.found)).toEqual([19, 18, 17, 16, 15]);
  expect(success!.runs).toHaveLength(maxRuns);
  await journal.stop();
});

test('an operation that cannot be stored harms none beside it', async () => {
  const { journal, add, list } = openJournal();
  for (const name of ['first', 'un\u0000storable', 'last']) add({ name, isDebugged: true });
  const { items } = await list();
  expect(items.map(({ runs }) => runs[0]?.name).sort()).toEqual(['first', 'last']);
  await journal.stop();
});

test('an operation whose requests cannot be shown is recorded without them', async () => {
  const { journal, add, list } = openJournal();
  const requests = () => {
    throw new Error('unreadable');
  };
  add({ failure, requests });
  expect((await list()).items).toMatchObject([{ ...failure, has_requests: false }]);
  await journal.stop();
});

test('operations that are debugged are told apart', async () => {
  const { journal, add, list } = openJournal();
  for (let n = 0; n < 3; n += 1) {
    add({ at: at + n, isDebugged: true, requests: () => [request('http://host/')] });
  }
  expect((await list()).items.map(({ count }) => count)).toEqual([1, 1, 1]);
  await journal.stop();
});

test('operations are found by what they are and by texts in their addresses and errors', async () => {
  const { client, journal, add, list } = openJournal();
  add({ failure, requests: () => [request('http://hub.local/api/100%_sure')] });
  add({ kind: 'write', failure: { code: 'rejected', detail: 'No.' }, at: at + 60_000 });
  add({ subject: 'bob', client: randomUUID() });
  const kinds = async (filter: OperationFilter, subject?: string) =>
    (await list(filter, subject)).items.map(({ kind, outcome }) => `${kind} ${outcome}`);
  expect(await kinds({ text: 'HUB.local' })).toEqual(['poll failed']);
  expect(await kinds({ text: '100%_s' })).toEqual(['poll failed']);
  expect(await kinds({ text: '100x' })).toEqual([]);
  expect(await kinds({ text: 'cannot be reached' })).toEqual(['poll failed']);
  expect(await kinds({ code: 'rejected' })).toEqual(['write failed']);
  expect(await kinds({ kind: 'write' })).toEqual(['write failed']);
  expect((await kinds({ client })).toSorted()).toEqual(['poll failed', 'write failed']);
  expect(await kinds({ from: at + 30_000 })).toEqual(['write failed']);
  expect((await kinds({ to: at + 30_000 })).toSorted()).toEqual(['poll failed', 'poll succeeded']);
  expect(await kinds({}, 'bob')).toEqual(['poll succeeded']);
  expect(await kinds({ subject: 'alice' }, 'bob')).toEqual([]);
  expect(await kinds({ client }, 'bob')).toEqual([]);
  expect(await kinds({ client: 'none' })).toEqual([]);
  await journal.stop();
});

test('an operation is only read by its account and subject', async () => {
  const { developer, journal, add, list } = openJournal();
  add({ failure });
  const [{ id } = { id: '' }] = (await list()).items;
  const read = (caller: { developer: string; subject?: string }) =>
    readOperation(testing, { caller, id }, { expiresAt: Infinity });
  await expect(read({ developer, subject: 'alice' })).resolves.toMatchObject({ id });
  for (const caller of [{ developer: 'other' }, { developer, subject: 'bob' }]) {
    await expect(read(caller)).rejects.toMatchObject({ code: 'not_found' });
  }
  await journal.stop();
});

test('pages follow each other', async () => {
  const { developer, journal, add, list } = openJournal();
  for (let n = 0; n < 5; n += 1) add({ isDebugged: true, at: at + n });
  const found: string[] = [];
  const first = await list({}, undefined, 2);
  for (let { items, next } = first; ;) {
    found.push(...items.map(({ first }) => first));
    if (next === undefined) break;
    const page = { limit: 2, cursor: next };
    const input = { caller: { developer }, page, filter: {} };
    ({ items, next } = await listOperations(testing, input, { expiresAt: Infinity }));
  }
  expect(found.map((time) => Date.parse(time) - at)).toEqual([4, 3, 2, 1, 0]);
  await journal.stop();
});

test('a client has a bounded number of operations and bytes, and an account of bytes', async () => {
  const body = 'x'.repeat(60_000);
  const { journal, add, list } = openJournal();
  for (let n = 0; n < maxPerClient.operations + 100; n += 1) {
    add({ isDebugged: true, at: at + n, requests: () => [request('http://host/', body)] });
    if (n % 20 === 0) await journal.store();
  }
  const { items } = await list();
  expect(items.length).toBeGreaterThanOrEqual(maxPerClient.operations);
  expect(items.length).toBeLessThan(maxPerClient.operations + 30);
  const recorded = items.filter(({ has_requests }) => has_requests);
  expect(recorded.length * body.length).toBeLessThan(4 * maxPerClient.bytes);
  await journal.stop();

  const small = openJournal({ maxBytesPerDay: 100_000 });
  for (let n = 0; n < 10; n += 1) {
    const client = randomUUID();
    small.add({ client, failure, requests: () => [request('http://host/', body)] });
    await small.journal.store();
  }
  const all = (await small.list()).items;
  expect(all).toHaveLength(10);
  expect(all.filter(({ has_requests }) => has_requests)).toHaveLength(2);
  await small.journal.stop();
});

test('failures that differ each time fill no more than the bytes of their account', async () => {
  const { journal, add, list } = openJournal({ maxBytesPerDay: 20_000 });
  for (let n = 0; n < 100; n += 1) {
    add({ failure: { ...failure, detail: `No answer to request ${n}.` }, at: at + n });
    await journal.store();
  }
  // Those without charge, and 20 of 1 KiB.
  expect((await list()).items).toHaveLength(maxPerClient.free + 20);
  add({ failure: { ...failure, detail: 'No answer to request 5.' }, at: at + 1_000 });
  expect((await list()).items[0]).toMatchObject({ detail: 'No answer to request 5.', count: 2 });
  await journal.stop();
});
