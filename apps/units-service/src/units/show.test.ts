import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { maxCountedEntries } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import type { Database } from '../database/open.js';
import { openTestDatabase } from '../testing/database.js';
import { newGraph, type Link } from '../testing/graph.js';
import { addSubject, addThing } from './references.js';
import { showUnits } from './read.js';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A thing in the list of a subject, in a unit. */
async function thingIn(unit: string, developer: string, subject: string) {
  const id = randomUUID();
  await database.prisma.thing.create({
    data: {
      id,
      developer,
      subject,
      app: 'app',
      title: 'Lamp',
      available: true,
      properties: '{}',
      actions: '{}',
      values: '{}',
    },
  });
  await answerOne(addThing, database, { caller: { developer }, id: unit, thing: id });
}

test('units are shown in the order of their ids, with how much is directly in them', async () => {
  const { caller, ids } = await newGraph(database, 4, [
    [0, 1],
    [0, 2],
    [1, 3],
  ]);
  await thingIn(ids[1]!, caller.developer, 'alice');
  const requested = [ids[1]!, randomUUID(), ids[0]!];
  expect(await answerOne(showUnits, database, { caller, ids: requested })).toEqual({
    units: [
      { id: ids[1], name: 'unit', type: 'odd', children: 1, things: 1 },
      { id: ids[0], name: 'unit', type: 'even', children: 2, things: 0 },
    ],
  });
});

test('a subject is shown the units that it sees, and what it sees in them', async () => {
  const { caller, ids } = await newGraph(database, 4, [
    [0, 1],
    [0, 2],
  ]);
  const { developer } = caller;
  for (const id of [ids[0]!, ids[2]!]) {
    await answerOne(addSubject, database, { caller, id, subject: 'bob' });
  }
  await thingIn(ids[0]!, developer, 'alice');
  await thingIn(ids[0]!, developer, 'bob');
  const input = { caller: { developer, subject: 'bob' }, ids };
  const { units } = await answerOne(showUnits, database, input);
  expect(units).toMatchObject([
    { id: ids[0], children: 1, things: 1 },
    { id: ids[2], children: 0, things: 0 },
  ]);
});

test('units of another developer are not shown, also when both share a batch', async () => {
  const [one, other] = [await newGraph(database, 1, []), await newGraph(database, 1, [])];
  const ids = [...one.ids, ...other.ids];
  const answers = await answerBatch(showUnits, database, [
    { caller: one.caller, ids },
    { caller: other.caller, ids },
    { caller: { developer: randomUUID() }, ids },
  ]);
  const shown = answers.map((answer) => 'units' in answer && answer.units.map(({ id }) => id));
  expect(shown).toEqual([one.ids, other.ids, []]);
});

test('no more are counted than is said', async () => {
  const children = Array.from({ length: maxCountedEntries + 5 }, (_, n): Link => [0, n + 1]);
  const { caller, ids } = await newGraph(database, children.length + 1, children);
  const { units } = await answerOne(showUnits, database, { caller, ids: [ids[0]!] });
  expect(units).toMatchObject([{ children: maxCountedEntries }]);
});
