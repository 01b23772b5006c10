import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { answerOne } from '@trellis/testing';
import { registerSubject } from '../subjects/subjects.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { createThing, removeThing } from '../things/change.js';
import { upsertThings } from '../things/upsert.js';
import { writeThing } from '../things/write.js';
import { createUnit, removeUnit } from '../units/write.js';
import { importUnits } from '../units/import/import.js';
import { linkUnits } from '../units/link.js';
import { addProperty, removeProperty } from '../units/properties.js';
import { addSubject, addThing, removeReference } from '../units/references.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const caller = { developer: randomUUID() };
const unit = { caller, id: randomUUID(), name: 'Kitchen', type: 'room', properties: [] };
const thing = {
  caller,
  id: randomUUID(),
  app: 'app',
  state: {
    title: 'Lamp',
    types: [],
    properties: {},
    actions: {},
    events: {},
    values: { on: false },
    available: true,
  },
};
const property = { name: 'area', value: 12 };
const newId = randomUUID();
const onUnit = { caller, id: unit.id };
const onThing = { caller, id: thing.id };
const found = { ...thing.state, id: newId };
const client = { client: newId, developer: caller.developer, subject: 'alice' };

const needs = () => ({
  ...database,
  publishThingsHint: () => undefined,
  jsonLd: { check: async () => ({}), close: async () => undefined },
});

/** Every handler that writes for a caller, as one call with a deadline. */
const writes: Record<string, (deadline: { expiresAt: number }) => Promise<unknown>> = {
  'units.create': (deadline) =>
    createUnit(needs(), [{ input: { ...unit, id: newId }, ...deadline }]),
  'units.remove': (deadline) => removeUnit(needs(), [{ input: onUnit, ...deadline }]),
  'units.link': (deadline) =>
    linkUnits(needs(), [{ input: { ...onUnit, role: 'children', other: other.id }, ...deadline }]),
  'units.add_subject': (deadline) =>
    addSubject(needs(), [{ input: { ...onUnit, subject: 'bob' }, ...deadline }]),
  'units.add_thing': (deadline) =>
    addThing(needs(), [{ input: { ...onUnit, thing: thing.id }, ...deadline }]),
  'units.remove_reference': (deadline) =>
    removeReference(needs(), [
      { input: { ...onUnit, relation: 'subjects', other: 'alice' }, ...deadline },
    ]),
  'units.add_property': (deadline) =>
    addProperty(needs(), [
      { input: { ...onUnit, property: { name: 'new', value: 1 } }, ...deadline },
    ]),
  'units.remove_property': (deadline) =>
    removeProperty(needs(), [{ input: { ...onUnit, name: property.name }, ...deadline }]),
  'units.import': (deadline) =>
    importUnits(needs(), { caller, lines: [{ id: 'new', name: 'Hall', type: 'room' }] }, deadline),
  'subjects.register': (deadline) =>
    registerSubject(needs(), [{ input: { ...caller, subject: 'new' }, ...deadline }]),
  'things.create': (deadline) =>
    createThing(needs(), [{ input: { ...thing, id: newId }, ...deadline }]),
  'things.write': (deadline) =>
    writeThing(needs(), [{ input: { ...onThing, values: { on: true } }, ...deadline }]),
  'things.remove': (deadline) => removeThing(needs(), onThing, deadline),
  'things.upsert': (deadline) =>
    upsertThings(needs(), [{ input: { ...client, things: [found], vanished: [] }, ...deadline }]),
};
const other = { ...unit, id: randomUUID() };

beforeAll(async () => {
  for (const input of [{ ...unit, properties: [property] }, other]) {
    await answerOne(createUnit, needs(), input);
  }
  await answerOne(createThing, needs(), thing);
  await answerOne(addSubject, needs(), { ...onUnit, subject: 'alice' });
});

const tables = [
  'units',
  'unit_links',
  'unit_subjects',
  'unit_things',
  'unit_properties',
  'subjects',
  'things',
];

/** Everything that is stored for callers. */
async function stored(): Promise<unknown[]> {
  const rows = tables.map((table) =>
    database.pool.query(`SELECT coalesce(json_agg(t), '[]') AS rows FROM ${table} t`),
  );
  return (await Promise.all(rows)).map((result) => result.rows[0] as unknown);
}

test.each(Object.entries(writes))(
  '%s that waits for a lock past its deadline is a timeout, and nothing of it is there afterwards',
  async (_call, write) => {
    const before = await stored();
    const holder = await database.pool.connect();
    try {
      await holder.query(`BEGIN; LOCK TABLE ${tables.join(', ')} IN SHARE MODE`);
      const late = write({ expiresAt: Date.now() + 300 });
      await expect(late).rejects.toMatchObject({ code: 'timeout' });
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect(await stored()).toEqual(before);
  },
);
