import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/open.js';
import { patient } from '../testing/context.js';
import { openTestDatabase } from '../testing/database.js';
import { readUnit } from './read.js';
import { traverseUnits } from './traverse.js';

const caller = { developer: 'developer' };
const page = { limit: 1000 };
const root = randomUUID();

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ maxTraversalConnections: 1, traversalTimeoutMs: 4_000 });
  // 5,000 layers of two units, each of them above all units of the next two layers. The keys of a layer
  // are 2 * layer + 1 and 2 * layer + 2.
  await database.prisma.$executeRaw`
    INSERT INTO units (id, developer, name, type)
    SELECT gen_random_uuid(), 'developer', 'unit', 'layer'
    FROM generate_series(1, 10000)`;
  await database.prisma.$executeRaw`
    INSERT INTO unit_links (parent_key, child_key)
    SELECT parent, 2 * ((parent - 1) / 2 + step) + side
    FROM generate_series(1, 10000) AS parent, generate_series(1, 2) AS step,
      generate_series(1, 2) AS side
    WHERE 2 * ((parent - 1) / 2 + step) + side <= 10000`;
  await database.prisma.$executeRaw`UPDATE units SET id = ${root}::uuid WHERE key = 1`;
  await database.prisma.$executeRaw`ANALYZE`;
});
afterAll(() => database.close());

const below = (depth?: number) =>
  traverseUnits(database, { caller, id: root, page, direction: 'descendants', depth }, patient);

test('a traversal finds each unit once, however many paths lead to it', async () => {
  const { items } = await below(10);
  expect(items).toHaveLength(40);
  expect(new Set(items).size).toBe(40);
});

test('a traversal that takes too long is cancelled, and nobody else waits for it', async () => {
  // With a depth, each unit is visited once for each of its thousands of distances.
  const endless = below(10_000).catch((error: unknown) => error);
  await expect(readUnit(database, { caller, id: root }, patient)).resolves.toMatchObject({
    id: root,
  });
  await expect(endless).resolves.toMatchObject({ code: 'timeout' });
  await expect(below(1)).resolves.toMatchObject({ items: Array(4).fill(expect.any(String)) });
});
