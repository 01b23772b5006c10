import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Database } from '../database.js';
import { testDatabase } from '../test-database.js';
import { readUnit } from './read.js';
import { traverse } from './traverse.js';

const caller = { developer: 'developer' };
const page = { limit: 1000 };
const root = randomUUID();

let database: Database;
beforeAll(async () => {
  database = await testDatabase({ traversalTimeout: 20 });
  // A ladder: so many layers of two units, each above both of the next one.
  await database.prisma.$executeRaw`
    INSERT INTO units (id, developer, name, type)
    SELECT gen_random_uuid(), 'developer', 'unit', 'layer ' || n / 2
    FROM generate_series(0, 40001) AS n`;
  await database.prisma.$executeRaw`
    INSERT INTO unit_links (parent_key, child_key)
    SELECT parent.key, child.key
    FROM units parent JOIN units child
      ON (child.key - 1) / 2 = (parent.key - 1) / 2 + 1`;
  await database.prisma.$executeRaw`UPDATE units SET id = ${root}::uuid WHERE key = 1`;
  await database.prisma.$executeRaw`ANALYZE`;
});
afterAll(() => database.close());

const below = (depth?: number) =>
  traverse(database, { caller, id: root, page, direction: 'descendants', depth });

test('a walk finds each unit once, however many ways lead to it', async () => {
  const { items } = await below(10);
  expect(items).toHaveLength(20);
  expect(new Set(items).size).toBe(20);
});

test('a walk through too much is ended, and meanwhile nobody has to wait for it', async () => {
  const walks = Array.from({ length: 5 }, () => below());
  const refusals = Promise.allSettled(walks);
  await expect(readUnit(database, { caller, id: root })).resolves.toMatchObject({ id: root });
  for (const outcome of await refusals) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'timeout' } });
  }
  await expect(below(1)).resolves.toMatchObject({
    items: [expect.any(String), expect.any(String)],
  });
});
