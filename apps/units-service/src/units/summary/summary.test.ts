import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller, ThingState, UnitSummary } from '@trellis/contracts';
import { answerOne, answerSet } from '@trellis/testing';
import fc from 'fast-check';
import { patient } from '../../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../../testing/database.js';
import { needsOf } from '../../testing/needs.js';
import { newUnit } from '../../testing/units.js';
import { createThing } from '../../things/create.js';
import { upsertThings } from '../../things/upsert.js';
import { createUnit } from '../create.js';
import { linkUnits } from '../link.js';
import { addThing } from '../references/add-thing.js';
import { summarizeUnit } from './summary.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const summarize = (caller: Caller, id: string, of: string[] = []) =>
  summarizeUnit(database, { caller, id, of }, patient);

async function createUnits(caller: Caller, types: string[]): Promise<string[]> {
  const units = types.map((type) => ({ ...newUnit(caller), type }));
  await answerSet(createUnit, needsOf(database), units);
  return units.map(({ id }) => id);
}

const link = (caller: Caller, parent: string, child: string) =>
  answerOne(linkUnits, needsOf(database), {
    ...{ caller, id: parent, role: 'children' as const, other: child },
  });

const hold = (caller: Caller, unit: string, thing: string) =>
  answerOne(addThing, needsOf(database), { caller, id: unit, thing });

interface Model {
  unit: number;
  value: number | string | null;
  measuredIn: 'celsius' | 'kelvin' | undefined;
  available: boolean;
  isLight: boolean;
  /** Whether it is in the first unit, too: it counts once. */
  isTwice: boolean;
}

const state = ({ value, measuredIn, available, isLight }: Model): ThingState => ({
  title: 'Thing',
  types: isLight ? ['Light', 'EnergyMonitor'] : ['EnergyMonitor'],
  properties: {
    level: { type: 'number', ...(measuredIn && { unit: measuredIn }) },
    [isLight ? 'power' : 'voltage']: {},
    pin: { writeOnly: true },
  },
  actions: {},
  events: {},
  values: { level: value, pin: 7 },
  available,
});

/** What a summary of the first unit says, found by looking at everything. */
function expectedOf(types: string[], links: [number, number][], things: Model[]) {
  const below = new Set([0]);
  for (const unit of below) {
    for (const [parent, child] of links) if (parent === unit) below.add(child);
  }
  const shown = things.filter(({ unit }) => below.has(unit));
  const count = (names: string[]) =>
    [...new Set(names)]
      .map((name) => ({ name, count: names.filter((other) => other === name).length }))
      .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const numbers = shown.filter(({ available }) => available);
  const units = count(numbers.map(({ measuredIn }) => measuredIn ?? ''));
  return {
    types: count([...below].filter((unit) => unit > 0).map((unit) => types[unit]!)),
    things: shown.length,
    unavailable: shown.filter(({ available }) => !available).length,
    capabilities: count(
      shown.flatMap(({ isLight }) => (isLight ? ['light', 'power'] : ['voltage'])),
    ),
    values: units.flatMap(({ name }) => {
      const values = numbers
        .filter(({ measuredIn = '', value }) => measuredIn === name && typeof value === 'number')
        .map(({ value }) => value as number);
      if (values.length === 0) return [];
      const total = values.reduce((a, b) => a + b, 0);
      const [minimum, maximum] = [Math.min(...values), Math.max(...values)];
      return [{ unit: name, count: values.length, minimum, maximum, mean: total / values.length }];
    }),
  };
}

const found = ({ units, things, values }: UnitSummary) => ({
  types: units.types.map(({ type, count }) => ({ name: type, count })),
  things: things.count,
  unavailable: things.unavailable,
  capabilities: things.capabilities.map(({ capability, count }) => ({ name: capability, count })),
  values: values.map(({ property: _property, unit = '', ...value }) => ({ unit, ...value })),
});

const byUnit = <T extends { values: { unit: string }[] }>(summary: T): T => ({
  ...summary,
  values: summary.values.toSorted((a, b) => (a.unit < b.unit ? -1 : 1)),
});

