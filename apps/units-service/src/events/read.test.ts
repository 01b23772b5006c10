import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import type { Database } from '../database.js';
import { testDatabase } from '../test-database.js';
import { createThing } from '../things/create.js';
import { removeThings, upsertThings } from '../things/of-clients.js';
import { removeThing } from '../things/remove.js';
import { writeThing } from '../things/write.js';
import { kept, pruneEvents } from './prune.js';
import { readEvents, type Wanted } from './read.js';

let database: Database;
beforeAll(async () => {
  database = await testDatabase({ connections: 10 });
});
afterAll(() => database.close());

const lamp = {
  title: 'Lamp',
  properties: { on: { type: 'boolean' as const }, code: { writeOnly: true } },
  actions: {},
  values: { on: false },
  available: true,
};

/** An account whose events are read from now on. */
async function newAccount() {
  const developer = `developer-${randomUUID()}`;
  const read = (wanted: Partial<Wanted> = {}) =>
    readEvents(database, { caller: { developer }, limit: 200, ...wanted });
  const { cursor } = await read();
  /** Everything since then, once no transaction is under way. */
  const all = async (wanted: Partial<Wanted> = {}) => {
    for (;;) {
      const { events, more } = await read({ after: cursor, ...wanted });
      if (!more) return events.map(({ cursor: _cursor, ...event }) => event);
    }
  };
  return { developer, read, all, cursor };
}

describe('an event', () => {
  test('tells of each change of a thing of an app, and of nothing else', async () => {
    const { developer, all } = await newAccount();
    const caller = { developer, subject: 'alice' };
    const id = randomUUID();
    await createThing(database, { caller, id, app: 'app', state: lamp });
    await createThing(database, { caller, id, app: 'app', state: lamp });
    const write = (values: Record<string, unknown>) => writeThing(database, { caller, id, values });
    await write({ on: true });
    await write({ on: true });
    await write({ code: 'secret', on: 'a\u2028"\\' });
    await removeThing(database, { caller, id });
    expect(await all()).toEqual([
      { kind: 'thing_created', thing: id },
      { kind: 'property_changed', thing: id, name: 'on', value: true },
      { kind: 'property_changed', thing: id, name: 'on', value: 'a\u2028"\\' },
      { kind: 'thing_deleted', thing: id },
    ]);
  });

  test('tells of what a connector client has found', async () => {
    const { developer, all } = await newAccount();
    const [one, other] = [randomUUID(), randomUUID()].sort() as [string, string];
    const findings = {
      client: randomUUID(),
      developer,
      subject: 'alice',
      vanished: [] as string[],
    };
    const things = [one, other].map((id) => ({ id, ...lamp }));
    await upsertThings(database, { ...findings, things });
    await upsertThings(database, { ...findings, things });
    const changed = [{ ...things[0]!, title: 'New lamp', values: { on: true } }];
    await upsertThings(database, { ...findings, things: changed, vanished: [other] });
    await removeThings(database, { developer, clients: [findings.client] });
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

  test('is seen by its developer and its subject alone, and by kind, thing and property', async () => {
    const { developer, all } = await newAccount();
    const ids = { alice: randomUUID(), bob: randomUUID() };
    for (const [subject, id] of Object.entries(ids)) {
      const caller = { developer, subject };
      await createThing(database, { caller, id, app: 'app', state: lamp });
      await writeThing(database, { caller, id, values: { on: true, dim: 1 } });
    }
    expect(await all({ caller: { developer: 'other' } })).toEqual([]);
    const things = async (wanted: Partial<Wanted>) =>
      new Set((await all(wanted)).map(({ thing }) => thing));
    expect(await things({ caller: { developer, subject: 'bob' } })).toEqual(new Set([ids.bob]));
    expect(await things({ thing: ids.alice })).toEqual(new Set([ids.alice]));
    expect(await all({ thing: ids.alice, property: 'dim' })).toHaveLength(1);
    expect(await all({ kinds: ['thing_created'] })).toHaveLength(2);
  });
});

describe('events', () => {
  test('are passed over by nobody, though transactions end out of order', async () => {
    const { developer, read, all, cursor } = await newAccount();
    const create = (id: string) =>
      createThing(database, { caller: { developer }, id, app: 'app', state: lamp });
    const [early, late] = [randomUUID(), randomUUID()];
    await database.prisma.$transaction(
      async (slow) => {
        await slow.thing.create({
          data: {
            ...{ id: early, developer, app: 'app', title: 'Early', available: true },
            ...{ properties: '{}', actions: '{}', values: '{}' },
          },
        });
        await create(late);
        // The later one is there already; it waits for the earlier one.
        expect(await read({ after: cursor })).toMatchObject({ events: [], more: true });
      },
      { timeout: 20_000 },
    );
    expect((await all()).map(({ thing }) => thing)).toEqual([early, late]);
  });

  test('that are others’ are not looked through again, and none is passed over for that', async () => {
    const { developer, read, cursor } = await newAccount();
    const create = (owner: string) =>
      createThing(database, {
        caller: { developer: owner },
        id: randomUUID(),
        app: 'a',
        state: lamp,
      });
    const orderOf = (place: string) => BigInt(place.split('-')[0]!);
    await database.prisma.$transaction(
      async (slow) => {
        await slow.$queryRaw`SELECT pg_current_xact_id()::text`;
        await create(`other-${developer}`);
        const { cursor: held } = await read({ after: cursor });
        await create(`other-${developer}`);
        expect(orderOf((await read({ after: held })).cursor)).toBe(orderOf(held));
      },
      { timeout: 20_000 },
    );
    await waitFor(
      async () => orderOf((await read({ after: cursor })).cursor) > orderOf(cursor) + 1n,
    );
    const { cursor: later } = await read({ after: cursor });
    await create(developer);
    await waitFor(async () => (await read({ after: later })).events.length === 1);
  });

  test('can be read page by page, each once', async () => {
    const { developer, read, cursor } = await newAccount();
    const caller = { developer };
    const id = randomUUID();
    await createThing(database, { caller, id, app: 'app', state: lamp });
    for (let n = 0; n < 25; n += 1) await writeThing(database, { caller, id, values: { n } });
    const seen: unknown[] = [];
    let after = cursor;
    for (let page = await read({ after, limit: 4 }); ; page = await read({ after, limit: 4 })) {
      seen.push(...page.events.map((event) => ('value' in event ? event.value : event.kind)));
      after = page.cursor;
      if (!page.more) break;
    }
    expect(seen).toEqual(['thing_created', ...Array.from({ length: 25 }, (_, n) => n)]);
  });

  test('are forgotten after a while, and who was away for longer is told', async () => {
    const { developer, read, all, cursor } = await newAccount();
    await createThing(database, { caller: { developer }, id: randomUUID(), app: 'a', state: lamp });
    await database.prisma.$executeRaw`
      UPDATE events SET created = now() - interval '2 hours' WHERE developer = ${developer}`;
    await pruneEvents(database);
    expect(await all()).toEqual([]);
    const [xact, key] = cursor.split('-');
    const longAgo = `${xact}-${key}-${Date.now() - kept - 1000}`;
    expect(await read({ after: longAgo })).toMatchObject({ events: [], missed: true });
  });
});
