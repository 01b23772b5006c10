import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller, UnitLine } from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import { listSubjects } from '../../subjects/subjects.js';
import { patient } from '../../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../../testing/database.js';
import { newUnit, withoutJsonLd } from '../../testing/units.js';
import { afterWaiting } from '../../testing/waiting.js';
import { createUnit } from '../write.js';
import { exportUnits } from '../export.js';
import { linkUnits } from '../link.js';
import { lockGraphs } from '../link.sql.js';
import type { ModelLine } from './check-line.js';
import { importUnits, mergeUnits } from './import.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({ ...database, jsonLd: withoutJsonLd });

const importLines = async (caller: Caller, lines: UnitLine[]) =>
  (await importUnits(needs(), { caller, lines }, patient)).outcomes;

const mergeLines = async (caller: Caller, lines: ModelLine[]) =>
  (await mergeUnits(needs(), { caller, lines }, patient)).outcomes;

async function insertUnit(caller: Caller): Promise<string> {
  const unit = newUnit(caller);
  await answerOne(createUnit, needs(), unit);
  return unit.id;
}

const unit = (id: string, more: Partial<UnitLine> = {}): UnitLine => ({
  id,
  name: 'unit',
  type: 'unit',
  ...more,
});

test('an import waits for links that are made meanwhile, and closes no cycle with them', async () => {
  const caller = { developer: randomUUID() };
  const [one, other] = [await insertUnit(caller), await insertUnit(caller)];
  // Whoever adds links has locked the graph of the account.
  const { text } = lockGraphs;
  const outcomes = await afterWaiting(
    database.pool,
    {
      text: `WITH locked AS (${text}), added AS (
        INSERT INTO unit_links (parent_key, child_key)
        SELECT parent.key, child.key FROM units parent, units child
        WHERE parent.id = $2 AND child.id = $3
      ) SELECT * FROM locked`,
      values: [[caller.developer], one, other],
    },
    () => importLines(caller, [unit(one, { parents: [other] })]),
  );
  expect(outcomes).toMatchObject([{ code: 'unit_cycle' }]);
});

test('the subject that imports units owns them, and is one of the account', async () => {
  const developer = randomUUID();
  expect(await importLines({ developer, subject: 'alice' }, [unit('a')])).toEqual(['created']);
  const page = { limit: 10 };
  const { items } = await listSubjects(database, { caller: { developer }, page }, patient);
  expect(items).toEqual(['alice']);
});

test('a link is exported once, with the unit that comes later', async () => {
  const caller = { developer: randomUUID() };
  const [first, second, third] = [
    await insertUnit(caller),
    await insertUnit(caller),
    await insertUnit(caller),
  ];
  const link = (id: string, other: string) =>
    answerOne(linkUnits, database, { caller, id, role: 'children', other });
  await link(first, second);
  await link(third, second);
  const { lines } = await exportUnits(database, { caller, limit: 10 }, patient);
  expect(lines.map(({ id, parents, children }) => ({ id, parents, children }))).toEqual([
    { id: first, parents: undefined, children: undefined },
    { id: second, parents: [first], children: undefined },
    { id: third, parents: undefined, children: [second] },
  ]);
});

test('a merge replaces what differs and removes what it names; made again, it changes nothing', async () => {
  const caller = { developer: randomUUID() };
  const properties = ['area', 'note', 'other'].map((name) => ({ name, value: 1 }));
  await importLines(caller, [
    unit('urn:a'),
    unit('urn:b'),
    unit('urn:c', { parents: ['urn:a'], properties }),
  ]);
  const line = {
    ...unit('urn:c', { name: 'Kitchen', type: 'room', parents: ['urn:b'] }),
    properties: [{ name: 'area', value: 2 }],
    removed: { properties: ['note'], parents: ['urn:a'], children: [] },
  };
  expect(await mergeLines(caller, [line])).toEqual(['updated']);
  expect(await mergeLines(caller, [line])).toEqual(['unchanged']);
  const { lines } = await exportUnits(database, { caller, limit: 10 }, patient);
  expect(lines[2]).toMatchObject({
    name: 'Kitchen',
    type: 'room',
    parents: [lines[1]!.id],
    properties: [
      { name: 'area', value: 2 },
      { name: 'other', value: 1 },
    ],
  });
  const stranger = { developer: randomUUID() };
  expect(await mergeLines(stranger, [line])).toMatchObject([{ code: 'unknown_reference' }]);
});
