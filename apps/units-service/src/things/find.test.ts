import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { answerBatch, answerOne } from '@trellis/testing';
import fc from 'fast-check';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { lamp, meets, modelThing, storeThings, unitsBelow } from '../testing/model-things.js';
import { allOf } from '../testing/pages.js';
import { bareThing } from '../testing/things.js';
import { findUnits } from '../units/list.js';
import { traverseUnits } from '../units/traversal/traverse.js';
import { findThings } from './find.js';
import { showThings } from './read.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a capability finds the units in or below which a thing of the caller has it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(modelThing, { maxLength: 12 }),
      fc.constantFrom('light', 'thermostat', 'power', 'voltage'),
      fc.integer({ min: 1, max: 5 }),
      fc.nat(4),
      async (things, capability, limit, unit) => {
        const { caller, ids } = await storeThings(database, things);
        const holds = (index: number) =>
          things.some(
            (thing) =>
              thing.units.some((unit) => unitsBelow[index]!.includes(unit)) &&
              meets(thing, { capability }, caller),
          );
        const units = await allOf((cursor) =>
          findUnits(database, { caller, page: { limit, cursor }, filter: { capability } }, patient),
        );
        expect(units).toEqual(ids.filter((_id, index) => holds(index)));
        const direction = 'descendants' as const;
        const under = await allOf((cursor) =>
          traverseUnits(
            database,
            { caller, id: ids[unit]!, direction, page: { limit, cursor }, capability },
            patient,
          ),
        );
        expect(under.toSorted()).toEqual(
          ids
            .filter((_id, at) => at !== unit && unitsBelow[unit]!.includes(at) && holds(at))
            .toSorted(),
        );
      },
    ),
    { numRuns: 40 },
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

test('calls of a batch are answered each for its account, and a unit that is not seen is refused', async () => {
  const one = await storeThings(database, [{ ...lamp, subject: 'alice', units: [0] }]);
  const other = await storeThings(database, []);
  const page = { limit: 10 };
  const asking = (graph: typeof one, filter: object, subject?: string) => ({
    caller: { developer: graph.caller.developer, ...(subject && { subject }) },
    page,
    filter,
  });
  const outcomes = await answerBatch(findThings, database, [
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
  const properties = {
    pin: { writeOnly: true },
    signal: { role: 'diagnostic', readOnly: true, unit: 'dBm' },
    delay: { role: 'configuration' },
    power: { readOnly: true, unit: 'W' },
    on: {},
  };
  const values = { pin: 1, signal: -60, delay: 2, power: 5, on: true };
  for (const id of ids) {
    await database.pool.query(
      `INSERT INTO things (id, developer, title, properties, actions, "values", available, modified)
      VALUES ($1, $2, 'thing', $3, '{}', $4, true, now())`,
      [id, developer, JSON.stringify(properties), JSON.stringify(values)],
    );
  }
  const given = [ids[1]!, randomUUID(), ids[0]!];
  const show = (developer: string, view: 'whole' | 'values', ids: string[]) => ({
    caller: { developer },
    ids,
    view,
  });
  const [shown, whole, nothing, none] = await answerBatch(showThings, database, [
    show(developer, 'values', given),
    show(developer, 'whole', [ids[0]!]),
    show(randomUUID(), 'whole', given),
    show(developer, 'whole', []),
  ]);
  expect(shown).toMatchObject({
    things: [
      { id: ids[1], properties: {}, units: { signal: 'dBm', power: 'W' } },
      { id: ids[0], values: { on: true, power: 5, delay: 2, signal: -60 } },
    ],
    covered: 3,
  });
  // Diagnostics come last.
  expect(JSON.stringify(shown)).toContain('{"on":true,"power":5,"delay":2,"signal":-60}');
  expect(JSON.stringify(shown)).not.toContain('pin');
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
      [id, developer, JSON.stringify({ text: 'x'.repeat(400_000) })],
    );
  }
  const input = { caller: { developer }, ids, view: 'whole' } as const;
  const { things, covered } = await answerOne(showThings, database, input);
  expect(things).toHaveLength(2);
  expect(covered).toBe(2);
});
