import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerOne } from '@trellis/testing';
import { writeThing } from '../things/write.js';
import { removeAllThings } from '../things/clients.js';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { observedThing } from '../testing/history.js';
import { needsOf } from '../testing/needs.js';
import { readIntervals, readValues } from './values.js';
import { maintainHistory } from './retention.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await maintainHistory(
    database.pool,
    { days: 7, maxValuesPerDay: 1_000_000 },
    { now: new Date(), mayPurge: true },
  );
});
afterAll(() => database.close());

/** A time of the day before yesterday, in seconds after its beginning. */
const dayMs = 24 * 60 * 60_000;
const start = Math.floor(Date.now() / dayMs - 2) * dayMs;
const at = (seconds: number) => start + seconds * 1_000;

const number = { type: 'number' as const };
type Sensor = ReturnType<typeof observedThing>;

const valuesOf = ({ caller, id }: Pick<Sensor, 'caller' | 'id'>, more: object = {}) =>
  readValues(
    database,
    {
      caller,
      id,
      name: 'level',
      from: at(0),
      to: at(100),
      descending: false,
      limit: 1_000,
      ...more,
    },
    patient,
  );
const intervalsOf = async (
  { caller, id }: Pick<Sensor, 'caller' | 'id'>,
  edges: number[],
  name = 'level',
) => {
  const { series } = await readIntervals(
    database,
    { caller, ids: [id], name, edges: edges.map(at) },
    patient,
  );
  return series[0]?.intervals;
};

