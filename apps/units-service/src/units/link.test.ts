import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller } from '@trellis/contracts';
import { inTransaction } from '@trellis/database';
import { answerOne } from '@trellis/testing';
import type { Database } from '../database/open.js';
import { patient } from '../testing/context.js';
import { openTestDatabase } from '../testing/database.js';
import { afterWaiting } from '../testing/waiting.js';
import { linkUnits } from './link.js';
import { readUnit } from './read.js';
import { removeReference } from './references.js';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function newUnits(count: number) {
  const caller: Caller = { developer: randomUUID() };
  const ids = Array.from({ length: count }, () => randomUUID());
  await database.prisma.unit.createMany({
    data: ids.map((id) => ({ id, developer: caller.developer, name: 'unit', type: 'unit' })),
  });
  const child = (id: string, other: string) => ({ caller, id, role: 'children' as const, other });
  const addChild = (id: string, other: string) => answerOne(linkUnits, database, child(id, other));
  /** Adds links as one batch. */
  const addChildren = (...links: [id: string, other: string][]) =>
    linkUnits(
      database,
      links.map(([id, other]) => ({ input: child(id, other), ...patient })),
    );
  const read = (id: string) => answerOne(readUnit, database, { caller, id });
  return { caller, ids: ids as [string, string, string], child, addChild, addChildren, read };
}

test('a link appears on both units in opposite roles, once, and disappears from both', async () => {
  const { caller, ids, addChild, read } = await newUnits(2);
  const [parent, child] = ids;
  await addChild(parent, child);
  await addChild(parent, child);
  expect(await read(parent)).toMatchObject({ children: [child], parents: [] });
  expect(await read(child)).toMatchObject({ children: [], parents: [parent] });
  const input = { caller, id: child, relation: 'parents' as const, other: parent };
  await answerOne(removeReference, database, input);
  expect(await read(parent)).toMatchObject({ children: [] });
  await expect(answerOne(removeReference, database, input)).rejects.toMatchObject({
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

test('links that race to close a cycle together do not close it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { ids, addChild } = await newUnits(2);
    const [one, other] = ids;
    const outcomes = await Promise.allSettled([addChild(one, other), addChild(other, one)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
});

test('of the links of a batch, those that close a cycle with earlier ones are refused alone', async () => {
  const { ids, addChild, addChildren, read } = await newUnits(5);
  const [a, b, c, d, e] = ids as unknown as [string, string, string, string, string];
  await addChild(a, b);
  const outcomes = await addChildren([b, c], [c, a], [c, d], [d, d], [d, b], [d, e], [d, e]);
  expect(outcomes.map((outcome) => (outcome as { extras?: object }).extras)).toEqual([
    undefined,
    { cycle: [a, b, c, a] },
    undefined,
    { cycle: [d, d] },
    { cycle: [b, c, d, b] },
    undefined,
    undefined,
  ]);
  expect(await read(c)).toMatchObject({ children: [d], parents: [b] });
  expect(await read(d)).toMatchObject({ children: [e] });
});

test('batches of several accounts that are linked at once keep every link', async () => {
  const [one, other] = [await newUnits(40), await newUnits(40)];
  const calls = one.ids.slice(1).flatMap((id, index) => [
    { input: one.child(one.ids[0], id), ...patient },
    { input: other.child(other.ids[0], other.ids[index + 1]!), ...patient },
  ]);
  await Promise.all([
    linkUnits(database, calls),
    linkUnits(database, calls.toReversed()),
    linkUnits(database, calls),
  ]);
  for (const { ids, read } of [one, other]) {
    expect((await read(ids[0])).children.toSorted()).toEqual(ids.slice(1).toSorted());
  }
});

test('a link that waited for longer than its caller is not made', async () => {
  const { ids, child, read } = await newUnits(2);
  const [parent, other] = ids;
  const late = linkUnits(database, [{ input: child(parent, other), expiresAt: 0 }]);
  await expect(late).rejects.toMatchObject({ code: 'timeout' });
  expect(await read(parent)).toMatchObject({ children: [] });
});

test('a link to a unit that is removed meanwhile is refused like one to a unit that never was', async () => {
  const { ids, addChild, read } = await newUnits(2);
  const [parent, other] = ids;
  const linked = afterWaiting(
    database.pool,
    { text: 'DELETE FROM units WHERE id = $1', values: [other] },
    () => addChild(parent, other),
  );
  await expect(linked).rejects.toMatchObject({ code: 'unknown_reference' });
  expect(await read(parent)).toMatchObject({ children: [] });
});

test('a cycle is looked for once per link, however many parents there are', async () => {
  const { caller, ids, addChild } = await newUnits(3);
  const [top, middle, bottom] = ids;
  await addChild(top, middle);
  const { developer } = caller;
  await database.pool.query(
    `INSERT INTO units (id, developer, name, type)
    SELECT gen_random_uuid(), $1, 'parent', 'parent' FROM generate_series(1, 40000)`,
    [developer],
  );
  await inTransaction(database.pool, async (db) => {
    await db.query('SET LOCAL statement_timeout = 0');
    await db.query(
      `INSERT INTO unit_links (parent_key, child_key)
    SELECT CASE WHEN above THEN ends.middle ELSE unit.key END,
      CASE WHEN above THEN unit.key ELSE ends.bottom END
    FROM units unit, (VALUES (true), (false)) AS side(above), (
      SELECT (SELECT key FROM units WHERE id = $2) AS middle,
        (SELECT key FROM units WHERE id = $3) AS bottom
    ) AS ends
    WHERE unit.developer = $1 AND unit.type = 'parent'`,
      [developer, middle, bottom],
    );
  });
  await expect(addChild(bottom, top)).rejects.toMatchObject({
    extras: { cycle: [top, middle, expect.any(String), bottom, top] },
  });
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
