import type { PurgeTime } from './purge-clock.js';
import type pg from 'pg';
import { purgeInBatches } from './purge-in-batches.js';

const dayMs = 24 * 60 * 60_000;

/** How many days ahead partitions are created. */
const daysAhead = 3;

/** How long a change of partitions waits for a lock (ms). Other statements wait behind it, and a backup takes minutes. */
const lockTimeoutMs = 200;

/** A table that is partitioned by day, with a default partition `<table>_default`. */
export interface PartitionedTable {
  table: string;
  column: string;
  /** The retention of rows (days); 0 to store none. */
  days: number;
  /** Called before rows older than an instant are deleted, for a partition in the same transaction. */
  onExpiry?: (db: pg.Pool | pg.PoolClient, before: Date) => Promise<unknown>;
}

/**
 * Creates the partitions of the next days (UTC) and drops those past their retention. A change that cannot get its lock
 * is left to the next run; until then, the default partition takes the rows.
 */
export async function maintainPartitions(
  pool: pg.Pool,
  partitioned: PartitionedTable,
  time: PurgeTime,
): Promise<void> {
  const { table, days } = partitioned;
  const now = time.now.getTime();
  const known = await listPartitions(pool, table);
  const today = Math.floor(now / dayMs);
  for (let day = today; days > 0 && day <= today + daysAhead; day += 1) {
    if (!known.has(nameOf(table, day))) await add(pool, partitioned, day);
  }
  if (!time.mayPurge) return;
  for (const [name, day] of known) {
    if (days === 0 || (day + 1 + days) * dayMs <= now) await drop(pool, partitioned, { name, day });
  }
  await purgeDefault(pool, partitioned, new Date(now - days * dayMs));
}

/** Deletes the rows of the default partition that are older than an instant. */
async function purgeDefault(
  pool: pg.Pool,
  { table, column, onExpiry }: PartitionedTable,
  before: Date,
): Promise<void> {
  const expired = `SELECT ctid FROM ${table}_default WHERE ${column} < $1`;
  const { rowCount } = await pool.query(`${expired} LIMIT 1`, [before]);
  if (!rowCount) return;
  await onExpiry?.(pool, before);
  await purgeInBatches(10_000, async (most) => {
    const text = `DELETE FROM ${table}_default WHERE ctid IN (${expired} LIMIT ${most})`;
    return (await pool.query(text, [before])).rowCount ?? 0;
  });
}

const nameOf = (table: string, day: number): string =>
  `${table}_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** Lists the partitions of days, with the days since the epoch. */
export async function listPartitions(
  pool: pg.Pool | pg.PoolClient,
  table: string,
): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT part.relname AS name FROM pg_inherits
    JOIN pg_class part ON part.oid = inhrelid WHERE inhparent = $1::regclass`,
    [table],
  );
  return new Map(
    rows.flatMap(({ name }) => {
      const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
      return year ? [[name, Date.parse(`${year}-${month}-${day}`) / dayMs] as const] : [];
    }),
  );
}

/** Attaches the partition of a day, with the rows of that day from the default partition. */
const add = (pool: pg.Pool, partitioned: PartitionedTable, day: number): Promise<void> =>
  change(pool, partitioned, async (db) => {
    const { table, column } = partitioned;
    const name = nameOf(table, day);
    const [from, to] = [day, day + 1].map((one) => new Date(one * dayMs).toISOString());
    const isThere = await db.query('SELECT to_regclass($1) IS NOT NULL AS found', [name]);
    if ((isThere.rows as { found: boolean }[])[0]!.found) return;
    await db.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`);
    await db.query(`LOCK TABLE ${table}_default IN ACCESS EXCLUSIVE MODE`);
    await db.query(
      `WITH moved AS (
        DELETE FROM ${table}_default WHERE ${column} >= $1 AND ${column} < $2 RETURNING *
      ) INSERT INTO ${name} SELECT * FROM moved`,
      [from, to],
    );
    await db.query(
      `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
  });

const drop = (
  pool: pg.Pool,
  partitioned: PartitionedTable,
  { name, day }: { name: string; day: number },
): Promise<void> =>
  change(pool, partitioned, async (db) => {
    await partitioned.onExpiry?.(db, new Date((day + 1) * dayMs));
    await db.query(`DROP TABLE IF EXISTS ${name}`);
  });

/** The SQLSTATE of a lock that was not obtained in time. */
const lockNotAvailable = '55P03';

/** Changes partitions in a transaction, one process at a time. */
async function change(
  pool: pg.Pool,
  { table }: PartitionedTable,
  run: (db: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const db = await pool.connect();
  try {
    await db.query('BEGIN');
    await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('partitions of ' || $1, 0))`, [
      table,
    ]);
    await db.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await run(db);
    await db.query('COMMIT');
  } catch (error) {
    await db.query('ROLLBACK').catch(() => undefined);
    if ((error as { code?: string }).code !== lockNotAvailable) throw error;
  } finally {
    db.release();
  }
}
