import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller, ThingFilter } from '@trellis/contracts';
import { answerOne, answerSet } from '@trellis/testing';
import fc from 'fast-check';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { newGraph } from '../testing/graph.js';
import { bareThing } from '../testing/things.js';
import { findUnits } from '../units/find.js';
import { listThingsBelow } from '../units/traversal/things-below.js';
import { traverseUnits } from '../units/traversal/traverse.js';
import { findThings } from './find.js';
import { showThings } from './show.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A thing of a model: where it is, and what it can do. */
interface ModelThing {
  types: string[];
  /** Whether it has the property `power`. */
  measuresPower: boolean;
  available: boolean;
  subject: string | undefined;
  client: number;
  unit: number;
}

const clients = [randomUUID(), randomUUID()];

const modelThing: fc.Arbitrary<ModelThing> = fc.record({
  types: fc.uniqueArray(fc.constantFrom('Light', 'Thermostat', 'EnergyMonitor')),
  measuresPower: fc.boolean(),
  available: fc.boolean(),
  subject: fc.constantFrom(undefined, 'alice', 'bob'),
  client: fc.nat(1),
  unit: fc.nat(4),
});

const optional = <const T>(...values: T[]) => fc.constantFrom(undefined, undefined, ...values);
const conditions = fc.record({
  type: optional('Light', 'EnergyMonitor'),
  capability: optional('light', 'thermostat', 'power', 'voltage'),
  available: optional(true, false),
  subject: optional('alice'),
  client: optional(...clients, 'no id'),
} satisfies Record<keyof ThingFilter, fc.Arbitrary<unknown>>);

/** Whether a thing of the model meets conditions, as the interface has it. */
function meets(thing: ModelThing, filter: ThingFilter, caller: Caller): boolean {
  const shown = { light: 'Light', thermostat: 'Thermostat' } as Record<string, string>;
  const isCapable =
    filter.capability === undefined ||
    (filter.capability in shown
      ? thing.types.includes(shown[filter.capability]!)
      : filter.capability === 'power' &&
        thing.types.includes('EnergyMonitor') &&
        thing.measuresPower);
  return (
    isCapable &&
    (filter.type === undefined || thing.types.includes(filter.type)) &&
    (filter.available === undefined || thing.available === filter.available) &&
    (filter.subject === undefined || thing.subject === filter.subject) &&
    (filter.client === undefined || clients[thing.client] === filter.client) &&
    (caller.subject === undefined || thing.subject === caller.subject)
  );
}

/** Five units, of which each is below the one before it and the last is below nothing. */
async function store(things: ModelThing[]) {
  const graph = await newGraph(database, 5, [
    [0, 1],
    [1, 2],
    [2, 3],
    [0, 3],
  ]);
  const ids = things.map((): string => randomUUID());
  for (const [index, thing] of things.entries()) {
    const { types, measuresPower, available, subject, client, unit } = thing;
    const properties = measuresPower ? { power: { type: 'number' } } : {};
    const { rows } = await database.pool.query<{ key: string }>(
      `INSERT INTO things (id, developer, subject, client_id, title, types, properties, actions,
        "values", available, modified)
      VALUES ($1, $2, $3, $4, 'thing', $5, $6, '{}', '{}', $7, now()) RETURNING key`,
      [
        ...[ids[index], graph.caller.developer, subject ?? null, clients[client]],
        ...[JSON.stringify(types), JSON.stringify(properties), available],
      ],
    );
    await database.pool.query('INSERT INTO unit_things (unit_key, thing_key) VALUES ($1, $2)', [
      graph.keys[unit],
      rows[0]!.key,
    ]);
  }
  return { ...graph, numbersOf: (found: string[]) => found.map((id) => ids.indexOf(id)) };
}

type Pages = (cursor?: string) => Promise<{ items: string[]; next?: string | undefined }>;

async function allOf(read: Pages): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await read(cursor);
    found.push(...items);
    cursor = next;
  } while (cursor !== undefined);
  return found;
}

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

/** The units at and below each of the five. */
const below = [[0, 1, 2, 3], [1, 2, 3], [2, 3], [3], [4]];

