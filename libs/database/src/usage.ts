import { quotas, type Quota, type QuotaName } from '@trellis/contracts';
import type pg from 'pg';
import { query, statement } from './statement.js';

/*
 * How much of its quotas a developer uses. The table `usage` of a service (`developer`, `quota`, `used`) is
 * kept by triggers on what is counted, in the transaction that creates or deletes it. Its rows are locked
 * in the order of developers, after rows that exist and before new ones, so that no two transactions wait
 * for each other.
 */

/**
 * Locks the counters of the developers in a table (column `developer`) until the end of the transaction
 * and returns them: `developer` and `used`, as it is once the lock was obtained. Nobody else creates what
 * is counted meanwhile.
 */
export const lockUsageSql = (quota: string, table: string): string => `
  INSERT INTO usage (developer, quota, used)
  SELECT DISTINCT counted.developer, '${quota}', 0 FROM ${table} AS counted ORDER BY counted.developer
  ON CONFLICT (developer, quota) DO UPDATE SET used = usage.used
  RETURNING developer, used`;

interface FittingOptions {
  quota: string;
  /** The parameter that holds the limit, such as `$9`. */
  limit: string;
  /** The condition that a row of `call` is yet to be created. */
  isNew: string;
}

/**
 * Common table expressions that split the new rows of the table `call` (with the columns `developer` and
 * `position`): `fitting` has those for which the quota has room, `refused` the others, with `used`.
 */
export const fittingSql = ({ quota, limit, isNew }: FittingOptions): string => `
  fresh AS (
    SELECT * FROM call WHERE ${isNew}
  ), room AS (
    ${lockUsageSql(quota, 'fresh')}
  ), ranked AS (
    SELECT fresh.*, room.used + row_number() OVER (
      PARTITION BY fresh.developer ORDER BY fresh.position) AS place
    FROM fresh JOIN room ON room.developer = fresh.developer
  ), fitting AS (
    SELECT * FROM ranked WHERE place <= ${limit}
  ), refused AS (
    SELECT ranked.position::int AS position, greatest(room.used, ${limit}) AS used
    FROM ranked JOIN room ON room.developer = ranked.developer WHERE place > ${limit}
  )`;

/** A row of `refused` of {@link fittingSql}. */
export interface RefusedRow {
  position: number;
  used: string;
}

/** What a developer uses of the quotas of a service: $1 developer. */
const readUsage = statement<{ quota: string; used: string }>(
  'quotas.read',
  'SELECT quota, used FROM usage WHERE developer = $1',
);

/** The quotas of a service with their limits, and with what the developer uses of them. */
export async function readQuotas(
  pool: pg.Pool,
  limits: Partial<Record<QuotaName, number>>,
  developer: string,
): Promise<Quota[]> {
  const rows = await query(pool, readUsage, [developer]);
  const used = new Map(rows.map((row) => [row.quota, Number(row.used)]));
  return (Object.entries(limits) as [QuotaName, number][]).map(([name, limit]) => ({
    name,
    limit,
    ...(quotas[name].per === 'developer' && { used: used.get(name) ?? 0 }),
  }));
}
