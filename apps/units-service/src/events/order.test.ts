import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { changeKind, type ClientChange } from '@trellis/contracts';
import { answerBatch, answerOne, waitFor } from '@trellis/testing';
import fc from 'fast-check';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { bareThing } from '../testing/things.js';
import { newUnit } from '../testing/units.js';
import { afterWaiting, untilWaiting } from '../testing/waiting.js';
import { createThing } from '../things/change.js';
import { upsertThings } from '../things/upsert.js';
import { writeThing } from '../things/write.js';
import { createUnit } from '../units/write.js';
import { addSubject, addThing, removeReference } from '../units/references.js';
import { readChanges, recordClientChanges } from './changes.js';
import { readEvents } from './read.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => needsOf(database);

/** An account whose events and changes are read from now on. */
async function newAccount() {
  const caller = { developer: randomUUID() };
  const page = { caller, limit: 1_000 };
  const { cursor: after } = await readEvents(database, page, patient);
  const createThings = async (count: number) => {
    const ids = Array.from({ length: count }, () => randomUUID());
    for (const id of ids) {
      await answerOne(createThing, needs(), { caller, id, app: 'app', state: bareThing(id) });
    }
    return ids;
  };
  const all = () =>
    waitFor(async () => {
      const { events, more } = await readEvents(database, { ...page, after }, patient);
      return more ? undefined : events;
    });
  return {
    caller,
    createThings,
    all,
    /** The values that each thing has had, in the order in which they are told. */
    async values() {
      const values = new Map<string, unknown[]>();
      for (const event of await all()) {
        if (event.kind !== 'property_changed') continue;
        values.set(event.thing, [...(values.get(event.thing) ?? []), event.value]);
      }
      return values;
    },
    changes: () =>
      waitFor(async () => {
        const question = { ...page, kinds: changeKind.options, after };
        const { changes, more } = await readChanges(database, question, patient);
        return more ? undefined : changes;
      }),
  };
}

const touch = (table: string) => `UPDATE ${table} SET id = id WHERE id = $1`;

test('values are told in their order, although the batch that stores the last began to lock first', async () => {
  const { caller, createThings, values } = await newAccount();
  const [first, second, third] = (await createThings(3)) as [string, string, string];
  const write = (id: string, n: number) => ({ caller, id, values: { n } });
  await afterWaiting(
    database.pool,
    { text: touch('things'), values: [second] },
    () => answerBatch(writeThing, needs(), [write(first, 2), write(second, 2), write(third, 2)]),
    () => answerOne(writeThing, needs(), write(third, 1)),
  );
  expect((await values()).get(third)).toEqual([1, 2]);
});

test('what clients find is told in its order, although the batch that stores the last began to lock first', async () => {
  const { caller, values } = await newAccount();
  const clients = Array.from({ length: 3 }, () => randomUUID()).sort();
  const things = clients.map(() => randomUUID());
  const find = (index: number, n: number) => ({
    client: clients[index]!,
    ...caller,
    subject: 'alice',
    vanished: [],
    things: [{ ...bareThing(things[index]), values: { n } }],
  });
  const findAll = (n: number) =>
    answerBatch(
      upsertThings,
      needs(),
      clients.map((_client, index) => find(index, n)),
    );
  await findAll(0);
  await afterWaiting(
    database.pool,
    { text: touch('clients'), values: [clients[1]] },
    () => findAll(2),
    () => answerOne(upsertThings, needs(), find(2, 1)),
  );
  expect((await values()).get(things[2]!)).toEqual([1, 2]);
});

test('what happens to a thing is told after the value that it had before', async () => {
  const { caller, all } = await newAccount();
  const thing = { ...bareThing(), events: { pressed: {} } };
  const client = { client: randomUUID(), ...caller, subject: 'alice', vanished: [] };
  const pressed = { thing: thing.id, name: 'pressed', occurred: '2026-11-23T01:02:03.456Z' };
  await answerOne(upsertThings, needs(), { ...client, things: [thing] });
  await afterWaiting(
    database.pool,
    { text: `UPDATE things SET "values" = '{"n": 1}' WHERE id = $1`, values: [thing.id] },
    () =>
      answerOne(upsertThings, needs(), {
        ...client,
        things: [],
        occurrences: [{ id: randomUUID(), ...pressed }],
      }),
  );
  expect((await all()).map(({ kind }) => kind)).toEqual([
    'thing_created',
    'property_changed',
    'thing_event',
  ]);
});

