import type pg from 'pg';

const dayMs = 24 * 60 * 60_000;

/** How many accounts one run looks at. */
const accountsAtOnce = 1_000;

/** Returns when the time begins that an account shows, by its row in `retentions`; `developer` is an SQL expression. */
export const shownSinceSql = (developer: string): string => `coalesce((
    SELECT now() - chosen.days * interval '1 day' FROM retentions chosen
    WHERE chosen.developer = ${developer}), '-infinity')`;

/** Returns how many days an account has chosen; null if it has not. */
export async function readRetention(
  db: pg.Pool | pg.PoolClient,
  developer: string,
): Promise<number | null> {
  const { rows } = await db.query<{ days: number }>(
    'SELECT days FROM retentions WHERE developer = $1',
    [developer],
  );
  return rows[0]?.days ?? null;
}

/** Stores how many days an account has chosen, or that it chooses none. */
export async function storeRetention(
  db: pg.Pool | pg.PoolClient,
  { developer, days }: { developer: string; days: number | null },
): Promise<void> {
  if (days === null) await db.query('DELETE FROM retentions WHERE developer = $1', [developer]);
  else {
    await db.query(
      `INSERT INTO retentions (developer, days) VALUES ($1, $2)
      ON CONFLICT (developer) DO UPDATE SET days = excluded.days`,
      [developer, days],
    );
  }
}

/** A part of an account that is deleted: days since the epoch (UTC), without the one before which it ends. */
export interface ExpiredDays {
  developer: string;
  from: number;
  before: number;
}

interface AccountPurge {
  /** The retention of the installation (days), which accounts with more do not exceed. */
  days: number;
  purge(expired: ExpiredDays): Promise<void>;
}

interface Row {
  developer: string;
  days: number;
  purged: string | null;
}

/** Deletes the days that accounts do not show any longer, each once. */
export async function purgeAccounts(
  pool: pg.Pool,
  { days: limit, purge }: AccountPurge,
  now: Date,
): Promise<void> {
  const today = Math.floor(now.getTime() / dayMs);
  const { rows } = await pool.query<Row>(
    `SELECT developer, days, purged::text FROM retentions
    WHERE days < $1 AND (purged IS NULL OR purged < $2::date - days)
    ORDER BY purged NULLS FIRST LIMIT ${accountsAtOnce}`,
    [limit, dateOf(today)],
  );
  for (const { developer, days, purged } of rows) {
    const from = purged === null ? 0 : Date.parse(purged) / dayMs;
    const before = today - days;
    await purge({ developer, from, before });
    await pool.query('UPDATE retentions SET purged = $2 WHERE developer = $1', [
      developer,
      dateOf(before),
    ]);
  }
}

const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