test('any conditions find the things and units that a search through all of them finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(modelThing, { maxLength: 12 }),
      conditions,
      fc.constantFrom(undefined, 'alice'),
      fc.integer({ min: 1, max: 5 }),
      fc.nat(4),
      async (things, filter, subject, limit, unit) => {
        const graph = await store(things);
        const caller = { developer: graph.caller.developer, ...(subject && { subject }) };
        const expected = (isPlaced: (thing: ModelThing) => boolean) =>
          things.flatMap((thing, index) =>
            isPlaced(thing) && meets(thing, filter, caller) ? [index] : [],
          );
        const find = (place: { in?: string } = {}) =>
          allOf((cursor) =>
            answerOne(findThings, database, {
              caller,
              page: { limit, cursor },
              filter: { ...filter, ...place },
            }),
          );
        expect(graph.numbersOf(await find())).toEqual(expected(() => true));
        if (subject !== undefined) return;
        const id = graph.ids[unit]!;
        expect(graph.numbersOf(await find({ in: id }))).toEqual(
          expected((thing) => thing.unit === unit),
        );
        const walked = await allOf((cursor) =>
          listThingsBelow(database, { caller, id, page: { limit, cursor }, filter }, patient),
        );
        expect(sorted(graph.numbersOf(walked))).toEqual(
          expected((thing) => below[unit]!.includes(thing.unit)),
        );
        const { capability } = filter;
        if (capability === undefined) return;
        const holds = (place: number) =>
          things.some(
            (thing) => below[place]!.includes(thing.unit) && meets(thing, { capability }, caller),
          );
        const units = await allOf((cursor) =>
          findUnits(database, { caller, page: { limit, cursor }, filter: { capability } }, patient),
        );
        expect(units).toEqual(graph.ids.filter((_id, place) => holds(place)));
        const under = await allOf((cursor) =>
          traverseUnits(
            database,
            { caller, id, direction: 'descendants', page: { limit, cursor }, capability },
            patient,
          ),
        );
        expect(under.toSorted()).toEqual(
          graph.ids
            .filter((_id, at) => at !== unit && below[unit]!.includes(at) && holds(at))
            .toSorted(),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('types are found as they are after a change, and not after a removal', async () => {
  const developer = randomUUID();
  const find = async (type: string) =>
    answerOne(findThings, database, {
      caller: { developer },
      page: { limit: 10 },
      filter: { type },
    });
  const { id } = bareThing();
  const values = [id, developer, '["Light"]'];
  await database.pool.query(
    `INSERT INTO things (id, developer, title, types, properties, actions, "values", available, modified)
    VALUES ($1, $2, 'thing', $3, '{}', '{}', '{}', true, now())`,
    values,
  );
  expect(await find('Light')).toEqual({ items: [id] });
  await database.pool.query(`UPDATE things SET types = '["Lock"]' WHERE id = $1`, [id]);
  expect([await find('Light'), await find('Lock')]).toEqual([{ items: [] }, { items: [id] }]);
  await database.pool.query('DELETE FROM things WHERE id = $1', [id]);
  expect(await find('Lock')).toEqual({ items: [] });
});

test('calls of a set are answered each for its account, and a unit that is not seen is refused', async () => {
  const one = await store([
    { types: [], measuresPower: false, available: true, subject: 'alice', client: 0, unit: 0 },
  ]);
  const other = await store([]);
  const page = { limit: 10 };
  const asking = (graph: typeof one, filter: object, subject?: string) => ({
    caller: { developer: graph.caller.developer, ...(subject && { subject }) },
    page,
    filter,
  });
  const outcomes = await answerSet(findThings, database, [
    asking(one, { in: one.ids[0] }),
    asking(other, { in: one.ids[0] }),
    asking(one, { in: one.ids[0] }, 'alice'),
    asking(one, { in: 'no id' }),
    asking(one, { available: true }),
    asking(other, { available: true }),
  ]);
  const refused = expect.objectContaining({
    code: 'invalid_request',
    extras: { errors: [{ pointer: '/query/in', detail: 'There is no such unit.' }] },
  });
  const found = { items: [expect.any(String)] };
  expect(outcomes).toEqual([found, refused, refused, refused, found, { items: [] }]);
});

test('things are shown in the order of their ids, without what is not to be read', async () => {
  const developer = randomUUID();
  const ids = [randomUUID(), randomUUID()];
  const properties = { pin: { writeOnly: true }, on: {} };
  for (const id of ids) {
    await database.pool.query(
      `INSERT INTO things (id, developer, title, properties, actions, "values", available, modified)
      VALUES ($1, $2, 'thing', $3, '{}', '{"pin":1,"on":true}', true, now())`,
      [id, developer, JSON.stringify(properties)],
    );
  }
  const given = [ids[1]!, randomUUID(), ids[0]!];
  const show = (developer: string, view: 'whole' | 'values', ids: string[]) => ({
    caller: { developer },
    ids,
    view,
  });
  const [values, whole, nothing, none] = await answerSet(showThings, database, [
    show(developer, 'values', given),
    show(developer, 'whole', [ids[0]!]),
    show(randomUUID(), 'whole', given),
    show(developer, 'whole', []),
  ]);
  expect(values).toMatchObject({
    things: [{ id: ids[1] }, { id: ids[0], values: { on: true }, properties: {} }],
    covered: 3,
  });
  expect(JSON.stringify(values)).not.toContain('pin');
  expect(whole).toMatchObject({ things: [{ properties }], covered: 1 });
  expect([nothing, none]).toEqual([
    { things: [], covered: 3 },
    { things: [], covered: 0 },
  ]);
});

test('things that an answer has no room for are left to the next', async () => {
  const developer = randomUUID();
  const ids = [1, 2, 3].map(() => randomUUID());
  for (const id of ids) {
    await database.pool.query(
      `INSERT INTO things (id, developer, title, properties, actions, "values", available, modified)
      VALUES ($1, $2, 'thing', '{}', '{}', $3, true, now())`,
      [id, developer, JSON.stringify({ text: 'x'.repeat(1_500_000) })],
    );
  }
  const input = { caller: { developer }, ids, view: 'whole' } as const;
  const { things, covered } = await answerOne(showThings, database, input);
  expect(things).toHaveLength(2);
  expect(covered).toBe(2);
});
