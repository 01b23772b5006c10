import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../database/open.js';
import { patient } from '../../testing/context.js';
import { openTestDatabase } from '../../testing/database.js';
import { newGraph, type Link } from '../../testing/graph.js';
import { listThingsBelow } from './things-below.js';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ maxTraversalConnections: 2, traversalTimeoutMs: 10_000 });
});
afterAll(() => database.close());

type Graph = Awaited<ReturnType<typeof newGraph>>;

const sorted = (numbers: Iterable<number>) => [...numbers].toSorted((a, b) => a - b);

describe('the things below a unit', () => {
  /** Puts things, one per entry, into units; the links are made in that order. */
  async function linkThings(graph: Graph, units: number[][]) {
    const ids = units.map(() => randomUUID());
    const { rows } = await database.pool.query<{ key: string }>(
      `INSERT INTO things (id, developer, title, properties, actions, "values", available, modified)
      SELECT id, $2, 'thing', '{}', '{}', '{}', true, now()
      FROM unnest($1::uuid[]) WITH ORDINALITY AS thing(id, position) ORDER BY position RETURNING key`,
      [ids, graph.caller.developer],
    );
    const links = units.flatMap((listed, thing) => listed.map((unit) => [thing, unit] as const));
    await database.pool.query(
      `INSERT INTO unit_things (unit_key, thing_key)
      SELECT unit, thing FROM unnest($1::bigint[], $2::bigint[])
        WITH ORDINALITY AS link(unit, thing, position) ORDER BY position`,
      [links.map(([, unit]) => graph.keys[unit]), links.map(([thing]) => rows[thing]!.key)],
    );
    const numbers = new Map<string, number>(ids.map((id, index) => [id, index]));
    return async (start: number, limit = 1000, caller = graph.caller): Promise<number[]> => {
      const found: number[] = [];
      let cursor: string | undefined;
      do {
        const input = { caller, id: graph.ids[start]!, page: { limit, cursor } };
        const { items, next } = await listThingsBelow(database, input, patient);
        found.push(...items.map((id) => numbers.get(id)!));
        cursor = next;
      } while (cursor !== undefined);
      return found;
    };
  }

  test('come in the order of the walk, each once, however many units they are in', async () => {
    const graph = await newGraph(database, 6, [
      [0, 1],
      [1, 2],
      [0, 3],
      [3, 2],
      [4, 5],
    ]);
    const list = await linkThings(graph, [[5, 3, 1], [0], [2, 2 + 1], [4], [1], [5]]);
    for (const limit of [1, 2, 1000]) {
      expect(await list(0, limit)).toEqual([1, 4, 2, 0]);
      expect(await list(3, limit)).toEqual([0, 2]);
      expect(await list(4, limit)).toEqual([3, 0, 5]);
    }
  });

  test('are all found in a unit with thousands, and of a thing in hundreds of units', async () => {
    const links = Array.from({ length: 100 }, (_, index): Link => [0, index + 1]);
    const graph = await newGraph(database, 101, links);
    const everywhere = links.map(([, child]) => child);
    const list = await linkThings(graph, [
      ...Array.from({ length: 1_000 }, () => [1]),
      everywhere,
      [...everywhere.toReversed(), 0],
    ]);
    const found = await list(0, 150);
    expect(sorted(found)).toEqual(Array.from({ length: 1_002 }, (_, index) => index));
    expect(sorted(await list(50))).toEqual([1_000, 1_001]);
  });

  test('go on after the last of a page, where that is the last of those read at once', async () => {
    const links = Array.from({ length: 300 }, (_, index): Link => [0, index + 1]);
    const list = await linkThings(await newGraph(database, 301, links), [[1], [2], [290]]);
    expect(await list(0, 2)).toEqual([0, 1, 2]);
  });

  test('are only those that the caller sees, below a unit that the caller sees', async () => {
    const graph = await newGraph(database, 3, [
      [0, 1],
      [1, 2],
    ]);
    const list = await linkThings(graph, [[1], [2], [2]]);
    const alice = { ...graph.caller, subject: 'alice' };
    await expect(list(0, 1000, alice)).rejects.toMatchObject({ code: 'not_found' });
    await database.pool.query(
      `INSERT INTO unit_subjects (unit_key, developer, subject) VALUES ($1, $2, 'alice')`,
      [graph.keys[0], graph.caller.developer],
    );
    await database.pool.query(
      `UPDATE things SET subject = 'alice' WHERE developer = $1 AND key = (
        SELECT max(thing_key) FROM unit_things WHERE unit_key = $2)`,
      [graph.caller.developer, graph.keys[2]],
    );
    expect(await list(0, 1000, alice)).toEqual([2]);
  });
});
