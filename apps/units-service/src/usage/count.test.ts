import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Output, UnitsContract } from '@trellis/contracts';
import { answerOne, waitFor } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { bareThing } from '../testing/things.js';
import { createThing } from '../things/change.js';
import { removeAllThings } from '../things/clients.js';
import { upsertThings } from '../things/upsert.js';
import { writeThing } from '../things/write.js';
import { countChanges } from './count.js';
import { maxCounted } from './count.sql.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({ ...database, publishThingsHint: () => undefined });

type Page = Output<UnitsContract, 'usage.count'>;

/** Counts everything after a position, once no transaction is in progress. */
async function countAll(position?: string): Promise<Page> {
  const counts: Page['counts'] = [];
  for (let at = position; ;) {
    const page = await countChanges(database, at === undefined ? {} : { position: at }, patient);
    counts.push(...page.counts);
    at = page.position;
    const isEnd = at.split('-')[1] === '0';
    if (isEnd) return { ...page, counts };
  }
}

/** Sums the counts of an account by client and subject. */
async function sumsOf(developer: string, { counts }: Page) {
  const sums: Record<string, { events: number; bytes: number; things: number | undefined }> = {};
  for (const { client, subject, ...row } of counts.filter((one) => one.developer === developer)) {
    const key = client ?? `of ${subject}`;
    const before = sums[key] ?? { events: 0, bytes: 0, things: undefined };
    sums[key] = {
      events: before.events + row.events,
      bytes: before.bytes + row.bytes,
      things: row.things,
    };
  }
  return sums;
}

test('each change is counted once, for the client of its thing or the subject', async () => {
  const { position } = await countAll();
  const developer = `developer-${randomUUID()}`;
  const client = randomUUID();
  const caller = { developer, subject: 'alice' };
  const state = { ...bareThing(), properties: { on: { type: 'boolean' as const } }, values: {} };
  const id = randomUUID();
  await answerOne(createThing, needs(), { caller, id, app: 'app', state });
  await answerOne(writeThing, needs(), { caller, id, values: { on: true } });
  const upsert = {
    ...caller,
    client,
    things: [bareThing()],
    vanished: [],
  };
  await answerOne(upsertThings, needs(), upsert);
  const page = await countAll(position);
  const sums = await sumsOf(developer, page);
  expect(sums).toMatchObject({
    [client]: { events: 1, bytes: 0 },
    // The subject, its thing, and the value `true`.
    'of alice': { events: 3, bytes: 4, things: 1 },
  });
  expect((await countAll(page.position)).counts).toEqual([]);

  await removeAllThings(needs(), { developer, clients: [client] }, patient);
  const removed = await sumsOf(developer, await countAll(page.position));
  expect(removed[client]).toMatchObject({ events: 1 });
});

test('a change that is committed late is counted after it is, and none before it twice', async () => {
  const { position } = await countAll();
  const developer = `developer-${randomUUID()}`;
  const register = (name: string) =>
    `INSERT INTO subjects (developer, id) VALUES ('${developer}', '${name}')`;
  const late = await database.pool.connect();
  await late.query('BEGIN');
  await late.query(register('late'));
  await database.pool.query(register('early'));
  const pending = await countChanges(database, { position }, patient);
  expect(pending.more).toBe(false);
  expect(pending.counts.filter((one) => one.developer === developer)).toEqual([]);
  await late.query('COMMIT');
  late.release();
  const after = await sumsOf(developer, await countAll(pending.position));
  expect(after).toMatchObject({ 'of late': { events: 1 }, 'of early': { events: 1 } });
});

test('a long list of changes is counted in pages', async () => {
  const { position } = await countAll();
  const developer = `developer-${randomUUID()}`;
  await database.pool.query(
    `INSERT INTO subjects (developer, id) SELECT $1, n::text FROM generate_series(1, $2) n`,
    [developer, maxCounted + 10],
  );
  await waitFor(async () => (await countChanges(database, { position }, patient)).more);
  const { counts } = await countAll(position);
  const events = counts.filter((one) => one.developer === developer).map((one) => one.events);
  expect(events.reduce((sum, one) => sum + one, 0)).toBe(maxCounted + 10);
});

test('after a position of a database that was restored since, counting goes on', async () => {
  const ahead = await countChanges(database, { position: '99999999999-0-0' }, patient);
  expect(ahead).toMatchObject({ counts: [], more: false });
  expect(Number(ahead.position.split('-')[0])).toBeLessThan(99_999_999_999);
});
