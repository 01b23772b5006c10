import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AuditEntry } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import { v7 as newId } from 'uuid';
import type { Database } from '../database/open.js';
import { patient } from '../testing/context.js';
import { openTestDatabase } from '../testing/database.js';
import { listAudit, maxScanned } from './list.js';
import { leastIdAt, purgeAudit, recordEntries, storeEntries, timeOf } from './record.js';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let developer: string;
beforeEach(() => {
  developer = randomUUID();
});

/** The id of an entry at an instant (milliseconds since the epoch). */
const idAt = (instant: number) => newId({ msecs: instant });

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: newId(),
  developer,
  actor: { type: 'app', id: 'app' },
  operation: 'createUnit',
  resource: { type: 'unit', ids: ['a'] },
  status: 201,
  ...more,
});

const store = (...entries: AuditEntry[]) => storeEntries(database.pool, entries);

const page = (
  filter: Parameters<typeof listAudit>[1]['filter'] = {},
  { cursor, limit = 1000, subject }: { cursor?: string; limit?: number; subject?: string } = {},
) =>
  listAudit(
    database,
    {
      caller: { developer, ...(subject !== undefined && { subject }) },
      page: { limit, ...(cursor !== undefined && { cursor }) },
      filter,
    },
    patient,
  );
const idsOf = ({ items }: Awaited<ReturnType<typeof page>>) => items.map(({ id }) => id);

test('an entry comes back as it was recorded, with its time', async () => {
  const full = entry({
    id: idAt(Date.UTC(2026, 10, 22, 8)),
    actor: { type: 'subject', id: 'alice' },
    subject: 'alice',
    resource: { type: 'unit', ids: ['a', 'b'] },
    status: 409,
    problem: 'unit_cycle',
    items: { succeeded: 2, failed: 1 },
    request_id: 'request',
    address: '192.0.2.1',
    user_agent: 'curl',
  });
  await store(full);
  const { developer: _, ...shown } = full;
  expect(await page()).toEqual({ items: [{ ...shown, time: '2026-11-22T08:00:00.000Z' }] });
});

test('an entry of a command has neither a request nor a status', async () => {
  const { status: _, ...command } = entry({
    actor: { type: 'operator', id: 'root' },
    resource: { type: 'secrets', ids: [] },
  });
  await store(command);
  const { developer: __, ...shown } = command;
  expect((await page()).items).toEqual([{ ...shown, time: timeOf(command.id) }]);
});

test('calls that arrive together are stored together, and an entry that comes twice is stored once', async () => {
  const [one, two] = [entry(), entry()];
  const calls = [{ entries: [one, two] }, { entries: [two] }];
  expect(await answerBatch(recordEntries, database, calls)).toEqual([{}, {}]);
  await answerOne(recordEntries, database, { entries: [one] });
  expect(idsOf(await page())).toEqual([two.id, one.id]);
});

test('an entry cannot be changed', async () => {
  await store(entry());
  const change = database.pool.query('UPDATE audit_entries SET status = 200');
  await expect(change).rejects.toThrow('cannot be changed');
});

describe('the log of a developer', () => {
  test('has nothing of another, whatever is asked for', async () => {
    const theirs = entry({ developer: randomUUID(), resource: { type: 'unit', ids: ['theirs'] } });
    await store(theirs);
    expect(await page()).toEqual({ items: [] });
    expect(await page({ resource: 'theirs' })).toEqual({ items: [] });
    expect(await page({}, { cursor: leastIdAt(Date.now() + 60_000) })).toEqual({ items: [] });
  });

  test('is read page by page, newest first, each entry once', async () => {
    const entries = Array.from({ length: 7 }, (_, index) => entry({ id: idAt(1_000 + index) }));
    await store(...entries);
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, next } = await page({}, { limit: 3, ...(cursor && { cursor }) });
      expect(items.length).toBeLessThanOrEqual(3);
      read.push(...items.map(({ id }) => id));
      cursor = next;
    } while (cursor !== undefined);
    expect(read).toEqual(entries.map(({ id }) => id).reverse());
  });

  test('is read from an instant on, and up to before one', async () => {
    const at = (instant: number) => entry({ id: idAt(instant) });
    const [first, second, third] = [at(1_000), at(2_000), at(3_000)];
    await store(first, second, third);
    expect(idsOf(await page({ from: 2_000 }))).toEqual([third.id, second.id]);
    expect(idsOf(await page({ from: 2_001 }))).toEqual([third.id]);
    expect(idsOf(await page({ to: 2_000 }))).toEqual([first.id]);
    expect(idsOf(await page({ to: 2_001 }))).toEqual([second.id, first.id]);
    const late = await page({ to: 2_500 }, { cursor: third.id });
    expect(idsOf(late)).toEqual([second.id, first.id]);
  });

  test('is filtered by each of the conditions, and by all of them', async () => {
    const entries = {
      subject: entry({ subject: 'alice' }),
      actor: entry({ actor: { type: 'app', id: 'other' } }),
      operation: entry({ operation: 'deleteUnit' }),
      resource: entry({ resource: { type: 'unit', ids: ['b', 'c'] } }),
    };
    await store(...Object.values(entries));
    const conditions = {
      subject: 'alice',
      actor: 'other',
      operation: 'deleteUnit',
      resource: 'c',
    };
    for (const name of Object.keys(entries) as (keyof typeof entries)[]) {
      expect(idsOf(await page({ [name]: conditions[name] }))).toEqual([entries[name].id]);
    }
    expect(await page(conditions)).toEqual({ items: [] });
    expect(idsOf(await page({}, { subject: 'alice' }))).toEqual([entries.subject.id]);
    expect(await page({ subject: 'alice' }, { subject: 'bob' })).toEqual({ items: [] });
  });

  test('looks at a bounded number of entries for each page, and goes on', async () => {
    const rare = entry({ id: idAt(1_000), operation: 'rare' });
    const others = Array.from({ length: maxScanned }, (_, index) =>
      entry({ id: idAt(2_000 + index) }),
    );
    await store(rare, ...others);
    const { items, next } = await page({ operation: 'rare' });
    expect(items).toEqual([]);
    expect(await page({ operation: 'rare' }, { cursor: next! })).toMatchObject({
      items: [{ id: rare.id }],
    });
  });
});

test('entries are deleted when they are older than the days to keep them, and no sooner', async () => {
  const dayMs = 86_400_000;
  const [old, young] = [
    entry({ id: idAt(Date.now() - 90 * dayMs - 60_000) }),
    entry({ id: idAt(Date.now() - 90 * dayMs + 60_000) }),
  ];
  await store(old, young);
  await purgeAudit(database.pool, 91, new Date());
  expect(idsOf(await page())).toEqual([young.id, old.id]);
  await purgeAudit(database.pool, 90, new Date());
  expect(idsOf(await page())).toEqual([young.id]);
});