describe('the values of a property', () => {
  test('are those that it had, each with its time', async () => {
    const sensor = observedThing(database, { level: number });
    await sensor.find(at(10), { level: 1 });
    await sensor.find(at(20.25), { level: 2.5 });
    await sensor.find(at(30), { level: 2.5 });
    await sensor.find(at(40), { level: { deep: ['\u0000', null] } });
    await sensor.find(at(50), {});
    await sensor.find(at(60), { level: true });
    const items = [
      { since: at(0), until: at(10) },
      { since: at(10), until: at(20.25), value: 1 },
      { since: at(20.25), until: at(40), value: 2.5 },
      { since: at(40), until: at(50), value: { deep: ['\u0000', null] } },
      { since: at(50), until: at(60) },
      { since: at(60), value: true },
    ];
    expect(await valuesOf(sensor)).toEqual({ items });
    expect(await valuesOf(sensor, { descending: true })).toEqual({ items: items.toReversed() });
  });

  test('begin with the one that the property had already', async () => {
    const sensor = observedThing(database, { level: number });
    await sensor.find(at(-9 * 24 * 3600), { level: 1 });
    await sensor.find(at(50), { level: 2 });
    const { items } = await valuesOf(sensor, { from: at(20), to: at(30) });
    expect(items).toEqual([{ since: at(-9 * 24 * 3600), until: at(50), value: 1 }]);
  });

  test('are not known while the thing is away, nor while its client fails', async () => {
    const sensor = observedThing(database, { level: number });
    await sensor.find(at(10), { level: 1 });
    await sensor.vanish(at(20));
    await sensor.find(at(30), { level: 1 });
    await sensor.tell(at(40), 'unavailable');
    await sensor.tell(at(50), null);
    expect((await valuesOf(sensor)).items).toEqual([
      { since: at(0), until: at(10) },
      { since: at(10), until: at(20), value: 1 },
      { since: at(20), until: at(30) },
      { since: at(30), until: at(40), value: 1 },
      { since: at(40), until: at(50) },
      { since: at(50), value: 1 },
    ]);
    await sensor.tell(at(60), 'unavailable');
    expect((await valuesOf(sensor)).items.at(-1)).toEqual({ since: at(60), until: at(100) });
  });

  test('come in pages, in either order', async () => {
    const sensor = observedThing(database, { level: number });
    for (let level = 1; level <= 12; level += 1) await sensor.find(at(level * 5), { level });
    const whole = (await valuesOf(sensor)).items;
    for (const descending of [false, true]) {
      const found = [];
      let range: object = {};
      for (let next: number | undefined = 0; next !== undefined;) {
        const page = await valuesOf(sensor, { limit: 2, descending, ...range });
        found.push(...page.items);
        next = page.next;
        range = descending ? { to: next } : { from: next };
      }
      expect(found).toEqual(descending ? whole.toReversed() : whole);
    }
  });

  test('of which many are found within a second are kept once a second', async () => {
    const sensor = observedThing(database, { level: number });
    for (let tenth = 0; tenth <= 50; tenth += 1) {
      await sensor.find(at(10 + tenth / 10), { level: tenth });
    }
    const { items } = await valuesOf(sensor);
    expect(items.length).toBeLessThanOrEqual(8);
    expect(items.at(-1)).toEqual({ since: at(15), value: 50 });
    const [gap, ...known] = items;
    expect(gap).toEqual({ since: at(0), until: at(10.9) });
    for (const [index, item] of known.slice(1).entries()) {
      expect(item.since).toBe(known[index]!.until);
    }
  });

  test('are kept as long as they are small, and never those of write-only properties', async () => {
    const sensor = observedThing(database, {
      level: number,
      pin: { type: 'string', writeOnly: true },
    });
    await sensor.find(at(10), { level: 'x'.repeat(2_000), pin: '1' });
    await sensor.find(at(20), { level: 1, pin: '2' });
    const { items } = await valuesOf(sensor);
    expect(items).toEqual([
      { since: at(0), until: at(20) },
      { since: at(20), value: 1 },
    ]);
    await expect(valuesOf(sensor, { name: 'pin' })).rejects.toMatchObject({ code: 'not_found' });
    const { rows } = await database.pool.query(
      `SELECT count(*)::int FROM thing_history WHERE name = 'pin'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('are shown to those who see the thing, as long as it is there', async () => {
    const sensor = observedThing(database, { level: number });
    await sensor.find(at(10), { level: 1 });
    const { developer } = sensor.caller;
    for (const caller of [{ developer: 'other' }, { developer, subject: 'bob' }]) {
      await expect(valuesOf({ ...sensor, caller })).rejects.toMatchObject({ code: 'not_found' });
      expect(await intervalsOf({ ...sensor, caller }, [0, 100])).toBeUndefined();
    }
    const alice = { ...sensor, caller: { developer, subject: 'alice' } };
    expect((await valuesOf(alice)).items).toHaveLength(2);
    await removeAllThings(needsOf(database), { developer, clients: [sensor.client] }, patient);
    await expect(valuesOf(alice)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that apps write are kept, also when several are written at once', async () => {
    const sensor = observedThing(database, { level: number });
    await sensor.find(Date.now() - 60_000, { level: 1 });
    const { caller, id } = sensor;
    await answerOne(writeThing, needsOf(database), { caller, id, values: { level: 2 } });
    const { items } = await valuesOf(sensor, { to: Date.now() + 1_000 });
    expect(items.slice(1).map(({ value }) => value)).toEqual([1, 2]);
  });
});

describe('intervals', () => {
  test('have a mean that is weighted by time, and say how much is known', async () => {
    const sensor = observedThing(database, { level: number });
    await sensor.find(at(10), { level: 10 });
    await sensor.find(at(40), { level: 40 });
    await sensor.vanish(at(90));
    expect(await intervalsOf(sensor, [0, 20, 50, 60, 95, 100])).toEqual([
      { start: at(0), end: at(20), coverage: 0.5, count: 1, min: 10, max: 10, mean: 10, last: 10 },
      { start: at(20), end: at(50), coverage: 1, count: 1, min: 10, max: 40, mean: 20, last: 40 },
      { start: at(50), end: at(60), coverage: 1, count: 0, min: 40, max: 40, mean: 40, last: 40 },
      {
        start: at(60),
        end: at(95),
        coverage: 30 / 35,
        count: 0,
        min: 40,
        max: 40,
        mean: 40,
        last: 40,
      },
      { start: at(95), end: at(100), coverage: 0, count: 0 },
    ]);
  });

  test('are known for the whole time when values follow each other, however odd their times', async () => {
    const sensor = observedThing(database, { level: number });
    for (let n = 0; n < 30; n += 1) await sensor.find(at(0) + n * 3_337, { level: 0.1 });
    for (let n = 30; n < 60; n += 1) await sensor.find(at(0) + n * 3_337, { level: 0.1 + n });
    const [interval] = (await intervalsOf(sensor, [1, 99]))!;
    expect(interval).toMatchObject({ coverage: 1, min: 0.1, mean: 0.1, max: 0.1 });
    expect((await intervalsOf(sensor, [0, 199]))![0]).toMatchObject({ coverage: 1 });
  });

  test('have the mean of their numbers, whatever other values are between them', async () => {
    const sensor = observedThing(database, { level: {} });
    for (const [second, level] of [20, 'off', 22, null].entries()) {
      await sensor.find(at(second * 10), { level });
    }
    expect((await intervalsOf(sensor, [0, 40]))![0]).toMatchObject({ min: 20, mean: 21, max: 22 });
  });

  test('have the shares of values that are no numbers', async () => {
    const sensor = observedThing(database, { level: { type: 'string' } });
    await sensor.find(at(0), { level: 'heat' });
    await sensor.find(at(30), { level: 'cool' });
    await sensor.find(at(40), { level: 'heat' });
    expect(await intervalsOf(sensor, [0, 100])).toEqual([
      {
        start: at(0),
        end: at(100),
        coverage: 1,
        count: 3,
        last: 'heat',
        shares: [
          { value: 'heat', share: 0.9 },
          { value: 'cool', share: 0.1 },
        ],
      },
    ]);
  });

  test.each([
    [5e-324, 1e-300],
    [1.7976931348623157e308, -1.7976931348623157e308],
  ])('are computed of any numbers: %p and %p', async (one, other) => {
    const sensor = observedThing(database, { level: number });
    for (let n = 0; n < 8; n += 1) await sensor.find(at(n * 7), { level: n % 2 ? one : other });
    const [interval] = (await intervalsOf(sensor, [0, 100]))!;
    expect(interval).toMatchObject({ min: Math.min(one, other), max: Math.max(one, other) });
    expect(Number.isFinite(interval!.mean)).toBe(true);
  });
});
