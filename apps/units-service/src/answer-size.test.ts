import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deferred, type Caller, type UnitLine } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import { patient } from './testing/context.js';
import { openTestDatabase, type TestDatabase } from './testing/database.js';
import { createThing } from './things/change.js';
import { describeThings, readThing } from './things/read.js';
import { writeThing } from './things/write.js';
import { createUnit } from './units/write.js';
import { exportUnits } from './units/export.js';
import { listProperties, readProperty, removeProperty } from './units/properties.js';
import { readUnit } from './units/read.js';

const mebibyte = 1024 * 1024;
/** The maximum sizes of an answer and of a batch of answers, including the text around the values. */
const [maxAnswer, maxSet] = [1.1 * mebibyte, 2.1 * mebibyte];
/** A value whose JSON is a quarter of the largest answer. */
const large = 'x'.repeat(mebibyte / 4 - 2);
const page = { limit: 1000 };
const jsonLd = { check: async () => ({}), close: async () => undefined };

let database: TestDatabase;
const sockets = new Set<Socket>();
beforeAll(async () => {
  database = await openTestDatabase();
  database.pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    sockets.add(stream);
  });
});
afterAll(() => database.close());

/** Runs something and returns the bytes that PostgreSQL sends meanwhile. */
async function handedOver<T>(run: () => Promise<T>): Promise<{ result: T; bytes: number }> {
  const read = () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  const before = read();
  const result = await run();
  return { result, bytes: read() - before };
}

const inBatch = <Input>(inputs: Input[]) => inputs.map((input) => ({ input, ...patient }));
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

async function newUnit(caller: Caller, values: unknown[]): Promise<string> {
  const id = randomUUID();
  const properties = values.map((value, index) => ({ name: `property-${index}`, value }));
  await answerOne(
    createUnit,
    { ...database, jsonLd, quotas: { ...database.quotas, unit_bytes: 64 * mebibyte } },
    {
      caller,
      id,
      name: 'Kitchen',
      type: 'room',
      properties,
    },
  );
  return id;
}

async function newThing(caller: Caller, values: Record<string, unknown>): Promise<string> {
  const id = randomUUID();
  const state = {
    title: 'Meter',
    types: [],
    properties: {},
    actions: {},
    events: {},
    values,
    available: true,
  };
  const needs = { ...database, publishThingsHint: () => undefined };
  await answerOne(createThing, needs as never, { caller, id, app: 'app', state });
  return id;
}

/** All items of a list, and the most that PostgreSQL handed over for a page of it. */
async function readPages<Item>(
  read: (cursor: string | undefined) => Promise<{ items: Item[]; next?: string | undefined }>,
) {
  const items: Item[] = [];
  let cursor: string | undefined;
  let largest = 0;
  do {
    const { result, bytes } = await handedOver(() => read(cursor));
    largest = Math.max(largest, bytes);
    items.push(...result.items);
    cursor = result.next;
  } while (cursor !== undefined);
  return { items, largest };
}

describe('a unit with large properties', () => {
  test('shows those that there is room for, and leads to the others', async () => {
    const caller = { developer: randomUUID() };
    const id = await newUnit(caller, [...times(12, () => large), 1]);
    const { result: unit, bytes } = await handedOver(() =>
      answerOne(readUnit, database, { caller, id }),
    );
    expect(bytes).toBeLessThan(maxAnswer);
    expect(unit.properties).toHaveLength(3);
    expect(unit.truncated).toEqual(['properties']);

    const { items, largest } = await readPages((cursor) =>
      answerOne(listProperties, database, { caller, id, page: { ...page, cursor } }),
    );
    expect(largest).toBeLessThan(maxAnswer);
    expect(items.map(({ name }) => name)).toEqual(times(13, (index) => `property-${index}`));
    expect(items.at(-1)!.value).toBe(1);
  });

  test('shows a property that exceeds an answer alone', async () => {
    const caller = { developer: randomUUID() };
    const huge = 'x'.repeat(2 * mebibyte);
    const id = await newUnit(caller, [huge, 1]);
    const unit = await answerOne(readUnit, database, { caller, id });
    expect(unit).toMatchObject({ properties: [{ value: huge }], truncated: ['properties'] });
    const read = (cursor?: string) =>
      answerOne(listProperties, database, { caller, id, page: { ...page, cursor } });
    const first = await read();
    expect(first.items).toHaveLength(1);
    expect((await read(first.next)).items).toMatchObject([{ value: 1 }]);
  });

  test('is exported in several lines', async () => {
    const caller = { developer: randomUUID() };
    const small = [await newUnit(caller, [1]), await newUnit(caller, [])];
    const heavy = await newUnit(
      caller,
      times(10, () => large),
    );
    const last = await newUnit(caller, [large]);
    const { items: lines, largest } = await readPages(async (cursor) => {
      const input = { caller, limit: 500, cursor };
      const { lines, next } = await exportUnits(database, input, patient);
      return { items: lines as UnitLine[], next };
    });
    expect(largest).toBeLessThan(maxAnswer);
    expect([...new Set(lines.map(({ id }) => id))]).toEqual([...small, heavy, last]);
    const exported = lines
      .filter(({ id }) => id === heavy)
      .flatMap((line) => line.properties ?? []);
    expect(exported.map(({ name }) => name)).toEqual(times(10, (index) => `property-${index}`));
    expect(lines.at(-1)).toMatchObject({ id: last, properties: [{ value: large }] });
    const first = await exportUnits(database, { caller, limit: 500 }, patient);
    expect(first.lines.map(({ id }) => id)).toEqual(small);
  });
});

