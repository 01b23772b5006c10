import { quotas, type Quota, type QuotaName } from '@trellis/contracts';
import type pg from 'pg';
import { query, statement } from './statement.js';

/*
 * Counters of what developers use of their quotas. Triggers update the table `usage` of a service (`developer`, `quota`,
 * `used`) in the transaction that creates or deletes a counted row. To avoid deadlocks, counters are locked in the order
 * of developers, after existing rows and before new ones.
 */

/**
 * Returns SQL that locks the counters of the developers in a table (column `developer`) until the end of the transaction,
 * and returns `developer` and `used` as of the lock. Meanwhile nobody else can create counted rows.
 */
export const lockUsageSql = (quota: string, table: string): string => `
  INSERT INTO usage (developer, quota, used)
  SELECT DISTINCT counted.developer, '${quota}', 0 FROM ${table} AS counted ORDER BY counted.developer
  ON CONFLICT (developer, quota) DO UPDATE SET used = usage.used
  RETURNING developer, used`;

interface FittingOptions {
  quota: string;
  /** Parameter with the limit, such as `$9`. */
  limit: string;
  /** SQL condition: a row of `call` does not exist yet. */
  isNew: string;
}

/**
 * Returns common table expressions that split the new rows of the table `call` (columns `developer` and `position`):
 * `fitting` has those within the quota, `refused` the others, with `used`.
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

/** Reads the counters of a developer: $1 developer. */
const readUsage = statement<{ quota: string; used: string }>(
  'quotas.read',
  'SELECT quota, used FROM usage WHERE developer = $1',
);

/** Returns the quotas of a service with their limits and the usage of a developer. */
export async function readQuotas(
  pool: pg.Pool,
  limits: Partial<Record<QuotaName, number>>,
  developer: string,
): Promise<Quota[]> {
  const rows = await query(pool, readUsage, [developer]);
  const used = new Map(rows.map((row) => [row.quota, Number(row.used)]));
  return (Object.entries(limits) as [QuotaName, number][]).map(([name, limit]) =>
    quotas[name].per === 'developer' ? { name, limit, used: used.get(name) ?? 0 } : { name, limit },
  );
}
