import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller, ThingState, UnitSummary } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import fc from 'fast-check';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { newUnit } from '../testing/units.js';
import { createThing } from '../things/change.js';
import { upsertThings } from '../things/upsert.js';
import { createUnit } from './write.js';
import { linkUnits } from './link.js';
import { addThing } from './references.js';
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
  await answerBatch(createUnit, needsOf(database), units);
  return units.map(({ id }) => id);
}

const link = (caller: Caller, parent: string, child: string) =>
  answerOne(linkUnits, needsOf(database), {
    caller,
    id: parent,
    role: 'children' as const,
    other: child,
  });

const hold = (caller: Caller, unit: string, thing: string) =>
  answerOne(addThing, needsOf(database), { caller, id: unit, thing });

interface Model {
  unit: number;
  /** Its level, if known; undefined for a thing of a client of which nothing is known. */
  value: number | string | null | undefined;
  measuredIn: 'celsius' | 'kelvin' | undefined;
  available: boolean;
  isLight: boolean;
  /** Whether it is in the first unit, too: it counts once. */
  isTwice: boolean;
  /** In whose list it is. */
  subject: 'alice' | 'bob';
  /** Its creator: an app, a client, or a client whose polls fail. */
  maker: 'app' | 'client' | 'failing';
}

interface ModelUnit {
  type: string;
  owner: 'alice' | 'bob';
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
  values: value === undefined ? {} : { level: value, pin: 7 },
  available,
});

const since = '2026-11-23T07:00:00.000Z';

const subjects = ['alice', 'bob'] as const;

