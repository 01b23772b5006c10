import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unitsContract, type AuditEntry, type BatchedCall } from '@trellis/contracts';
import { v7 as newId } from 'uuid';
import { handlers } from '../handlers.js';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Name = keyof typeof unitsContract.calls;

/** The calls that may carry the entry of their request. */
const audited = (Object.keys(unitsContract.calls) as Name[]).filter(
  (name) => 'audit' in (unitsContract.calls[name].input as { shape?: object }).shape!,
);

const jsonLd = { expand: async () => undefined, close: async () => undefined };

/** Answers calls as the service does, a batch at a time where it takes batches. */
async function answer(name: Name, inputs: object[]): Promise<unknown[]> {
  const publishNothing = {
    publishThingsHint: () => undefined,
    publishChangesHint: () => undefined,
  };
  const needs = { ...database, jsonLd, ...publishNothing };
  const { input, ...row } = unitsContract.calls[name];
  const received = inputs.map((sent) => input.parse(sent) as object);
  const handler = handlers[name] as (...given: unknown[]) => Promise<unknown>;
  const settle = (outcome: unknown) =>
    Promise.resolve(outcome).catch((error: unknown) => error as Error);
  if ('batched' in row) {
    const calls: BatchedCall<object>[] = received.map((input) => ({ input, ...patient }));
    return Promise.all(((await handler(needs, calls)) as unknown[]).map(settle));
  }
  return Promise.all(received.map((input) => settle(handler(needs, input, patient))));
}

const entry = (developer: string): AuditEntry => ({
  id: newId(),
  developer,
  actor: { type: 'app', id: 'app' },
  operation: 'change',
  resource: { type: 'unit', ids: ['a', 'b'] },
  status: 201,
});

async function storedOf(developer: string): Promise<string[]> {
  const { rows } = await database.pool.query(
    'SELECT id FROM audit_entries WHERE developer = $1 ORDER BY id',
    [developer],
  );
  return rows.map(({ id }) => id);
}

const thing = (id: string) => ({
  id,
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
});
const unit = (id: string) => ({ id, name: 'Kitchen', type: 'room' });

const scene = (id: string) => ({ scene: id, name: 'Evening', states: [] });

/** An account with units, references and things, and the ids of what it has. */
async function prepare() {
  const caller = { developer: randomUUID() };
  const [unitId, other, thingId, added, sceneId] = Array.from({ length: 5 }, () => randomUUID());
  const ids = { unit: unitId!, other: other!, thing: thingId!, added: added!, scene: sceneId! };
  const of = (input: object) => [{ caller, ...input }];
  await answer('units.create', [...of(unit(ids.unit)), ...of(unit(ids.other))]);
  await answer('things.create', [...of(thing(ids.thing)), ...of(thing(ids.added))]);
  const onUnit = { id: ids.unit };
  const property = { name: 'area', value: 1 };
  await answer('units.add_property', of({ ...onUnit, property }));
  await answer('units.add_thing', of({ ...onUnit, thing: ids.thing }));
  await answer('scenes.create', of({ ...onUnit, ...scene(ids.scene) }));
  await answer('subjects.register', [{ ...caller, subject: 'bob' }]);
  return { caller, ids };
}

type Ids = Awaited<ReturnType<typeof prepare>>['ids'];

