import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { thingVersion, unitPropertyVersion, unitVersion } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { newUnit } from '../testing/units.js';
import { createThing, removeThing } from '../things/change.js';
import { readThing } from '../things/read.js';
import { createUnit, removeUnit } from './write.js';
import { removeProperty, updateProperty } from './properties.js';
import { readUnit } from './read.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({ ...needsOf(database), publishThingsHint: () => undefined });

const name = 'floor';
const stale = expect.objectContaining({ code: 'precondition_failed' });
const notFound = expect.objectContaining({ code: 'not_found' });

/** A unit with a property, and what its caller does with it. */
async function unitOf(caller = { developer: randomUUID() as string }) {
  const unit = newUnit(caller, [{ name, value: 1 }]);
  await answerOne(createUnit, needs(), unit);
  const on = { caller, id: unit.id };
  return {
    on,
    version: async () => unitVersion(await answerOne(readUnit, database, on)),
    change: (value: unknown) =>
      answerOne(updateProperty, needs(), { ...on, property: { name, value } }),
    tagOf: async () => {
      const { properties } = await answerOne(readUnit, database, on);
      return unitPropertyVersion(properties[0]!);
    },
  };
}

test('a unit is removed only in a version that is expected, and the others of its batch anyway', async () => {
  const [one, two, other] = [await unitOf(), await unitOf(), await unitOf()];
  const [first, second] = [await one.version(), await two.version()];
  await one.change(2);
  const outcomes = await Promise.allSettled(
    await removeUnit(
      needs(),
      [
        { ...one.on, expected: [first] },
        { ...two.on, expected: ['other', second] },
        other.on,
        { ...other.on, expected: [] },
      ].map((input) => ({ input, ...patient })),
    ),
  );
  expect(outcomes).toMatchObject([
    { reason: stale },
    { value: {} },
    { value: {} },
    { reason: notFound },
  ]);
  await expect(one.version()).resolves.not.toBe(first);
  await expect(two.version()).rejects.toMatchObject(notFound);
});

test('a removal that races with a change removes no version but the expected one', async () => {
  for (let round = 0; round < 10; round += 1) {
    const unit = await unitOf();
    const expected = [await unit.version()];
    const [removed, changed] = await Promise.allSettled([
      answerOne(removeUnit, needs(), { ...unit.on, expected }),
      unit.change('changed'),
    ]);
    // One of them comes first, and the other one finds what that has left.
    expect([removed.status, changed.status].sort()).toEqual(['fulfilled', 'rejected']);
  }
});

test('of the removals of a property in a batch, those are made that expect what is there', async () => {
  const unit = await unitOf();
  const tag = await unit.tagOf();
  const remove = (...expected: (string[] | undefined)[]) =>
    answerBatch(
      removeProperty,
      needs(),
      expected.map((one) => ({ ...unit.on, name, expected: one })),
    );
  expect(await remove(['stale'])).toEqual([stale]);
  expect(await remove(['stale'], [tag], [tag], undefined)).toEqual([
    stale,
    { name, value: 1 },
    stale,
    notFound,
  ]);
});

test('a thing is removed only in a version that is expected', async () => {
  const caller = { developer: randomUUID() };
  const id = randomUUID();
  const state = {
    title: 'Lamp',
    types: [],
    properties: {},
    actions: {},
    events: {},
    values: {},
    available: true,
  };
  await answerOne(createThing, needs(), { caller, id, app: 'app', state });
  const remove = (expected: string[]) => removeThing(needs(), { caller, id, expected }, patient);
  await expect(remove(['stale'])).rejects.toMatchObject(stale);
  const version = thingVersion(await answerOne(readThing, database, { caller, id }), 'app');
  expect(await remove(['stale', version])).toEqual({});
  await expect(answerOne(readThing, database, { caller, id })).rejects.toMatchObject(notFound);
});