describe('a batch of large answers', () => {
  test('holds as many as there is room for, and the neighbors are answered after them', async () => {
    const [busy, quiet] = [{ developer: randomUUID() }, { developer: randomUUID() }];
    const heavy = await newUnit(
      busy,
      times(8, () => large),
    );
    const light = await newUnit(quiet, [1]);
    const inputs = [
      ...times(5, () => ({ caller: busy, id: heavy })),
      { caller: quiet, id: light },
      { caller: quiet, id: randomUUID() },
    ];
    const { result, bytes } = await handedOver(() => readUnit(database, inBatch(inputs)));
    expect(bytes).toBeLessThan(maxSet);
    expect(result.slice(0, 2)).toMatchObject([{ id: heavy }, { id: heavy }]);
    expect(result.slice(2)).toEqual(times(5, () => deferred));
    const outcomes = await answerBatch(readUnit, database, inputs);
    expect(outcomes.slice(4)).toMatchObject([{ id: heavy }, { id: light }, { code: 'not_found' }]);
  });

  test('of any kind is bounded, and every call is answered', async () => {
    const caller = { developer: randomUUID() };
    const id = await newUnit(
      caller,
      times(20, () => large),
    );
    const named = times(20, (index) => ({ caller, id, name: `property-${index}` }));
    const pages = times(4, () => ({ caller, id, page }));
    const things = await Promise.all(times(12, () => newThing(caller, { large })));
    const readings = things.map((id) => ({ caller, id }));
    const values = times(20, (index) => ({ name: `property-${index}`, value: large }));

    const needs = { ...database, publishThingsHint: () => undefined };
    for (const run of [
      () => readProperty(database, inBatch(named)),
      () => listProperties(database, inBatch(pages)),
      () => readThing(database, inBatch(readings)),
      () => describeThings(database, inBatch(times(4, () => ({ caller, page })))),
      () => removeProperty(database, inBatch(named)),
      () => writeThing(needs, inBatch(readings.map((on) => ({ ...on, values: { small: 1 } })))),
    ]) {
      const { result, bytes } = await handedOver<unknown[]>(run as never);
      expect(bytes).toBeLessThan(maxSet);
      expect(result[0]).not.toBe(deferred);
      expect(result.at(-1)).toBe(deferred);
    }
    expect(await answerBatch(readThing, database, readings)).toMatchObject(
      things.map((id) => ({ id, values: { large } })),
    );
    const writes = readings.map((on) => ({ ...on, values: { small: 2 } }));
    expect(await answerBatch(writeThing, needs, writes)).toEqual(things.map(() => ({})));
    expect(await answerBatch(readThing, database, readings)).toMatchObject(
      things.map((id) => ({ id, values: { large, small: 2 } })),
    );
    // The first of them were removed above.
    const removed = await answerBatch(removeProperty, database, named);
    const rest = removed.filter((outcome) => !(outcome instanceof Error));
    expect(rest.length).toBeGreaterThan(10);
    expect(values.slice(-rest.length)).toEqual(rest);
  });
});

describe('things with large values', () => {
  test('are described in pages that end early', async () => {
    const caller = { developer: randomUUID(), subject: 'alice' };
    const things = [];
    for (let index = 0; index < 10; index += 1) things.push(await newThing(caller, { large }));
    for (const by of [caller, { developer: caller.developer }]) {
      const { items, largest } = await readPages((cursor) =>
        answerOne(describeThings, database, { caller: by, page: { ...page, cursor } }),
      );
      expect(largest).toBeLessThan(maxAnswer);
      expect(items.map(({ id }) => id)).toEqual(things);
    }
  });

  test('are refused one by one when they exceed the limit', async () => {
    const caller = { developer: randomUUID() };
    const [huge, light] = [await newThing(caller, {}), await newThing(caller, { a: 1 })];
    const values = JSON.stringify(
      Object.fromEntries(times(9, (index) => [index, 'x'.repeat(mebibyte)])),
    );
    await database.pool.query('UPDATE things SET "values" = $2 WHERE id = $1', [huge, values]);
    const { result, bytes } = await handedOver(() =>
      answerBatch(
        readThing,
        database,
        [huge, light].map((id) => ({ caller, id })),
      ),
    );
    expect(bytes).toBeLessThan(mebibyte);
    expect(result).toMatchObject([{ code: 'answer_too_large' }, { id: light, values: { a: 1 } }]);
  });
});
