import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type {
  Caller,
  Crossing,
  EventMatch,
  MatchedEvent,
  ValueCondition,
} from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import fc from 'fast-check';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { bareThing } from '../testing/things.js';
import { upsertThings } from '../things/upsert.js';
import { writeThing } from '../things/write.js';
import { matchEvents } from './match.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({ ...database, publishThingsHint: () => undefined });
const read = (caller: Caller, match: EventMatch, after?: string) =>
  matchEvents(database, { caller, match, ...(after !== undefined && { after }) }, patient);

/** Everything after a position that matches, once no transaction is in progress. */
async function readAll(caller: Caller, match: EventMatch, after: string): Promise<MatchedEvent[]> {
  const found: MatchedEvent[] = [];
  for (let from = after; ;) {
    const { events, cursor, more } = await read(caller, match, from);
    found.push(...events);
    if (!more) return found;
    from = cursor;
  }
}

const shown = (events: MatchedEvent[]) =>
  events.map((event) => ({
    thing: event.thing,
    ...('value' in event ? { value: event.value } : { kind: event.kind }),
    ...(event.turn && { turn: event.turn }),
  }));

/** An account with a house, a room in it, and things: in the room, in the house, and in no unit. */
async function newAccount() {
  const developer = `developer-${randomUUID()}`;
  const client = randomUUID();
  const { prisma } = database;
  const unit = () =>
    prisma.unit.create({ data: { id: randomUUID(), developer, name: 'unit', type: 'room' } });
  const [house, room] = [await unit(), await unit()];
  await prisma.unitLink.create({ data: { parentKey: house.key, childKey: room.key } });
  const things = ['in the room', 'in the house', 'anywhere'].map((title, index) => ({
    ...bareThing(),
    title,
    types: index === 1 ? ['Light'] : ['TemperatureSensor'],
    properties: { n: {}, other: {} },
  }));
  const found = { client, developer, subject: 'alice', vanished: [] };
  await answerOne(upsertThings, needs(), { ...found, things });
  const ids = things.map(({ id }) => id);
  const rows = await prisma.thing.findMany({ where: { id: { in: ids } } });
  for (const [index, { key }] of [room, house].entries()) {
    const thing = rows.find(({ id }) => id === ids[index])!;
    await prisma.unitThing.create({ data: { unitKey: key, thingKey: thing.key } });
  }
  const caller = { developer };
  const write = (thing: number, values: Record<string, unknown>) =>
    answerOne(writeThing, needs(), { caller, id: ids[thing]!, values });
  const { cursor } = await read(caller, {});
  return { caller, client, house: house.id, room: room.id, ids, write, cursor };
}

interface Written {
  thing: number;
  name: 'n' | 'other';
  value: unknown;
}

/** Returns the crossings of a condition, value by value. */
function model({ above, below, equals, changed, hysteresis = 0, when }: ValueCondition) {
  const current = new Map<string, unknown>();
  const meets = new Map<number, boolean>();
  const judge = (value: unknown, met: boolean): boolean => {
    if (above === undefined && below === undefined) {
      return JSON.stringify(value) === JSON.stringify(equals);
    }
    if (typeof value !== 'number') return met;
    if (above !== undefined) return met ? value > above - hysteresis : value > above;
    return met ? value < below! + hysteresis : value < below!;
  };
  return ({ thing, name, value }: Written): { turn?: Crossing } | undefined => {
    const key = `${thing} ${name}`;
    if (current.has(key) && current.get(key) === value) return undefined;
    current.set(key, value);
    if (name === 'other') return undefined;
    if (changed) return {};
    const met = meets.get(thing) ?? false;
    const isMet = judge(value, met);
    meets.set(thing, isMet);
    const turn = isMet ? 'begins' : 'ends';
    return met !== isMet && (when ?? ['begins']).includes(turn) ? { turn } : undefined;
  };
}

