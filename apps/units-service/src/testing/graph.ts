import { randomUUID } from 'node:crypto';
import type { Caller } from '@trellis/contracts';
import type { Database } from '../database/open.js';
import { traverseUnits } from '../units/traversal/traverse.js';
import type { Direction } from '../units/traversal/walk.sql.js';
import { patient } from './context.js';

/** From a unit to one below it, by their numbers. */
export type Link = [parent: number, child: number];

/** A graph of units `0` to `count - 1`, whose links are made in the order given. */
export async function newGraph(database: Database, count: number, links: Link[]) {
  const caller: Caller = { developer: randomUUID() };
  const ids = Array.from({ length: count }, () => randomUUID());
  const numbers = new Map<string, number>(ids.map((id, index) => [id, index]));
  const { rows } = await database.pool.query<{ key: string }>(
    `INSERT INTO units (id, developer, name, type)
    SELECT id, $2, 'unit', CASE WHEN position % 2 = 0 THEN 'odd' ELSE 'even' END
    FROM unnest($1::uuid[]) WITH ORDINALITY AS unit(id, position) ORDER BY position RETURNING key`,
    [ids, caller.developer],
  );
  const keys = rows.map(({ key }) => key);
  await database.pool.query(
    `INSERT INTO unit_links (parent_key, child_key)
    SELECT parent, child FROM unnest($1::bigint[], $2::bigint[])
      WITH ORDINALITY AS link(parent, child, position)
    ORDER BY position ON CONFLICT DO NOTHING`,
    [links.map(([parent]) => keys[parent]), links.map(([, child]) => keys[child])],
  );

  interface Options {
    direction?: Direction;
    depth?: number;
    type?: string;
    limit?: number;
    caller?: Caller;
    /** Runs before each page but the first. */
    between?: () => Promise<unknown>;
  }
  const page = (
    start: number,
    { limit = 1000, direction = 'descendants', ...rest }: Options,
    cursor?: string,
  ) =>
    traverseUnits(
      database,
      {
        caller: rest.caller ?? caller,
        id: ids[start]!,
        direction,
        depth: rest.depth,
        type: rest.type,
        page: { limit, cursor },
      },
      patient,
    );
  /** The numbers of all units of a walk, over all pages. */
  async function walk(start: number, options: Options = {}): Promise<number[]> {
    const found: number[] = [];
    let cursor: string | undefined;
    do {
      const { items, next } = await page(start, options, cursor);
      found.push(...items.map((id) => numbers.get(id)!));
      cursor = next;
      if (cursor !== undefined) await options.between?.();
    } while (cursor !== undefined);
    return found;
  }
  const unlink = (parent: number, child: number) =>
    database.pool.query('DELETE FROM unit_links WHERE parent_key = $1 AND child_key = $2', [
      keys[parent],
      keys[child],
    ]);
  return { caller, ids, keys, page, walk, unlink };
}