/** Computes the summary of the first unit from the whole model. */
function expectedOf(
  { units, links, things }: { units: ModelUnit[]; links: [number, number][]; things: Model[] },
  subject: string | undefined,
) {
  const below = new Set([0]);
  for (const unit of below) {
    for (const [parent, child] of links) if (parent === unit) below.add(child);
  }
  const shown = things.filter(
    (thing) => below.has(thing.unit) && (subject ?? thing.subject) === thing.subject,
  );
  const isUnknown = ({ maker, available, value }: Model) =>
    maker === 'failing' || (maker === 'client' && available && value === undefined);
  const count = (names: string[]) =>
    [...new Set(names)]
      .map((name) => ({ name, count: names.filter((other) => other === name).length }))
      .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const numbers = shown.filter((thing) => thing.available && !isUnknown(thing));
  const measures = count(numbers.map(({ measuredIn }) => measuredIn ?? ''));
  return {
    types: count(
      [...below].flatMap((unit) => {
        const { type, owner } = units[unit]!;
        return unit > 0 && (subject ?? owner) === owner ? [type] : [];
      }),
    ),
    things: shown.length,
    unavailable: shown.filter((thing) => !thing.available && !isUnknown(thing)).length,
    unknown: shown.filter(isUnknown).length,
    failing: subjects.flatMap((name) => {
      const own = shown.filter((thing) => thing.maker === 'failing' && thing.subject === name);
      return own.length === 0 ? [] : [{ name, things: own.length }];
    }),
    capabilities: count(
      shown.flatMap(({ isLight }) => (isLight ? ['light', 'power'] : ['voltage'])),
    ),
    values: measures.flatMap(({ name }) => {
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

/** The same of a summary; `failing` are the subjects of the clients that fail. */
const found = ({ units, things, clients, values }: UnitSummary, failing: Map<string, string>) => ({
  types: units.types.map(({ type, count }) => ({ name: type, count })),
  things: things.count,
  unavailable: things.unavailable,
  unknown: things.unknown,
  failing: clients
    .map((client) => ({ name: failing.get(client.id), things: client.things }))
    .toSorted((a, b) => (a.name! < b.name! ? -1 : 1)),
  capabilities: things.capabilities.map(({ capability, count }) => ({ name: capability, count })),
  values: values.map(({ property: _property, unit = '', ...value }) => ({ unit, ...value })),
});

const byUnit = <T extends { values: { unit: string }[] }>(summary: T): T => ({
  ...summary,
  values: summary.values.toSorted((a, b) => (a.unit < b.unit ? -1 : 1)),
});

const graph = fc.integer({ min: 1, max: 8 }).chain((size) =>
  fc.record({
    units: fc.array(
      fc.record({ type: fc.constantFrom('room', 'floor'), owner: fc.constantFrom(...subjects) }),
      { minLength: size, maxLength: size },
    ),
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
        value: fc.oneof(
          fc.integer({ min: -50, max: 50 }),
          fc.constantFrom(null, undefined, '7' as const),
        ),
        measuredIn: fc.constantFrom('celsius' as const, 'kelvin' as const, undefined),
        available: fc.boolean(),
        isLight: fc.boolean(),
        isTwice: fc.boolean(),
        subject: fc.constantFrom(...subjects),
        maker: fc.constantFrom('app', 'client', 'failing'),
      }),
      { maxLength: 8 },
    ),
  }),
);

/** Stores things in units; returns the ids of the clients that fail, with their subjects. */
async function storeThings(developer: string, units: string[], things: Model[]) {
  const needs = needsOf(database);
  const failing = new Map<string, string>();
  for (const subject of subjects) {
    for (const maker of ['app', 'client', 'failing'] as const) {
      const own = things.filter((thing) => thing.maker === maker && thing.subject === subject);
      const states = own.map((thing) => ({ id: randomUUID() as string, ...state(thing) }));
      const client = randomUUID();
      if (maker === 'app') {
        for (const { id, ...rest } of states) {
          const input = { caller: { developer, subject }, id, app: 'app', state: rest };
          await answerOne(createThing, needs, input);
        }
      } else {
        const input = { developer, client, subject, things: states, vanished: [] };
        const status = { error: 'unavailable' as const, since };
        await answerOne(upsertThings, needs, { ...input, ...(maker === 'failing' && { status }) });
        if (maker === 'failing') failing.set(client, subject);
      }
      for (const [index, { unit, isTwice }] of own.entries()) {
        await hold({ developer }, units[unit]!, states[index]!.id);
        if (isTwice) await hold({ developer }, units[0]!, states[index]!.id);
      }
    }
  }
  return failing;
}

test('a summary says what a model finds by looking at everything, to the developer and to a subject', async () => {
  await fc.assert(
    fc.asyncProperty(graph, async ({ units, links, things }) => {
      const developer = randomUUID();
      const ids: string[] = [];
      for (const { type, owner } of units) {
        ids.push(...(await createUnits({ developer, subject: owner }, [type])));
      }
      for (const [parent, child] of links) await link({ developer }, ids[parent]!, ids[child]!);
      const failing = await storeThings(developer, ids, things);
      const all = things.map((thing) => (thing.isTwice ? { ...thing, unit: 0 } : thing));
      for (const subject of [undefined, units[0]!.owner]) {
        const caller = { developer, ...(subject !== undefined && { subject }) };
        const summary = await summarize(caller, ids[0]!, ['level', 'pin', 'nothing']);
        const expected = expectedOf({ units, links, things: all }, subject);
        expect(byUnit(found(summary, failing))).toEqual(byUnit(expected));
      }
    }),
    { numRuns: 25 },
  );
});

test('a client whose polls fail needs attention, and its things are unknown', async () => {
  const caller = { developer: randomUUID() };
  const [house] = (await createUnits(caller, ['house'])) as [string];
  const client = randomUUID();
  const things = [1, 2].map((value) => ({
    id: randomUUID(),
    ...state({
      unit: 0,
      value,
      measuredIn: 'celsius',
      available: true,
      isLight: true,
      isTwice: false,
      subject: 'alice',
      maker: 'client',
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
  const things = [1, 2, 3].map(() => ({
    id: randomUUID(),
    title: 'Thing',
    types: ['Light'],
    properties: { level: { type: 'number' } },
    actions: {},
    events: {},
    values: { level: 1 },
    available: true,
  }));
  const input = { ...caller, client, subject: 'alice', things: [], vanished: [] };
  const tell = (reported: object) =>
    answerOne(upsertThings, needsOf(database), { ...input, ...reported });
  await tell({ things });
  for (const { id } of things) await hold(caller, house, id);
  const clients = async () => (await summarize(caller, house)).clients;
  const [first, second] = things.map(({ id }) => id) as [string, string];
  await tell({ unobserved: [{ id: first, code: 'misconfigured' }] });
  expect(await clients()).toMatchObject([{ id: client, code: 'misconfigured', things: 3 }]);
  await tell({ unobserved: [{ id: second, code: 'sweep_held' }] });
  expect(await clients()).toMatchObject([{ id: client, code: 'sweep_held', things: 3 }]);
  const since = '2026-11-23T07:00:00.000Z';
  await tell({ status: { error: 'unavailable', since } });
  expect(await clients()).toMatchObject([{ code: 'unavailable', since, things: 3 }]);
  await tell({ status: { error: null, since, paused: { since, status: 'STARTED' } } });
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
