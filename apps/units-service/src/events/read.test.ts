import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseEventCursor, type Caller } from '@trellis/contracts';
import { answerOne, waitFor } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { createThing, removeThing } from '../things/change.js';
import { removeAllThings } from '../things/clients.js';
import { upsertThings } from '../things/upsert.js';
import { writeThing } from '../things/write.js';
import { readEvents } from './read.js';
import { discardForeignChanges } from './retention.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({ ...database, publishThingsHint: () => undefined });
const create = (caller: Caller, id: string) =>
  answerOne(createThing, needs(), { caller, id, app: 'app', state: lamp });
const write = (caller: Caller, id: string, values: Record<string, unknown>) =>
  answerOne(writeThing, needs(), { caller, id, values });

type Query = Partial<Parameters<typeof readEvents>[1]>;

const lamp = {
  title: 'Lamp',
  types: ['Light'],
  properties: { on: { type: 'boolean' as const }, code: { writeOnly: true } },
  actions: {},
  events: {},
  values: { on: false },
  available: true,
};

/** An account of its own, whose events are read from now on. */
async function newAccount() {
  const developer = `developer-${randomUUID()}`;
  const read = (query: Query = {}) =>
    readEvents(database, { caller: { developer }, limit: 200, ...query }, patient);
  const { cursor } = await read();
  /** All events since then, once no transaction is in progress. */
  const all = async (query: Query = {}) => {
    for (;;) {
      const { events, more } = await read({ after: cursor, ...query });
      if (!more) return events.map(({ cursor: _cursor, time: _time, ...event }) => event);
    }
  };
  return { developer, read, all, cursor };
}

