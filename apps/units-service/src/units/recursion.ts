import { Problem } from '@trellis/contracts';
import { isStatementTimeout } from '@trellis/database';
import type pg from 'pg';

type Direction = 'descendants' | 'ancestors';

/**
 * The recursive part of a query: `reached(key)`, the units below or above the unit `$1`. `UNION` visits
 * each unit once, however many paths lead to it. With a maximum depth, which is the parameter of that
 * number, a unit is visited once for each distance.
 */
export function reached(direction: Direction, depthParameter?: `$${number}`): string {
  const [from, to] =
    direction === 'descendants' ? ['parent_key', 'child_key'] : ['child_key', 'parent_key'];
  if (depthParameter === undefined) {
    return `reached(key) AS (
      SELECT ${to} FROM unit_links WHERE ${from} = $1
      UNION
      SELECT link.${to} FROM unit_links link JOIN reached ON link.${from} = reached.key)`;
  }
  return `reached(key, depth) AS (
      SELECT ${to}, 1 FROM unit_links WHERE ${from} = $1
      UNION
      SELECT link.${to}, reached.depth + 1
      FROM unit_links link JOIN reached ON link.${from} = reached.key
      WHERE reached.depth < ${depthParameter})`;
}

/** Runs a recursive query for a page of ids, with the keys that order them; throws `timeout` when it takes too long. */
export async function queryIds(
  traversals: pg.Pool,
  query: string,
  values: unknown[],
): Promise<{ id: string; key: string }[]> {
  try {
    const { rows } = await traversals.query<{ id: string; key: string }>(query, values);
    return rows;
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    throw new Problem('timeout', 'There are too many units to search: ask for less depth.');
  }
}
