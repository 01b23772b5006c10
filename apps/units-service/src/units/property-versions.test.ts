import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unitPropertyVersion } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import fc from 'fast-check';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { newUnit } from '../testing/units.js';
import { createUnit } from './write.js';
import { readProperty, updateProperty } from './properties.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => needsOf(database);
const name = 'area';
const versionOf = (value: unknown) => unitPropertyVersion({ name, value });

async function unitWith(value: unknown) {
  const { caller, id, ...unit } = newUnit({ developer: randomUUID() }, [{ name, value }]);
  await answerOne(createUnit, needs(), { caller, id, ...unit });
  const change = (value: unknown, expected?: string[]) => ({
    caller,
    id,
    property: { name, value },
    ...(expected && { expected }),
  });
  return {
    change,
    update: (...changes: ReturnType<typeof change>[]) =>
      answerBatch(updateProperty, needs(), changes),
    read: async () => (await answerOne(readProperty, database, { caller, id, name })).value,
  };
}

/** Values of every form; what could be JSON-LD is not checked here. */
const values = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue().map((value) => ({ of: [[value]] })),
);

const refused = expect.objectContaining({ code: 'precondition_failed' });

test('a property of any value is changed by its version, and by no other', async () => {
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      const { change, update, read } = await unitWith(value);
      expect(await update(change('new', [versionOf([value])]))).toEqual([refused]);
      expect(await read()).toEqual(JSON.parse(JSON.stringify(value)));
      expect(await update(change('new', ['other', versionOf(value)]))).toEqual([{}]);
      expect(await read()).toBe('new');
    }),
    { numRuns: 50 },
  );
});

test('of the changes of a batch that expect the same version, one is made', async () => {
  const { change, update, read } = await unitWith(0);
  const outcomes = await update(...[1, 2, 3].map((value) => change(value, [versionOf(0)])));
  expect(outcomes).toEqual([{}, refused, refused]);
  expect(await read()).toBe(1);
  const more = [change(2), change(3, [versionOf(2)]), change(4, [versionOf(2)]), change(5)];
  expect(await update(...more)).toEqual([{}, {}, refused, {}]);
  expect(await read()).toBe(5);
});

test('a property that is gone has no version', async () => {
  const { change, update } = await unitWith(1);
  const { property, ...rest } = change(1, [versionOf(1)]);
  const [outcome] = await update({ ...rest, property: { ...property, name: 'other' } });
  expect(outcome).toEqual(refused);
});
