import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller, UnitLine } from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import { createThing } from '../../things/change.js';
import { patient } from '../../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../../testing/database.js';
import { needsOf } from '../../testing/needs.js';
import { bareThing } from '../../testing/things.js';
import { newUnit } from '../../testing/units.js';
import { createUnit } from '../write.js';
import { compareUnits } from './compare.js';
import { importUnits } from './import.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const compare = (caller: Caller, given: Partial<Parameters<typeof compareUnits>[1]>) =>
  compareUnits(database, { caller, ids: [], values: [], links: [], things: [], ...given }, patient);
const importLines = (caller: Caller, lines: UnitLine[]) =>
  importUnits(needsOf(database), { caller, lines }, patient);
const line = (id: string, more: Partial<UnitLine> = {}): UnitLine => ({
  id,
  name: id,
  type: 'room',
  ...more,
});
const digestOf = (value: unknown) => createHash('md5').update(JSON.stringify(value)).digest('hex');

test('units are found by the ids of their lines, with digests and the values that are wanted', async () => {
  const caller = { developer: randomUUID() };
  const properties = [
    { name: 'area', value: 24 },
    { name: 'note', value: 'north' },
  ];
  await importLines(caller, [line('urn:a', { properties })]);
  expect(await compare(caller, { ids: ['urn:b', 'urn:a'], values: ['note'] })).toMatchObject({
    units: [
      null,
      {
        name: 'urn:a',
        type: 'room',
        properties: [
          { name: 'area', digest: digestOf(24) },
          { name: 'note', digest: digestOf('north'), value: 'north' },
        ],
      },
    ],
    covered: 2,
  });
  const stranger = await compare({ developer: randomUUID() }, { ids: ['urn:a'] });
  expect(stranger.units).toEqual([null]);
});

test('links and things are present, absent or unknown', async () => {
  const caller = { developer: randomUUID() };
  const [inside, outside] = [bareThing(), bareThing()];
  for (const state of [inside, outside]) {
    const input = { caller, id: state.id, app: 'app', state };
    await answerOne(createThing, needsOf(database), input);
  }
  await importLines(caller, [
    line('urn:a', { things: [inside.id] }),
    line('urn:b', { parents: ['urn:a'] }),
  ]);
  const answer = await compare(caller, {
    links: [
      { parent: 'urn:a', child: 'urn:b' },
      { parent: 'urn:b', child: 'urn:a' },
      { parent: 'urn:a', child: 'urn:c' },
    ],
    things: [inside.id, outside.id, randomUUID()].map((thing) => ({ unit: 'urn:a', thing })),
  });
  expect(answer.links).toEqual([true, false, false]);
  expect(answer.things).toEqual(['present', 'absent', 'unknown']);
});

test('an answer that has no room for all covers the ids before the first that is left out', async () => {
  const caller = { developer: randomUUID() };
  const large = [1, 2, 3].map((n) => ({ name: `p${n}`, value: 'x'.repeat(900_000) }));
  const unit = newUnit(caller, large);
  await answerOne(createUnit, needsOf(database), unit);
  const { id } = unit;
  const ids = ['urn:new', id, id.toUpperCase(), id];
  const values = large.map(({ name }) => name);
  const first = await compare(caller, { ids, values });
  expect(first).toMatchObject({ units: [null, { name: 'Kitchen' }], covered: 2 });
  const second = await compare(caller, { ids: ids.slice(2), values });
  expect(second).toMatchObject({ units: [{ name: 'Kitchen' }], covered: 1 });
});