describe('an event', () => {
  test('records each change of a thing of an app, and nothing else', async () => {
    const { developer, all } = await newAccount();
    const caller = { developer, subject: 'alice' };
    const id = randomUUID();
    await create(caller, id);
    await create(caller, id);
    await write(caller, id, { on: true });
    await write(caller, id, { on: true });
    await write(caller, id, { code: 'secret', on: 'a\u2028"\\' });
    await removeThing(needs(), { caller, id }, patient);
    expect(await all()).toEqual([
      { kind: 'thing_created', thing: id },
      { kind: 'property_changed', thing: id, name: 'on', value: true },
      { kind: 'property_changed', thing: id, name: 'on', value: 'a\u2028"\\' },
      { kind: 'thing_deleted', thing: id },
    ]);
  });

  test('has the attributes of its thing, also once that is gone', async () => {
    const { developer, all } = await newAccount();
    const caller = { developer, subject: 'alice' };
    const attributes = { no: '4711' };
    const [id, other] = [randomUUID(), randomUUID()];
    await create(caller, other);
    const input = { caller, id, app: 'app', state: lamp, attributes };
    await answerOne(createThing, needs(), input);
    await write(caller, id, { on: true });
    const of = { thing: id, attributes };
    expect(await all()).toEqual([
      { kind: 'thing_created', thing: other },
      { kind: 'thing_created', ...of },
      { kind: 'property_changed', ...of, name: 'on', value: true },
    ]);
    await removeThing(needs(), { caller, id }, patient);
    expect((await all()).at(-1)).toEqual({ kind: 'thing_deleted', ...of });
  });

  test('ends a page before attributes take too much', async () => {
    const { developer, read, cursor } = await newAccount();
    const attributes = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`a${n}`, '😀'.repeat(500)]),
    );
    for (let n = 0; n < 15; n += 1) {
      const caller = { developer };
      const input = { caller, id: randomUUID(), app: 'app', state: lamp, attributes };
      await answerOne(createThing, needs(), input);
    }
    await waitFor(async () => (await read({ after: cursor, kinds: ['thing_created'] })).more);
    const first = await read({ after: cursor });
    expect(first.events.length).toBeGreaterThan(5);
    expect(first.events.length).toBeLessThan(15);
    const second = await read({ after: first.cursor });
    expect(first.events.length + second.events.length).toBe(15);
  });

  test.each([
    '\u0000',
    '\ud800',
    '\udfff\ud800',
    '\\u0000 \u0000',
    '\\\\ud800 \ud800',
    '\\/u0041 \u0001\u0001',
    '\u0000\u0000"\u0000',
    '\\',
  ])('has the text %j as it was written', async (odd) => {
    const { developer, all } = await newAccount();
    const caller = { developer };
    const id = randomUUID();
    const properties = { on: { const: odd, enum: [odd] }, [`back\\slash`]: {} };
    const state = { ...lamp, properties, values: { on: odd } };
    await answerOne(createThing, needs(), { caller, id, app: 'app', state });
    await write(caller, id, { on: [odd, { [odd]: odd }] });
    await write(caller, id, { [`back\\slash`]: odd });
    await write(caller, id, { on: odd });
    expect(await all()).toEqual([
      { kind: 'thing_created', thing: id },
      { kind: 'property_changed', thing: id, name: 'on', value: [odd, { [odd]: odd }] },
      { kind: 'property_changed', thing: id, name: 'back\\slash', value: odd },
      { kind: 'property_changed', thing: id, name: 'on', value: odd },
    ]);
  });

  test('records what a connector client found', async () => {
    const { developer, all } = await newAccount();
    const [one, other] = [randomUUID(), randomUUID()].sort() as [string, string];
    const client = randomUUID();
    const found = { client, developer, subject: 'alice', vanished: [] as string[] };
    const things = [one, other].map((id) => ({ id, ...lamp }));
    await answerOne(upsertThings, needs(), { ...found, things });
    await answerOne(upsertThings, needs(), { ...found, things });
    const changed = [{ ...things[0]!, title: 'New lamp', values: { on: true } }];
    await answerOne(upsertThings, needs(), { ...found, things: changed, vanished: [other] });
    await removeAllThings(needs(), { developer, clients: [found.client] }, patient);
    const events = await all();
    expect(events).toHaveLength(7);
    expect(events.slice(2, 5)).toEqual(
      expect.arrayContaining([
        { kind: 'thing_updated', thing: one, available: true },
        { kind: 'property_changed', thing: one, name: 'on', value: true },
        { kind: 'thing_updated', thing: other, available: false },
      ]),
    );
    expect(events.slice(5).map(({ kind }) => kind)).toEqual(['thing_deleted', 'thing_deleted']);
  });

  test('records a change of the types of a thing as an update', async () => {
    const { developer, all } = await newAccount();
    const id = randomUUID();
    const found = { client: randomUUID(), developer, subject: 'alice', vanished: [] };
    for (const types of [['Light'], ['Light'], ['Light', 'OnOffSwitch']]) {
      await answerOne(upsertThings, needs(), { ...found, things: [{ id, ...lamp, types }] });
    }
    expect(await all()).toEqual([
      { kind: 'thing_created', thing: id },
      { kind: 'thing_updated', thing: id, available: true },
    ]);
  });

  test('is visible to its developer and its subject alone, and found by kind, thing and property', async () => {
    const { developer, all } = await newAccount();
    const ids = { alice: randomUUID(), bob: randomUUID() };
    for (const [subject, id] of Object.entries(ids)) {
      const caller = { developer, subject };
      await create(caller, id);
      await write(caller, id, { on: true, dim: 1 });
    }
    expect(await all({ caller: { developer: 'other' } })).toEqual([]);
    const things = async (query: Query) => new Set((await all(query)).map(({ thing }) => thing));
    expect(await things({ caller: { developer, subject: 'bob' } })).toEqual(new Set([ids.bob]));
    expect(await things({ thing: ids.alice })).toEqual(new Set([ids.alice]));
    expect(await all({ thing: ids.alice, name: 'dim' })).toHaveLength(1);
    expect(await all({ kinds: ['thing_created'] })).toHaveLength(2);
  });
});

