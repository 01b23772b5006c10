import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { answerOne, waitFor } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { createThing } from '../things/change.js';
import { readChanges } from './changes.js';
import { readEvents } from './read.js';
import { maintainChanges } from './retention.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await maintain(7);
});
afterAll(() => database.close());

/** Maintains the partitions of changes as after some days. */
const maintain = (days: number, { after = 0, mayPurge = true } = {}) =>
  maintainChanges(database.pool, days, {
    now: new Date(Date.now() + after * 24 * 60 * 60_000),
    mayPurge,
  });

const caller = { developer: 'acme' };
const kinds = ['thing_created' as const];
const read = (after?: string) =>
  readChanges(database, { caller, kinds, limit: 100, ...(after && { after }) }, patient);
const create = () =>
  answerOne(
    createThing,
    { ...database, publishThingsHint: () => undefined },
    {
      caller,
      id: randomUUID(),
      app: 'app',
      state: {
        title: 'Lamp',
        types: [],
        properties: {},
        actions: {},
        events: {},
        values: {},
        available: true,
      },
    },
  );

async function partitions(): Promise<string[]> {
  const rows = await database.prisma.$queryRaw<{ name: string }[]>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits
    WHERE inhparent = 'changes'::regclass ORDER BY name`;
  return rows.map(({ name }) => name).filter((name) => name !== 'changes_default');
}

test('a day gets its partition in time, and what was stored without one moves there', async () => {
  const { cursor } = await read();
  const last = (await partitions()).at(-1)!;
  await database.prisma.$executeRawUnsafe(`DROP TABLE ${last}`);
  await create();
  await database.prisma.$executeRawUnsafe(
    `UPDATE changes SET created = '${last.slice('changes_'.length)} 05:00:00+00'`,
  );
  const countIn = async (partition: string) => {
    const [row] = await database.prisma.$queryRawUnsafe<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM ${partition}`,
    );
    return row.count;
  };
  expect(await countIn('changes_default')).toBe(1);
  await Promise.all(Array.from({ length: 4 }, () => maintain(7)));
  expect(await countIn('changes_default')).toBe(0);
  expect(await countIn(last)).toBe(1);
  await waitFor(async () => (await read(cursor)).changes.length === 1);
});

test('days past their retention are dropped, and those who were away for longer are told', async () => {
  const { cursor } = await read();
  const [today, tomorrow] = await partitions();
  await create();
  await maintain(1);
  await waitFor(async () => (await read(cursor)).changes.length === 1);
  await maintain(1, { after: 4, mayPurge: false });
  expect(await partitions()).toContain(today);
  await maintain(1, { after: 4 });
  expect(await partitions()).not.toContain(today);
  expect(await partitions()).not.toContain(tomorrow);
  await expect(read(cursor)).rejects.toMatchObject({ code: 'position_gone' });
  expect(await readEvents(database, { caller, after: cursor, limit: 1 }, patient)).toMatchObject({
    events: [],
    missed: true,
  });
});