test('a link that was removed is told to be so after it was added', async () => {
  const { caller, createThings, changes } = await newAccount();
  const units = [newUnit(caller), newUnit(caller)];
  await answerBatch(createUnit, needs(), units);
  const [id, other] = units.map((unit) => unit.id) as [string, string];
  const things = await createThings(2);
  for (const thing of things) await answerOne(addThing, needs(), { caller, id, thing });
  await afterWaiting(
    database.pool,
    {
      text: `UPDATE unit_things SET key = unit_things.key FROM things
        WHERE thing_key = things.key AND things.id = $1`,
      values: [things[1]],
    },
    () =>
      answerBatch(removeReference, needs(), [
        ...things.map((thing) => ({ caller, id, relation: 'things' as const, other: thing })),
        { caller, id: other, relation: 'subjects', other: 'alice' },
      ]),
    () => answerOne(addSubject, needs(), { caller, id: other, subject: 'alice' }),
  );
  const links = (await changes()).filter(({ kind, id }) => id === other && kind !== 'unit_created');
  expect(links.map(({ kind }) => kind)).toEqual(['unit_linked', 'unit_unlinked']);
});

test('changes of clients that two processes tell at once are told in their order', async () => {
  const { caller, changes } = await newAccount();
  const client = randomUUID();
  // Ids are noted in their order: the last change first, and then one that has to wait.
  const [last, pending, ...ids] = Array.from({ length: 4 }, () => randomUUID()).sort();
  const changeOf = (id: string, kind: ClientChange['kind'], of = client): ClientChange => ({
    id,
    ...caller,
    subject: 'alice',
    client: of,
    kind,
  });
  const first = [changeOf(ids[0]!, 'client_created'), changeOf(ids[1]!, 'client_updated')];
  const later = [
    changeOf(pending!, 'client_created', randomUUID()),
    changeOf(last!, 'client_deleted'),
  ];
  const publish = () => undefined;
  const tellers = { ...database, publishChangesHint: publish, publishThingsHint: publish };
  const tell = (changes: ClientChange[]) => recordClientChanges(tellers, { changes }, patient);
  let other: Promise<unknown> | undefined;
  await afterWaiting(
    database.pool,
    { text: 'INSERT INTO occurrences (id) VALUES ($1)', values: [pending] },
    () => tell([...first, ...later]),
    async () => {
      other = tell(first);
      await Promise.race([other, untilWaiting(database.pool, 2)]);
    },
  );
  await other;
  const ofClient = (await changes()).filter(({ id }) => id === client);
  expect(ofClient.map(({ kind }) => kind)).toEqual([
    'client_created',
    'client_updated',
    'client_deleted',
  ]);
});

/** A writer's transaction, which counts up values of a few things one by one, in any order of locks. */
const transaction = fc.record({
  things: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }),
  /** How many other things happen after each. */
  ticks: fc.nat(10),
});
const writers = fc.array(fc.array(transaction, { maxLength: 8 }), { minLength: 2, maxLength: 4 });

const countUp = `
  UPDATE things SET "values" = json_build_object('n', coalesce(("values"::json ->> 'n')::int, 0) + 1)::text
  WHERE id = $1`;

type Transaction = typeof transaction extends fc.Arbitrary<infer T> ? T : never;

/** Carries out a transaction; one that is in a deadlock with others is rolled back. */
async function write(ids: string[], { things, ticks }: Transaction): Promise<void> {
  const db = await database.pool.connect();
  try {
    await db.query(`BEGIN; SET LOCAL deadlock_timeout = '20ms'`);
    for (const thing of things) {
      await db.query(countUp, [ids[thing]]);
      for (let tick = 0; tick < ticks; tick += 1) await nextTurn();
    }
    await db.query('COMMIT');
  } catch {
    await db.query('ROLLBACK');
  } finally {
    db.release();
  }
}

test('values are told in their order, however transactions overlap', async () => {
  await fc.assert(
    fc.asyncProperty(writers, async (plans) => {
      const { createThings, values } = await newAccount();
      const ids = await createThings(3);
      await Promise.all(
        plans.map(async (plan) => {
          for (const one of plan) await write(ids, one);
        }),
      );
      for (const series of (await values()).values()) {
        expect(series).toEqual(Array.from(series, (_, index) => index + 1));
      }
    }),
    { numRuns: 25 },
  );
});