/** For each call an input that succeeds, and one that is refused. */
const inputs: Partial<Record<Name, (ids: Ids) => [succeeds: object, refused: object]>> = {
  'units.create': () => [
    unit(randomUUID()),
    { ...unit(randomUUID()), properties: Array(2).fill({ name: 'twice', value: 1 }) },
  ],
  'units.remove': ({ unit }) => [{ id: unit }, { id: randomUUID() }],
  'units.update': ({ unit }) => [
    { id: unit, name: 'Hall' },
    { id: randomUUID(), name: 'Hall' },
  ],
  'units.link': ({ unit, other }) => [
    { id: unit, role: 'parents', other },
    { id: unit, role: 'parents', other: unit },
  ],
  'units.add_subject': ({ unit }) => [
    { id: unit, subject: 'alice' },
    { id: randomUUID(), subject: 'alice' },
  ],
  'units.add_thing': ({ unit, added }) => [
    { id: unit, thing: added },
    { id: unit, thing: randomUUID() },
  ],
  'units.remove_reference': ({ unit, thing, added }) => [
    { id: unit, relation: 'things', other: thing },
    { id: unit, relation: 'things', other: added },
  ],
  'units.add_property': ({ unit }) => [
    { id: unit, property: { name: 'floor', value: 1 } },
    { id: unit, property: { name: 'area', value: 2 } },
  ],
  'units.update_property': ({ unit }) => [
    { id: unit, property: { name: 'area', value: 2 } },
    { id: unit, property: { name: 'floor', value: 2 } },
  ],
  'units.remove_property': ({ unit }) => [
    { id: unit, name: 'area' },
    { id: unit, name: 'floor' },
  ],
  'scenes.create': ({ unit }) => [
    { id: unit, ...scene(randomUUID()) },
    { id: randomUUID(), ...scene(randomUUID()) },
  ],
  'scenes.update': ({ scene }) => [
    { id: scene, name: 'Night' },
    { id: randomUUID(), name: 'Night' },
  ],
  'scenes.remove': ({ scene }) => [{ id: scene }, { id: randomUUID() }],
  'subjects.update': () => [
    { id: 'bob', attributes: { no: '1' } },
    { id: 'nobody', attributes: { no: '1' } },
  ],
  'things.create': () => [thing(randomUUID()), thing(randomUUID())],
  'things.remove': ({ thing }) => [{ id: thing }, { id: randomUUID() }],
  'things.update': ({ thing }) => [
    { id: thing, patch: { title: 'Desk lamp' } },
    { id: randomUUID(), patch: { title: 'Desk lamp' } },
  ],
  'things.write': ({ thing }) => [
    { id: thing, values: { on: true } },
    { id: randomUUID(), values: { on: true } },
  ],
};

test('every call that may carry an entry is in the table of this test', () => {
  expect(Object.keys(inputs).sort()).toEqual([...audited].sort());
});

describe.each(audited)('%s', (name) => {
  /** One call that succeeds and one that is refused, with their entries. */
  async function prepareCalls() {
    const { caller, ids } = await prepare();
    const [succeeds, refused] = inputs[name]!(ids);
    const entries = [entry(caller.developer), entry(caller.developer)] as const;
    // The quota refuses what nothing else does.
    if (name === 'things.create') {
      const { rows } = await database.pool.query(
        `SELECT used::int FROM usage WHERE developer = $1 AND quota = 'things'`,
        [caller.developer],
      );
      database.quotas.things = rows[0].used + 1;
    }
    const calls = [succeeds, refused].map((input, index) => ({
      caller,
      ...input,
      audit: entries[index],
    }));
    return { developer: caller.developer, entries, calls };
  }

  test('stores the entry of a call that it carries out, and none of one that it refuses', async () => {
    const { developer, entries, calls } = await prepareCalls();
    const [succeeded, refused] = await answer(name, calls);
    expect([succeeded instanceof Error, refused instanceof Error]).toEqual([false, true]);
    expect(await storedOf(developer)).toEqual([entries[0].id]);
  });

  test('changes nothing when the entry cannot be stored', async () => {
    const { developer, calls } = await prepareCalls();
    const [succeeds] = calls;
    const state = async () => {
      const tables = ['units', 'things', 'unit_properties', 'unit_links', 'unit_subjects'];
      const counts = [...tables, 'unit_things', 'scenes'].map(async (table) => {
        const { rows } = await database.pool.query(`SELECT * FROM ${table} ORDER BY key`);
        return rows;
      });
      return Promise.all(counts);
    };
    const before = await state();
    const unstorable = { ...succeeds!, audit: { ...entry(developer), status: 100_000 } };
    const outcome = answer(name, [unstorable]).then(([outcome]) => {
      if (outcome instanceof Error) throw outcome;
    });
    await expect(outcome).rejects.toThrow('out of range');
    expect(await state()).toEqual(before);
    expect(await storedOf(developer)).toEqual([]);
  });

  test('stores an entry once, although it is delivered twice', async () => {
    const { developer, entries, calls } = await prepareCalls();
    for (let round = 0; round < 2; round += 1) await answer(name, calls.slice(0, 1));
    expect(await storedOf(developer)).toEqual([entries[0].id]);
  });
});

test('two requests that create the same unit, one of them repeated, leave an entry each', async () => {
  const caller = { developer: randomUUID() };
  const id = randomUUID();
  const entries = [entry(caller.developer), entry(caller.developer)];
  const calls = entries.map((audit) => ({ caller, ...unit(id), audit }));
  await answer('units.create', calls);
  expect(await storedOf(caller.developer)).toEqual(entries.map(({ id }) => id));
});
