import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../../database/open.js';
import { openTestDatabase } from '../../testing/database.js';
import { newGraph, type Link } from '../../testing/graph.js';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ maxTraversalConnections: 2, traversalTimeoutMs: 10_000 });
});
afterAll(() => database.close());

/** The distances of all units that links lead to, as the definition has it. */
function distancesFrom(start: number, links: Link[]): Map<number, number> {
  const distances = new Map<number, number>();
  let frontier = [start];
  for (let distance = 1; frontier.length > 0; distance += 1) {
    const reached = links.filter(([from]) => frontier.includes(from)).map(([, to]) => to);
    frontier = [...new Set(reached)].filter((unit) => !distances.has(unit));
    for (const unit of frontier) distances.set(unit, distance);
  }
  return distances;
}

const sorted = (numbers: Iterable<number>) => [...numbers].toSorted((a, b) => a - b);

describe('a walk', () => {
  test('goes deep first, in the order of the links', async () => {
    const { walk } = await newGraph(database, 7, [
      [0, 2],
      [0, 1],
      [2, 4],
      [2, 3],
      [1, 5],
      [4, 6],
    ]);
    expect(await walk(0)).toEqual([2, 4, 6, 3, 1, 5]);
    expect(await walk(6, { direction: 'ancestors' })).toEqual([4, 2, 0]);
  });

  test('comes to a unit by the oldest link of a shortest path', async () => {
    const { walk } = await newGraph(database, 5, [
      [0, 1],
      [1, 2],
      [2, 3],
      [0, 4],
      [4, 3],
      [1, 3],
    ]);
    expect(await walk(0)).toEqual([1, 2, 4, 3]);
  });

  test('finds in any graph what the definition says, whatever the depth and the pages', async () => {
    const graphs = fc.integer({ min: 2, max: 14 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        links: fc.uniqueArray(
          fc
            .tuple(fc.nat(count - 1), fc.nat(count - 1))
            .filter(([one, other]) => one !== other)
            .map(([one, other]): Link => [Math.min(one, other), Math.max(one, other)]),
          { maxLength: 40, selector: String },
        ),
        limit: fc.integer({ min: 1, max: 6 }),
        depth: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(graphs, async ({ count, links, limit, depth }) => {
        const { walk } = await newGraph(database, count, links);
        const upwards = links.map(([parent, child]): Link => [child, parent]);
        for (const [direction, start, edges] of [
          ['descendants', 0, links],
          ['descendants', 1, links],
          ['ancestors', count - 1, upwards],
        ] as const) {
          const near = [...distancesFrom(start, edges)].filter(
            ([, distance]) => distance <= (depth ?? Infinity),
          );
          const found = await walk(start, { direction, limit, depth: depth! });
          expect(sorted(found)).toEqual(sorted(near.map(([unit]) => unit)));
          expect(await walk(start, { direction, depth: depth! })).toEqual(found);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('of a diamond of diamonds visits each unit once, although there are 2^60 paths', async () => {
    const links = Array.from({ length: 60 }, (_, layer): Link[] => {
      const top = layer * 3;
      return [
        [top, top + 1],
        [top, top + 2],
        [top + 1, top + 3],
        [top + 2, top + 3],
      ];
    }).flat();
    const { walk } = await newGraph(database, 181, links);
    const found = await walk(0, { limit: 7 });
    expect(found).toHaveLength(180);
    expect(new Set(found).size).toBe(180);
    expect(await walk(180, { direction: 'ancestors', limit: 100 })).toHaveLength(180);
    expect(await walk(0, { depth: 4 })).toEqual([1, 3, 4, 6, 5, 2]);
  });

  test('follows a chain of hundreds of units to its end', async () => {
    const links = Array.from({ length: 400 }, (_, index): Link => [index, index + 1]);
    const { walk } = await newGraph(database, 401, links);
    const chain = links.map(([, child]) => child);
    expect(await walk(0, { limit: 90 })).toEqual(chain);
    expect(await walk(400, { direction: 'ancestors' })).toEqual(chain.map((n) => 400 - n));
  });

  test('of hundreds of layers, each linked to the next two, finds each unit once', async () => {
    const links: Link[] = [];
    for (let parent = 0; parent < 600; parent += 1) {
      const next = 2 * (Math.floor(parent / 2) + 1);
      for (const child of [next, next + 1, next + 2, next + 3]) links.push([parent, child]);
    }
    const { walk } = await newGraph(database, 604, links);
    const found = await walk(0);
    expect(new Set(found).size).toBe(602);
    expect(found).toHaveLength(602);
    expect(await walk(0, { depth: 10 })).toHaveLength(40);
  });

  test('passes by what the caller does not see and what is of another type', async () => {
    const graph = await newGraph(database, 5, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(await graph.walk(0, { type: 'even', limit: 1 })).toEqual([2, 4]);
    await database.pool.query(
      `INSERT INTO unit_subjects (unit_key, developer, subject) SELECT key, $1, 'alice'
      FROM unnest($2::bigint[]) AS key`,
      [graph.caller.developer, [graph.keys[0], graph.keys[3]]],
    );
    expect(await graph.walk(0, { caller: { ...graph.caller, subject: 'alice' } })).toEqual([3]);
  });

  test('that has passed by many units answers a short page that leads on', async () => {
    const links = Array.from({ length: 4_500 }, (_, index): Link => [0, index + 1]);
    const { page, walk } = await newGraph(database, 4_501, links);
    const { items, next } = await page(0, { type: 'none' });
    expect(items).toEqual([]);
    expect(next).toEqual(expect.any(String));
    expect(await walk(0, { type: 'none' })).toEqual([]);
  });
});

describe('a cursor', () => {
  const tree: Link[] = [
    [0, 1],
    [1, 2],
    [1, 3],
    [0, 4],
    [4, 5],
    [4, 6],
    [0, 7],
  ];

  test('keeps its place when its unit is deleted or moved', async () => {
    for (const remove of ['unlink', 'delete'] as const) {
      const { walk, unlink, keys } = await newGraph(database, 8, tree);
      let pages = 0;
      const found = await walk(0, {
        limit: 3,
        async between() {
          pages += 1;
          if (pages > 1) return;
          // The first page was 1, 2, 3.
          if (remove === 'unlink') await unlink(0, 1);
          else await database.pool.query('DELETE FROM units WHERE key = $1', [keys[3]]);
        },
      });
      expect(found).toEqual([1, 2, 3, 4, 5, 6, 7]);
    }
  });

  test('that is not one of this walk is refused', async () => {
    const { page } = await newGraph(database, 8, tree);
    const { next } = await page(0, { limit: 2 });
    const refused = { code: 'invalid_request', extras: { errors: [{ pointer: '/query/cursor' }] } };
    for (const cursor of ['', '7', 'x.y', `${next!}.`, `${next!}.1`, next!.replace('d', 'a')]) {
      await expect(page(0, {}, cursor)).rejects.toMatchObject(refused);
    }
    await expect(page(1, {}, next)).rejects.toMatchObject(refused);
    await expect(page(0, {}, 'd.zzzzzzzzzzzzz.0.')).rejects.toMatchObject(refused);
  });
});
