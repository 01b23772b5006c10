import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { databaseProblem, isForeignKeyViolation } from '@trellis/database';
import { waitFor } from '@trellis/testing';
import { writeInTurn, type Queries } from './database.js';
import { testDatabase, type TestDatabase } from './testing/database.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** Makes every insert into the table of apps fail with this SQLSTATE. */
async function failInserts(state: string): Promise<void> {
  const { database } = testing;
  await database.$executeRawUnsafe(`CREATE OR REPLACE FUNCTION fail() RETURNS trigger
    LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${state}'; END $$`);
  await database.$executeRawUnsafe(
    'CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON apps EXECUTE FUNCTION fail()',
  );
}

const app = { id: 'app', developer: 'developer', name: 'App', secretHash: '' };

/** The ways in which a statement comes through Prisma, each with a form of its own for errors. */
const ways: Record<string, (queries: Queries) => Promise<unknown>> = {
  model: (queries) => queries.app.create({ data: app }),
  raw: (queries) => queries.$executeRaw`
    INSERT INTO apps (id, developer, name, secret_hash) VALUES ('app', 'developer', 'App', '')`,
};

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test.each(['08006', '25006', '40P01', '53300', '57P01', '57P03'])(
  'SQLSTATE %s is the problem "unavailable", whichever way it comes through Prisma',
  async (state) => {
    const { database } = testing;
    await failInserts(state);
    for (const insert of Object.values(ways)) {
      const failures = [
        await failureOf(insert(database)),
        await failureOf(database.$transaction((tx) => insert(tx))),
      ];
      for (const failure of failures) {
        expect(databaseProblem(failure)).toMatchObject({ code: 'unavailable' });
      }
    }
  },
);

test('SQLSTATE 23503 is a foreign key violation, whichever way it comes through Prisma', async () => {
  await failInserts('23503');
  for (const insert of Object.values(ways)) {
    const failure = await failureOf(insert(testing.database));
    expect(isForeignKeyViolation(failure)).toBe(true);
    expect(databaseProblem(failure)).toBeUndefined();
  }
});

test('a write that waits for a lock past its deadline is a timeout, and nothing of it is there afterwards', async () => {
  const { database, pool } = testing;
  await database.$executeRawUnsafe('DROP TRIGGER IF EXISTS fail ON apps');
  const holder = await pool.connect();
  await holder.query('BEGIN; LOCK TABLE apps IN SHARE MODE');
  const deadline = { expiresAt: Date.now() + 300 };
  const of = { developer: app.developer, deadline };
  const late = failureOf(writeInTurn(database, of, (tx) => tx.app.create({ data: app })));
  await waitFor(async () => {
    const { rows } = await pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
    );
    return rows.length > 0 && Date.now() >= deadline.expiresAt;
  });
  await holder.query('ROLLBACK');
  holder.release();
  expect(await late).toMatchObject({ code: 'timeout' });
  expect(await database.app.count()).toBe(0);
});

test('writes of an account that wait for its lock hold one connection, and others get theirs', async () => {
  const { database } = testing;
  const deadline = { expiresAt: Date.now() + 15_000 };
  const began: string[] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const write = (developer: string, until: Promise<unknown>) =>
    writeInTurn(database, { developer, deadline }, async (tx) => {
      await tx.$queryRaw`SELECT 1 AS one`;
      began.push(developer);
      await until;
    });
  const crowd = Array.from({ length: 40 }, () => write('ada', finished));
  await waitFor(() => began.length === 1);
  await write('grace', Promise.resolve());
  expect(began).toEqual(['ada', 'grace']);
  finish();
  await Promise.all(crowd);
  expect(began).toHaveLength(41);
});

test('transactions that find no connection say that the database is busy', async () => {
  const { database } = testing;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const transactions = Array.from({ length: 20 }, () =>
    database.$transaction(() => finished, { maxWait: 300, timeout: 10_000 }),
  );
  const failed = await Promise.any(transactions.map(failureOf));
  finish();
  await Promise.allSettled(transactions);
  expect(databaseProblem(failed)).toMatchObject({
    message: 'The database is busy with other requests.',
  });
});
