import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { changeKind, type ClientChange } from '@trellis/contracts';
import { waitFor } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { readChanges, recordClientChanges } from './changes.js';
import { withHint } from './hints.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** An account whose changes are read from now on. */
async function newAccount() {
  const developer = randomUUID();
  const read = (after?: string) =>
    readChanges(
      database,
      { caller: { developer }, kinds: changeKind.options, limit: 100, ...(after && { after }) },
      patient,
    );
  const { cursor } = await read();
  const run = (sql: string) => database.pool.query(sql.replaceAll('$developer', `'${developer}'`));
  return {
    developer,
    run,
    /** All changes, once no transaction is under way. */
    async changes() {
      await waitFor(async () => !(await read(cursor)).more);
      return (await read(cursor)).changes.map(({ cursor: _cursor, time: _time, ...rest }) => rest);
    },
  };
}

const insertUnits = (count: number) => `
  INSERT INTO units (id, developer, name, type)
  SELECT gen_random_uuid(), $developer, 'Room ' || n, 'room' FROM generate_series(1, ${count}) AS n`;
const own = `(SELECT key FROM units WHERE developer = $developer)`;

test('units that are created with their properties and links are told once each', async () => {
  const { run, changes } = await newAccount();
  await run(`BEGIN; ${insertUnits(3)};
    INSERT INTO unit_properties (unit_key, name, value) SELECT key, 'size', '1' FROM ${own} AS own;
    INSERT INTO unit_links (parent_key, child_key)
      SELECT (SELECT min(key) FROM ${own} AS own), key FROM ${own} AS own
      WHERE key > (SELECT min(key) FROM ${own} AS own);
    COMMIT`);
  expect((await changes()).map(({ kind }) => kind)).toEqual(Array(3).fill('unit_created'));
});

test('properties that a statement changes are one change of each unit', async () => {
  const { run, changes } = await newAccount();
  await run(insertUnits(2));
  await run(`INSERT INTO unit_properties (unit_key, name, value)
    SELECT key, name, '1' FROM ${own} AS own, unnest('{a,b,c}'::text[]) AS name`);
  await run(`DELETE FROM unit_properties WHERE unit_key IN ${own}`);
  expect((await changes()).map(({ kind }) => kind)).toEqual([
    ...Array<string>(2).fill('unit_created'),
    ...Array<string>(4).fill('unit_updated'),
  ]);
});

test('what is rolled back is not told', async () => {
  const { run, changes } = await newAccount();
  await run(`BEGIN; ${insertUnits(2)}; ROLLBACK`);
  expect(await changes()).toEqual([]);
});

test('a change of a client is stored once, however often it is told', async () => {
  const { developer, changes } = await newAccount();
  const hints: string[] = [];
  const ofThings: string[] = [];
  const needs = {
    ...database,
    publishChangesHint: (to: string) => void hints.push(to),
    publishThingsHint: (to: string) => void ofThings.push(to),
  };
  const client = randomUUID();
  const changeOf = (kind: ClientChange['kind']): ClientChange => ({
    id: randomUUID(),
    developer,
    subject: 'alice',
    client,
    kind,
  });
  const [created, deleted] = [changeOf('client_created'), changeOf('client_deleted')];
  await recordClientChanges(needs, { changes: [created] }, patient);
  await Promise.all(
    [1, 2].map(() => recordClientChanges(needs, { changes: [created, deleted, created] }, patient)),
  );
  expect(await changes()).toEqual([
    { kind: 'client_created', id: client, subject: 'alice' },
    { kind: 'client_deleted', id: client, subject: 'alice' },
  ]);
  expect(hints).toContain(developer);
  expect(ofThings).toContain(developer);
});

test('handlers that change something have followers look for it, once they have', async () => {
  const hints: string[] = [];
  const needs = { publishChangesHint: (to: string) => void hints.push(to) };
  const caller = { developer: 'acme' };
  const handle = withHint(async (_needs: object, calls: readonly { input: object }[]) => {
    expect(hints).toEqual([]);
    return calls.map(() => ({}));
  });
  const input = { caller };
  expect(await handle(needs, [{ input }, { input }])).toEqual([{}, {}]);
  expect(hints).toEqual(['acme']);
  const failing = withHint(() => Promise.reject(new Error('It fails.')));
  await expect(failing(needs, { caller })).rejects.toThrow('It fails.');
  expect(hints).toEqual(['acme']);
});