test('a summary says what a model finds by looking at everything', async () => {
  const graph = fc.integer({ min: 1, max: 8 }).chain((size) =>
    fc.record({
      types: fc.array(fc.constantFrom('room', 'floor'), { minLength: size, maxLength: size }),
      links: fc.array(
        fc
          .tuple(fc.nat(size - 1), fc.nat(size - 1))
          .filter(([parent, child]) => parent < child)
          .map((pair): [number, number] => pair),
        { maxLength: size > 1 ? 14 : 0 },
      ),
      things: fc.array(
        fc.record({
          unit: fc.nat(size - 1),
          value: fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(null), fc.constant('7')),
          measuredIn: fc.constantFrom('celsius' as const, 'kelvin' as const, undefined),
          available: fc.boolean(),
          isLight: fc.boolean(),
          isTwice: fc.boolean(),
        }),
        { maxLength: 8 },
      ),
    }),
  );
  await fc.assert(
    fc.asyncProperty(graph, async ({ types, links, things }) => {
      const caller = { developer: randomUUID() };
      const units = await createUnits(caller, types);
      for (const [parent, child] of links) await link(caller, units[parent]!, units[child]!);
      for (const thing of things) {
        const id = randomUUID();
        await answerOne(createThing, needsOf(database), {
          ...{ caller, id, app: 'app', state: state(thing) },
        });
        await hold(caller, units[thing.unit]!, id);
        if (thing.isTwice) await hold(caller, units[0]!, id);
      }
      const all = things.map((thing) => (thing.isTwice ? { ...thing, unit: 0 } : thing));
      const summary = await summarize(caller, units[0]!, ['level', 'pin', 'nothing']);
      expect(byUnit(found(summary))).toEqual(byUnit(expectedOf(types, links, all)));
    }),
    { numRuns: 25 },
  );
});

test('a client whose polls fail needs attention, and its things are unknown', async () => {
  const caller = { developer: randomUUID() };
  const [house] = (await createUnits(caller, ['house'])) as [string];
  const client = randomUUID();
  const since = '2026-11-23T07:00:00.000Z';
  const things = [1, 2].map((value) => ({
    id: randomUUID(),
    ...state({
      unit: 0,
      value,
      measuredIn: 'celsius',
      available: true,
      isLight: true,
      isTwice: false,
    }),
  }));
  const input = { ...caller, client, subject: 'alice', things, vanished: [] };
  await answerOne(upsertThings, needsOf(database), input);
  for (const { id } of things) await hold(caller, house, id);
  const before = await summarize(caller, house, ['level']);
  expect(before.clients).toEqual([]);
  expect(before.values).toMatchObject([
    { property: 'level', unit: 'celsius', count: 2, mean: 1.5 },
  ]);
  const status = { error: 'unavailable' as const, since };
  await answerOne(upsertThings, needsOf(database), { ...input, things: [], status });
  expect(await summarize(caller, house, ['level'])).toMatchObject({
    things: { count: 2, unavailable: 0, unknown: 2 },
    clients: [{ id: client, code: 'unavailable', since, things: 2 }],
    values: [],
  });
});

test('a client with warnings about its things needs attention, unless it is paused', async () => {
  const caller = { developer: randomUUID() };
  const [house] = (await createUnits(caller, ['house'])) as [string];
  const client = randomUUID();
  const model = { unit: 0, value: 1, measuredIn: undefined, isLight: true, isTwice: false };
  const things = [1, 2, 3].map(() => ({
    id: randomUUID(),
    ...state({ ...model, available: true }),
  }));
  const input = { ...caller, client, subject: 'alice', things: [], vanished: [] };
  const tell = (told: object) => answerOne(upsertThings, needsOf(database), { ...input, ...told });
  await tell({ things });
  for (const { id } of things) await hold(caller, house, id);
  const clients = async () => (await summarize(caller, house)).clients;
  const [first, second] = things.map(({ id }) => id) as [string, string];
  await tell({ unobserved: [{ id: first, code: 'misconfigured' }] });
  expect(await clients()).toMatchObject([{ id: client, code: 'misconfigured', things: 3 }]);
  await tell({ unobserved: [{ id: second, code: 'sweep_held', held: true }] });
  expect(await clients()).toMatchObject([{ id: client, code: 'sweep_held', things: 3 }]);
  const since = '2026-11-23T07:00:00.000Z';
  await tell({ status: { error: 'unavailable', since } });
  expect(await clients()).toMatchObject([{ code: 'unavailable', since, things: 3 }]);
  await tell({ status: { error: 'paused', since, paused: true } });
  expect(await clients()).toEqual([]);
  await tell({ status: { error: null, since } });
  await tell({ things });
  expect(await clients()).toEqual([]);
});

test('a subject sees the summary of what it sees', async () => {
  const developer = randomUUID();
  const [alice, everyone] = [{ developer, subject: 'alice' }, { developer }];
  const [house] = (await createUnits(alice, ['house'])) as [string];
  const [hers] = (await createUnits(alice, ['room'])) as [string];
  const [other] = (await createUnits(everyone, ['room'])) as [string];
  await link(everyone, house, hers);
  await link(everyone, house, other);
  expect((await summarize(alice, house)).units.count).toBe(1);
  expect((await summarize(everyone, house)).units.count).toBe(2);
  await expect(summarize(alice, other)).rejects.toMatchObject({ code: 'not_found' });
  await expect(summarize({ developer: 'other' }, house)).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(summarize(everyone, 'no-id')).rejects.toMatchObject({ code: 'not_found' });
});
