import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ThingsHint } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { readSubject } from '../subjects/subjects.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { afterWaiting } from '../testing/waiting.js';
import { listThings, readThing } from './read.js';
import { removeAllThings } from './clients.js';
import { upsertThings } from './upsert.js';

let database: TestDatabase;
const hints: ThingsHint[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({
  ...database,
  publishThingsHint: (_developer: string, hint: ThingsHint) => void hints.push(hint),
});
const upsert = (input: Parameters<typeof upsertThings>[1][number]['input']) =>
  answerOne(upsertThings, needs(), input);
const removeAll = (input: Parameters<typeof removeAllThings>[1]) =>
  removeAllThings(needs(), input, patient);
const read = (developer: string, id: string) =>
  answerOne(readThing, database, { caller: { developer }, id });

function newClient() {
  const client = randomUUID();
  const developer = randomUUID();
  const things = [1, 2, 3].map((number) => ({
    id: randomUUID(),
    title: `Lamp ${number}`,
    types: ['Light'],
    properties: { on: { type: 'boolean' as const } },
    actions: {},
    events: {},
    values: { on: false },
    available: true,
  }));
  const findings = { client, developer, subject: 'alice', things, vanished: [] as string[] };
  const page = { limit: 1000 };
  const list = async () =>
    (await answerOne(listThings, database, { caller: { developer }, page })).items;
  return { client, developer, things, findings, list };
}

describe('the things of a client', () => {
  test('are created in order, changed under the same id, and marked unavailable when they vanish', async () => {
    const { developer, things, findings, list } = newClient();
    await upsert(findings);
    await upsert(findings);
    expect(await list()).toEqual(things.map(({ id }) => id));
    const [first, second] = things;
    await upsert({
      ...findings,
      things: [{ ...first!, values: { on: true } }],
      vanished: [second!.id],
    });
    expect(await read(developer, first!.id)).toMatchObject({
      types: ['Light'],
      values: { on: true },
      available: true,
    });
    expect(await read(developer, second!.id)).toMatchObject({
      values: { on: false },
      available: false,
    });
    expect(hints.at(-1)).toEqual({ things: [first!.id, second!.id], subjects: ['alice'] });
  });

  test('do not vanish for another client', async () => {
    const [own, other] = [newClient(), newClient()];
    await upsert(own.findings);
    await upsert(other.findings);
    const [thing] = own.things;
    await upsert({ ...other.findings, vanished: [thing!.id] });
    expect(await read(own.developer, thing!.id)).toMatchObject({ available: true });
  });

  test('are refused when the client is removed while they wait', async () => {
    const { client, findings, list } = newClient();
    await upsert({ ...findings, things: [] });
    const stored = afterWaiting(
      database.pool,
      { text: 'UPDATE clients SET removed = now() WHERE id = $1', values: [client] },
      () => upsert(findings),
    );
    await expect(stored).rejects.toMatchObject({ code: 'creator_removed' });
    expect(await list()).toEqual([]);
  });

  test('of another client cannot be taken over', async () => {
    const { developer, things, findings } = newClient();
    await upsert(findings);
    const thief = { ...newClient().findings, things: [{ ...things[0]!, title: 'Stolen' }] };
    await upsert(thief);
    expect(await read(developer, things[0]!.id)).toMatchObject({
      title: 'Lamp 1',
      subject: 'alice',
    });
  });

  test('never come back once they are removed, whatever still arrives', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { client, developer, findings, list } = newClient();
      const removal = () => removeAll({ developer, clients: [client] });
      const outcomes = await Promise.allSettled([upsert(findings), removal(), upsert(findings)]);
      expect(outcomes[1].status).toBe('fulfilled');
      await expect(upsert(findings)).rejects.toMatchObject({
        code: 'creator_removed',
      });
      expect(await list()).toEqual([]);
    }
  });

  describe('are as the latest poll found them', () => {
    const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000).toISOString();
    const refused = { code: 'superseded' };

    /** Returns the result of a poll that began at an instant: all lamps have its title. */
    function poller() {
      const { findings, things, developer } = newClient();
      return {
        found: (title: string, polled?: string) => ({
          ...findings,
          ...(polled !== undefined && { polled }),
          things: things.map((thing) => ({ ...thing, title })),
        }),
        title: async () => (await read(developer, things[0]!.id)).title,
      };
    }

    test('when what an earlier poll found arrives after that', async () => {
      const { found, title } = poller();
      await upsert(found('later', at(2)));
      await expect(upsert(found('earlier', at(1)))).rejects.toMatchObject(refused);
      expect(await title()).toBe('later');
      await upsert(found('the rest of later', at(2)));
      expect(await title()).toBe('the rest of later');
    });

    test('when both arrive together', async () => {
      const { found, title } = poller();
      const batch = [found('first', at(1)), found('last', at(3)), found('second', at(2))];
      const outcomes = await answerBatch(upsertThings, needs(), batch);
      expect(outcomes).toEqual([{}, {}, expect.objectContaining(refused)]);
      expect(await title()).toBe('last');
      await expect(upsert(found('second', at(2)))).rejects.toMatchObject(refused);
    });

    test('when the clock was set back, and when a poll does not say when it began', async () => {
      const { found, title } = poller();
      await upsert(found('by a wrong clock', at(3_600)));
      await upsert(found('by the right clock', at(0)));
      expect(await title()).toBe('by the right clock');
      await upsert(found('by none'));
      expect(await title()).toBe('by none');
    });
  });

  describe('that are heard of between two polls', () => {
    const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000).toISOString();

    /** A thing with two values, of which each message tells some. */
    function listener() {
      const { findings, things, developer } = newClient();
      const [first] = things;
      const sensor = {
        ...first!,
        properties: { on: { type: 'boolean' as const }, power: { type: 'number' as const } },
      };
      return {
        found: (seconds: number, values: object, more: object = {}) => ({
          ...findings,
          polled: at(seconds),
          things: [{ ...sensor, values: { ...values }, ...more }],
        }),
        state: () => read(developer, sensor.id),
      };
    }

    test('keep the values that are left out, except those that are forgotten', async () => {
      const { found, state } = listener();
      await upsert(found(1, { on: true, power: 5 }));
      await upsert({ ...found(2, { power: 6 }, { forgotten: [] }), reported: true });
      expect((await state()).values).toEqual({ on: true, power: 6 });
      await upsert({ ...found(3, { on: false }, { forgotten: ['power'] }), reported: true });
      expect((await state()).values).toEqual({ on: false });
      await upsert(found(4, {}));
      expect((await state()).values).toEqual({});
    });

    test('keep no value of a property that they do not have any more', async () => {
      const { found, state } = listener();
      await upsert(found(1, { on: true, power: 5 }));
      const properties = { on: { type: 'boolean' as const } };
      await upsert(found(2, {}, { forgotten: [], properties }));
      expect((await state()).values).toEqual({ on: true });
    });

    test('are not overwritten by a poll that began before, which stores what else it has found', async () => {
      const { found, state } = listener();
      const other = { ...newClient().things[0]!, title: 'Found by the poll' };
      await upsert({ ...found(2, { on: true }), reported: true });
      const poll = found(1, { on: false });
      await upsert({ ...poll, things: [...poll.things, other] });
      expect((await state()).values).toEqual({ on: true });
      expect(await read(poll.developer, other.id)).toMatchObject({ title: 'Found by the poll' });
      await upsert({ ...found(1, {}), things: [], vanished: [poll.things[0]!.id] });
      expect(await state()).toMatchObject({ available: true });
      await upsert(found(3, { on: false }));
      expect((await state()).values).toEqual({ on: false });
    });

    test('are as they were heard last, in one batch as well', async () => {
      const { found, state } = listener();
      const batch = [1, 3, 2].map((n) => ({
        ...found(n, { power: n }, { forgotten: [] }),
        reported: true,
      }));
      expect(await answerBatch(upsertThings, needs(), batch)).toEqual([{}, {}, {}]);
      expect((await state()).values).toEqual({ power: 3 });
    });
  });

  test('are stored in batches: a removed client is refused alone, and calls of one client are in order', async () => {
    const [one, removed, other] = [newClient(), newClient(), newClient()];
    await removeAll({ developer: removed.developer, clients: [removed.client] });
    const [first] = one.things;
    const later = { ...one.findings, things: [{ ...first!, title: 'Later' }] };
    const outcomes = await answerBatch(upsertThings, needs(), [
      one.findings,
      removed.findings,
      { ...other.findings, subject: 'bob' },
      { ...one.findings, things: [], vanished: one.things.map(({ id }) => id) },
      later,
    ]);
    const refused = expect.objectContaining({ code: 'creator_removed' });
    expect(outcomes).toEqual([{}, refused, {}, {}, {}]);
    for (const { list, things } of [one, other]) {
      expect(await list()).toEqual(things.map(({ id }) => id));
    }
    expect(await removed.list()).toEqual([]);
    const stored = await answerBatch(
      readThing,
      database,
      one.things.map(({ id }) => ({ caller: { developer: one.developer }, id })),
    );
    expect(stored).toMatchObject([
      { title: 'Later', available: true },
      { available: false },
      { available: false },
    ]);
    const { developer } = other;
    expect(await answerOne(readSubject, database, { caller: { developer }, id: 'bob' })).toEqual({
      id: 'bob',
      units: [],
      things: other.things.map(({ id }) => id),
    });
  });

  test('can be stored in several batches at once, in any order', async () => {
    const clients = Array.from({ length: 4 }, newClient);
    const batches = clients.map(({ findings }) => findings);
    const reversed = batches
      .map((findings) => ({ ...findings, things: findings.things.toReversed() }))
      .toReversed();
    for (let round = 0; round < 10; round += 1) {
      const outcomes = await Promise.all([
        answerBatch(upsertThings, needs(), batches),
        answerBatch(upsertThings, needs(), reversed),
      ]);
      expect(outcomes.flat()).toEqual(Array(8).fill({}));
    }
  });
});