describe('events', () => {
  test('are never skipped, although transactions end out of order', async () => {
    const { developer, read, all, cursor } = await newAccount();
    const [early, late] = [randomUUID(), randomUUID()];
    await create({ developer }, early);
    await waitFor(async () => (await read({ after: cursor })).events.length === 1);
    const { cursor: created } = await read({ after: cursor });
    await database.prisma.$transaction(
      async (slow) => {
        await slow.thing.update({ where: { id: early }, data: { title: 'Early' } });
        await create({ developer }, late);
        // The later event is committed, and is held back for the earlier one.
        expect(await read({ after: created })).toMatchObject({ events: [], more: true });
      },
      { timeout: 20_000 },
    );
    expect((await all()).map(({ thing }) => thing)).toEqual([early, early, late]);
  });

  test('of other accounts are not searched again, and none is skipped for that', async () => {
    const { developer, read, cursor } = await newAccount();
    const other = { developer: `other-${developer}` };
    const transactionOf = (text: string) => BigInt(parseEventCursor(text).xact);
    await database.prisma.$transaction(
      async (slow) => {
        await slow.$queryRaw`SELECT pg_current_xact_id()::text`;
        await create(other, randomUUID());
        const { cursor: deferred } = await read({ after: cursor });
        await create(other, randomUUID());
        expect(transactionOf((await read({ after: deferred })).cursor)).toBe(
          transactionOf(deferred),
        );
      },
      { timeout: 20_000 },
    );
    await waitFor(
      async () =>
        transactionOf((await read({ after: cursor })).cursor) > transactionOf(cursor) + 1n,
    );
    const { cursor: later } = await read({ after: cursor });
    await create({ developer }, randomUUID());
    await waitFor(async () => (await read({ after: later })).events.length === 1);
  });

  test('can be read page by page, each once', async () => {
    const { developer, read, cursor } = await newAccount();
    const caller = { developer };
    const id = randomUUID();
    await create(caller, id);
    for (let n = 0; n < 25; n += 1) await write(caller, id, { n });
    const seen: unknown[] = [];
    let after = cursor;
    for (let page = await read({ after, limit: 4 }); ; page = await read({ after, limit: 4 })) {
      seen.push(...page.events.map((event) => ('value' in event ? event.value : event.kind)));
      after = page.cursor;
      if (!page.more) break;
    }
    expect(seen).toEqual(['thing_created', ...Array.from({ length: 25 }, (_, n) => n)]);
  });

  test('with long values come on short pages, and none is left out', async () => {
    const { developer, read, cursor } = await newAccount();
    const caller = { developer };
    const id = randomUUID();
    await create(caller, id);
    const longText = 'x'.repeat(400_000);
    for (let n = 0; n < 8; n += 1) await write(caller, id, { n: `${n}${longText}` });
    const seen: string[] = [];
    let after = cursor;
    for (let page = await read({ after }); ; page = await read({ after })) {
      expect(JSON.stringify(page).length).toBeLessThan(2 * 1024 * 1024);
      seen.push(
        ...page.events.map((event) => ('value' in event ? String(event.value)[0]! : 'new')),
      );
      after = page.cursor;
      if (!page.more) break;
    }
    expect(seen).toEqual(['new', '0', '1', '2', '3', '4', '5', '6', '7']);
  });

  test('cannot be followed from a position that this database has not reached', async () => {
    const { read, cursor } = await newAccount();
    const { xact, key } = parseEventCursor(cursor);
    const ahead = `${BigInt(xact) + 1_000_000n}-${key}-${Date.now()}`;
    expect(await read({ after: ahead })).toMatchObject({ events: [], missed: true });
    const { cursor: present } = await read({ after: ahead });
    expect(await read({ after: present })).toMatchObject({ missed: false });
  });

  test('that a backup of another server brought along are forgotten, and their readers told', async () => {
    const { developer, all, read, cursor } = await newAccount();
    await create({ developer }, randomUUID());
    await database.prisma.$executeRaw`
      UPDATE changes SET xact = '1000000000000'::xid8 WHERE developer = ${developer}`;
    await database.prisma.$executeRaw`UPDATE changes_retention SET origin = 'another'`;
    const forget = discardForeignChanges(database.pool);
    await forget();
    expect(await read({ after: cursor })).toMatchObject({ events: [], missed: true });
    const { cursor: present } = await read();
    const id = randomUUID();
    await create({ developer }, id);
    expect(await all({ after: present })).toEqual([{ kind: 'thing_created', thing: id }]);
    await forget();
    await discardForeignChanges(database.pool)();
    expect(await all({ after: present })).toHaveLength(1);
  });
});
