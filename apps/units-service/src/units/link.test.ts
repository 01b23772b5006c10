import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller } from '@trellis/contracts';
import type { Database } from '../database/open.js';
import { patient } from '../testing/context.js';
import { openTestDatabase } from '../testing/database.js';
import { createKeyedQueue } from './keyed-queue.js';
import { linkUnits } from './link.js';
import { readUnit } from './read.js';
import { removeReference } from './references/remove.js';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The queue of one process; further ones stand for other processes. */
const linkQueue = createKeyedQueue();

async function newUnits(count: number) {
  const caller: Caller = { developer: randomUUID() };
  const ids = Array.from({ length: count }, () => randomUUID());
  await database.prisma.unit.createMany({
    data: ids.map((id) => ({ id, developer: caller.developer, name: 'unit', type: 'unit' })),
  });
  const addChild = (id: string, other: string, queue = linkQueue) =>
    linkUnits(
      { prisma: database.prisma, linkQueue: queue },
      { caller, id, role: 'children', other },
      patient,
    );
  const read = (id: string) => readUnit(database, { caller, id }, patient);
  return { caller, ids: ids as [string, string, string], addChild, read };
}

test('a link appears on both units in opposite roles, once, and disappears from both', async () => {
  const { caller, ids, addChild, read } = await newUnits(2);
  const [parent, child] = ids;
  await addChild(parent, child);
  await addChild(parent, child);
  expect(await read(parent)).toMatchObject({ children: [child], parents: [] });
  expect(await read(child)).toMatchObject({ children: [], parents: [parent] });
  const input = { caller, id: child, relation: 'parents' as const, other: parent };
  await removeReference(database, input, patient);
  expect(await read(parent)).toMatchObject({ children: [] });
  await expect(removeReference(database, input, patient)).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a link that would close a cycle is refused with the path of the cycle', async () => {
  const { ids, addChild } = await newUnits(3);
  const [top, middle, bottom] = ids;
  await addChild(top, middle);
  await addChild(middle, bottom);
  await expect(addChild(bottom, top)).rejects.toMatchObject({
    code: 'unit_cycle',
    extras: { cycle: [top, middle, bottom, top] },
  });
  await expect(addChild(top, top)).rejects.toMatchObject({
    code: 'unit_cycle',
    extras: { cycle: [top, top] },
  });
});

test('links of several processes that would close a cycle together do not', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { ids, addChild } = await newUnits(2);
    const [one, other] = ids;
    const outcomes = await Promise.allSettled([
      addChild(one, other, createKeyedQueue()),
      addChild(other, one, createKeyedQueue()),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
});

test('a unit that the body names and the caller does not see is an unknown reference', async () => {
  const { ids, addChild } = await newUnits(1);
  const foreign = (await newUnits(1)).ids[0];
  for (const other of [foreign, randomUUID(), 'not-an-id']) {
    await expect(addChild(ids[0], other)).rejects.toMatchObject({
      code: 'unknown_reference',
      extras: { errors: [{ pointer: '/id' }] },
    });
  }
  await expect(addChild(foreign, ids[0])).rejects.toMatchObject({ code: 'not_found' });
});