const number = fc.integer({ min: 0, max: 10 });
const condition: fc.Arbitrary<ValueCondition> = fc
  .record({
    limit: fc.oneof(
      fc.record({ above: number }),
      fc.record({ below: number }),
      fc.record({ equals: fc.constantFrom(3, 'on', null) }),
      fc.constant({ changed: true as const }),
    ),
    hysteresis: fc.option(fc.nat(4), { nil: undefined }),
    when: fc.option(fc.subarray(['begins', 'ends'] as const, { minLength: 1 }), { nil: undefined }),
  })
  .map(({ limit, hysteresis, when }) => ({
    property: 'n',
    ...limit,
    ...(hysteresis !== undefined && ('above' in limit || 'below' in limit) && { hysteresis }),
    ...(when && !('changed' in limit) && { when }),
  }));
const written: fc.Arbitrary<Written> = fc.record({
  thing: fc.nat(2),
  name: fc.constantFrom('n', 'n', 'other'),
  value: fc.oneof({ weight: 8, arbitrary: number }, fc.constantFrom('on', null)),
});
const within = fc.constantFrom('below', 'in', 'things', undefined);

test('tells what a simple model tells, from whatever position it is read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(written, { minLength: 1, maxLength: 25 }),
      condition,
      within,
      async (all, value, where) => {
        const { caller, house, ids, write, cursor } = await newAccount();
        const placed = {
          below: { below: house },
          in: { in: house },
          things: { things: [ids[2]!, ids[0]!] },
        };
        const meant = { below: [0, 1], in: [1], things: [0, 2] };
        const match = { ...(where && placed[where]), value };
        const things: number[] = where ? meant[where] : [0, 1, 2];
        const tell = model(value);
        const expected = [];
        for (const one of all) {
          await write(one.thing, { [one.name]: one.value });
          const crossing = tell(one);
          if (!crossing || !things.includes(one.thing)) continue;
          expected.push({ thing: ids[one.thing], value: one.value, ...crossing });
        }
        const events = await readAll(caller, match, cursor);
        expect(shown(events)).toEqual(expected);
        for (const [index, event] of events.entries()) {
          const rest = await readAll(caller, match, event.cursor);
          expect(rest).toEqual(events.slice(index + 1));
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('a condition that was met long before, of which the history alone tells, does not begin again', async () => {
  const { caller, ids, write, cursor } = await newAccount();
  const { prisma } = database;
  await write(0, { n: 30 });
  await prisma.$executeRaw`DELETE FROM changes WHERE developer = ${caller.developer}`;
  const { key } = await prisma.thing.findUniqueOrThrow({ where: { id: ids[0]! } });
  await prisma.$executeRaw`INSERT INTO thing_history (thing_key, second, since, number, ms, name)
    VALUES (${key}, date_trunc('second', now()), now() - interval '8 days', 30, 0, 'n')`;
  await write(0, { n: 31 });
  await write(1, { n: 31 });
  const value = { property: 'n', above: 28 };
  const seen = await readAll(caller, { value }, cursor);
  expect(shown(seen)).toEqual([{ thing: ids[1], value: 31, turn: 'begins' }]);
});

test('things are told of by what they are, whose they are, and who created them', async () => {
  const { caller, client, house, ids, write, cursor } = await newAccount();
  for (const thing of [0, 1, 2]) await write(thing, { n: 1 });
  const thingsOf = async (match: EventMatch) => {
    const events = await readAll(caller, { events: ['property_changed'], ...match }, cursor);
    return events.map(({ thing }) => ids.indexOf(thing));
  };
  expect(await thingsOf({ type: 'Light' })).toEqual([1]);
  expect(await thingsOf({ capability: 'temperature' })).toEqual([0, 2]);
  expect(await thingsOf({ capability: 'temperature', below: house })).toEqual([0]);
  expect(await thingsOf({ client })).toEqual([0, 1, 2]);
  expect(await thingsOf({ client: randomUUID() })).toEqual([]);
  expect(await thingsOf({ subject: 'alice' })).toEqual([0, 1, 2]);
  expect(await thingsOf({ subject: 'bob' })).toEqual([]);
  const bob = { ...caller, subject: 'bob' };
  expect(await readAll(bob, {}, cursor)).toEqual([]);
  await database.prisma.unit.delete({ where: { id: house } });
  expect(await thingsOf({ below: house })).toEqual([]);
});

test('the status of a client is told where a thing of it matches', async () => {
  const { caller, client, house, cursor } = await newAccount();
  const { developer } = caller;
  await database.prisma.$executeRaw`INSERT INTO changes (developer, subject, resource, kind, value)
    VALUES (${developer}, 'alice', ${client}::uuid, 'client_status_changed', 'unavailable')`;
  const kindsOf = async (match: EventMatch) => {
    const kinds = { events: ['client_status_changed' as const] };
    return (await readAll(caller, { ...kinds, ...match }, cursor)).map(({ kind }) => kind);
  };
  const statusChanges = ['client_status_changed'];
  expect(await kindsOf({})).toEqual(statusChanges);
  expect(await kindsOf({ below: house })).toEqual(statusChanges);
  expect(await kindsOf({ client })).toEqual(statusChanges);
  expect(await kindsOf({ type: 'Light' })).toEqual(statusChanges);
  expect(await kindsOf({ type: 'Fan' })).toEqual([]);
  expect(await kindsOf({ client: randomUUID() })).toEqual([]);
});

test('that a client is gone is told where no thing has to be looked up', async () => {
  const { caller, client, house, ids, cursor } = await newAccount();
  const { developer } = caller;
  await database.prisma.$executeRaw`INSERT INTO changes (developer, subject, resource, kind)
    VALUES (${developer}, 'alice', ${client}::uuid, 'client_deleted')`;
  const kindsOf = async (match: EventMatch) => {
    const kinds = { events: ['client_deleted' as const] };
    return (await readAll(caller, { ...kinds, ...match }, cursor)).map(({ kind }) => kind);
  };
  expect(await kindsOf({})).toEqual(['client_deleted']);
  expect(await kindsOf({ client, subject: 'alice' })).toEqual(['client_deleted']);
  expect(await kindsOf({ client: randomUUID() })).toEqual([]);
  expect(await kindsOf({ things: [ids[0]!] })).toEqual([]);
  expect(await kindsOf({ below: house })).toEqual([]);
});

test('of a thing that is gone it is told whose it was', async () => {
  const { caller, client, house, ids, cursor } = await newAccount();
  await database.prisma.thing.delete({ where: { id: ids[0]! } });
  const deletionsOf = async (match: EventMatch) =>
    shown(await readAll(caller, { events: ['thing_deleted'], ...match }, cursor));
  const deleted = [{ thing: ids[0], kind: 'thing_deleted' }];
  expect(await deletionsOf({})).toEqual(deleted);
  expect(await deletionsOf({ client, subject: 'alice', things: [ids[0]!] })).toEqual(deleted);
  expect(await deletionsOf({ client: randomUUID() })).toEqual([]);
  expect(await deletionsOf({ below: house })).toEqual([]);
});

test('a unit or things that the caller does not see are refused', async () => {
  const { caller, room, ids } = await newAccount();
  const alice = { ...caller, subject: 'alice' };
  await expect(read(alice, { below: room })).rejects.toMatchObject({
    code: 'invalid_request',
    extras: { errors: [{ pointer: '/query/below' }] },
  });
  const bob = { ...caller, subject: 'bob' };
  await expect(read(bob, { things: [ids[0]!] })).rejects.toMatchObject({
    code: 'unknown_reference',
    extras: { errors: [{ pointer: '/things/0' }] },
  });
  expect(await read(alice, { things: [ids[0]!] })).toMatchObject({ events: [] });
});
