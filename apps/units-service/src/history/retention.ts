import { maintainPartitions, type PurgeTime } from '@trellis/database';
import type pg from 'pg';

const dayMs = 24 * 60 * 60_000;

interface HistoryOptions {
  /** The retention of values (days); 0 turns the history off. */
  days: number;
  /** The maximum number of values of one developer that are stored in one day. */
  maxValuesPerDay: number;
}

/** Creates and drops the partitions of the history, and pauses the history of developers at their quota. */
export async function maintainHistory(
  pool: pg.Pool,
  { days, maxValuesPerDay }: HistoryOptions,
  time: PurgeTime,
): Promise<void> {
  await switchTriggers(pool, days > 0);
  await maintainPartitions(pool, { table: 'thing_history', column: 'second', days }, time);
  if (time.mayPurge) {
    await pool.query('DELETE FROM client_outages WHERE until < $1', [
      new Date(time.now.getTime() - days * dayMs),
    ]);
  }
  await countValues(pool, maxValuesPerDay, time.now);
}

const triggers = ['record_history', 'record_outage'];

/** Turns the recording of the history on or off. Turned off, it costs nothing. */
async function switchTriggers(pool: pg.Pool, isOn: boolean): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT tgname AS name FROM pg_trigger
    WHERE tgrelid = 'things'::regclass AND tgname = ANY ($1) AND (tgenabled <> 'D') <> $2`,
    [triggers, isOn],
  );
  for (const { name } of rows) {
    await pool.query(`ALTER TABLE things ${isOn ? 'ENABLE' : 'DISABLE'} TRIGGER ${name}`);
  }
}

/** The maximum number of pages of a partition that one statement scans: some hundred thousand values. */
const maxPages = 4_000;

/**
 * Counts the values of today that were stored since the last run, by developer, and pauses the history of developers whose
 * quota is used up until the day (UTC) ends. It scans the pages that were appended since then: a counter in the trigger
 * would serialize all writes of a developer.
 */
async function countValues(pool: pg.Pool, limit: number, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const partition = `thing_history_${day.replaceAll('-', '')}`;
  const db = await pool.connect();
  try {
    for (let isMore = true; isMore;) isMore = await countNext(db, { day, partition, limit });
  } finally {
    db.release();
  }
}

interface Counting {
  day: string;
  partition: string;
  limit: number;
}

/** Counts the next pages, and returns whether there are more. */
async function countNext(db: pg.PoolClient, { day, partition, limit }: Counting): Promise<boolean> {
  try {
    await db.query('BEGIN');
    const locked = await db.query<{ counted: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('values of history', 0)) AS counted`,
    );
    if (!locked.rows[0]!.counted) {
      await db.query('ROLLBACK');
      return false;
    }
    const pages = await db.query<{ pages: number }>(
      `SELECT (pg_relation_size(to_regclass($1)) / current_setting('block_size')::int)::int AS pages`,
      [partition],
    );
    const from = await beginDay(db, day);
    // The last page is still written to.
    const last = (pages.rows[0]!.pages ?? 0) - 1;
    const to = Math.min(last, from + maxPages);
    if (to > from) {
      await countPages(db, { partition, from, to });
      await db.query('UPDATE history_days SET pages = $2 WHERE day = $1', [day, to]);
      await pause(db, { day, limit });
    }
    await db.query('COMMIT');
    return to > from && to < last;
  } catch (error) {
    await db.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Returns how many pages of the partition of a day were counted. On a new day, deletes the counts of the others. */
async function beginDay(db: pg.PoolClient, day: string): Promise<number> {
  const begun = await db.query(
    'INSERT INTO history_days (day, pages) VALUES ($1, 0) ON CONFLICT DO NOTHING',
    [day],
  );
  if (begun.rowCount === 1) {
    await db.query('DELETE FROM history_days WHERE day <> $1', [day]);
    await db.query(`DELETE FROM usage WHERE quota = 'history_values'`);
    await db.query('DELETE FROM history_pauses WHERE until <= now()');
  }
  const { rows } = await db.query<{ pages: number }>(
    'SELECT pages FROM history_days WHERE day = $1 FOR UPDATE',
    [day],
  );
  return rows[0]!.pages;
}

const countPages = (
  db: pg.PoolClient,
  { partition, from, to }: { partition: string; from: number; to: number },
) =>
  db.query(
    `INSERT INTO usage AS known (developer, quota, used)
    SELECT thing.developer, 'history_values', sum(added.count)
    FROM (
      SELECT thing_key, count(*) AS count FROM ${partition}
      WHERE ctid >= '(${from},0)'::tid AND ctid < '(${to},0)'::tid GROUP BY thing_key
    ) AS added
    JOIN things thing ON thing.key = added.thing_key
    GROUP BY thing.developer ORDER BY thing.developer
    ON CONFLICT (developer, quota) DO UPDATE SET used = known.used + excluded.used`,
  );

const pause = (db: pg.PoolClient, { day, limit }: { day: string; limit: number }) =>
  db.query(
    `INSERT INTO history_pauses (developer, until)
    SELECT developer, ($1::date + 1)::timestamp AT TIME ZONE 'UTC' FROM usage WHERE quota = 'history_values' AND used >= $2
    ON CONFLICT (developer) DO UPDATE SET until = excluded.until`,
    [day, limit],
  );
