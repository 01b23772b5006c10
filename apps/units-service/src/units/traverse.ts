import { Problem, type Caller, type Page, type PageOfIds } from '@trellis/contracts';
import { fetchPage, isStatementTimeout, toPage } from '@trellis/database';
import type { Database } from '../database.js';
import { findUnit } from './visible.js';

export interface Traversal {
  caller: Caller;
  id: string;
  page: Page;
  direction: 'descendants' | 'ancestors';
  /** How many links to follow at the most. */
  depth?: number | undefined;
  type?: string | undefined;
}

interface Row {
  id: string;
  key: string;
}

/** Every unit below or above one, each once, in one query. */
export async function traverse(
  database: Database,
  { caller, id, page, direction, depth, type }: Traversal,
): Promise<PageOfIds> {
  const { key } = await findUnit(database.prisma, caller, id);
  const { after, take } = fetchPage(page);
  const rows = await walk(
    database,
    `WITH RECURSIVE ${reached(direction, depth)}
     SELECT unit.id, unit.key
     FROM units unit
     WHERE unit.key IN (SELECT key FROM reached)
       AND unit.key > $2 AND ($3::text IS NULL OR unit.type = $3)
       AND ($4::text IS NULL OR unit.owner_subject = $4 OR EXISTS (
         SELECT 1 FROM unit_subjects linked
         WHERE linked.unit_key = unit.key AND linked.subject = $4))
     ORDER BY unit.key LIMIT $5`,
    [
      key,
      after,
      type ?? null,
      caller.subject ?? null,
      take,
      ...(depth === undefined ? [] : [depth]),
    ],
  );
  return toPage(rows, page, (row) => row.id);
}

/** The things in a unit and in every unit below it, each once, in one query. */
export async function thingsBelow(
  database: Database,
  { caller, id, page }: { caller: Caller; id: string; page: Page },
): Promise<PageOfIds> {
  const { key } = await findUnit(database.prisma, caller, id);
  const { after, take } = fetchPage(page);
  const rows = await walk(
    database,
    `WITH RECURSIVE ${reached('descendants')}
     SELECT thing.id, thing.key
     FROM things thing
     WHERE thing.key IN (
         SELECT thing_key FROM unit_things
         WHERE unit_key = $1 OR unit_key IN (SELECT key FROM reached))
       AND thing.key > $2 AND ($3::text IS NULL OR thing.subject = $3)
     ORDER BY thing.key LIMIT $4`,
    [key, after, caller.subject ?? null, take],
  );
  return toPage(rows, page, (row) => row.id);
}

/**
 * The recursive part: `reached(key)` from the unit `$1`. `UNION` visits each unit once however many
 * paths lead to it; with a depth (`$6`) it is visited once for each distance.
 */
function reached(direction: Traversal['direction'], depth?: number): string {
  const [from, to] =
    direction === 'descendants' ? ['parent_key', 'child_key'] : ['child_key', 'parent_key'];
  if (depth === undefined) {
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
      WHERE reached.depth < $6)`;
}

async function walk({ traversals }: Database, query: string, values: unknown[]): Promise<Row[]> {
  try {
    const { rows } = await traversals.query<Row>(query, values);
    return rows;
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    throw new Problem('timeout', 'There is too much to walk through: ask for less depth.');
  }
}
