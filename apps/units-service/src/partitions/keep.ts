import type pg from 'pg';

const dayMs = 24 * 60 * 60_000;

/** For how many days after today partitions are made ahead. */
const daysAhead = 3;

/**
 * How long one change of partitions waits for those who use the table (ms). Others wait behind it, and a backup would
 * have it wait for minutes.
 */
const lockTimeoutMs = 200;

/** How many rows of the default partition one statement deletes. */
const batchSize = 10_000;

/** A table that is partitioned by ranges of an instant, with a default partition `<table>_default`. */
export interface PartitionedTable {
  table: string;
  /** The column by which it is partitioned. */
  column: string;
  /** How long rows are kept (days); 0 for none at all. */
  days: number;
  /** Called before rows from before an instant are deleted; of a partition, in the same transaction. */
  onExpiry?: (db: pg.Pool | pg.PoolClient, before: Date) => Promise<unknown>;
}

/**
 * Makes the partitions of the next days, each of one day (UTC), and drops those that are past the time that rows are
 * kept. A change that has to wait for too long is left to the next sweep; rows find the default partition until then.
 */
export async function keepPartitions(pool: pg.Pool, partitioned: PartitionedTable): Promise<void> {
  const { table, days } = partitioned;
  const now = Date.now();
  const known = await listPartitions(pool, table);
  const today = Math.floor(now / dayMs);
  for (let day = today; days > 0 && day <= today + daysAhead; day += 1) {
    if (!known.has(nameOf(table, day))) await add(pool, partitioned, day);
  }
  for (const [name, day] of known) {
    if (days === 0 || (day + 1 + days) * dayMs <= now) await drop(pool, partitioned, { name, day });
  }
  await pruneDefault(pool, partitioned, new Date(now - days * dayMs));
}

/** Deletes what the default partition has of before an instant. */
async function pruneDefault(
  pool: pg.Pool,
  { table, column, onExpiry }: PartitionedTable,
  before: Date,
): Promise<void> {
  const expired = `SELECT ctid FROM ${table}_default WHERE ${column} < $1`;
  const { rowCount } = await pool.query(`${expired} LIMIT 1`, [before]);
  if (!rowCount) return;
  await onExpiry?.(pool, before);
  let count = batchSize;
  while (count === batchSize) {
    const deleted = await pool.query(
      `DELETE FROM ${table}_default WHERE ctid IN (${expired} LIMIT ${batchSize})`,
      [before],
    );
    count = deleted.rowCount ?? 0;
  }
}

const nameOf = (table: string, day: number): string =>
  `${table}_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** The partitions of days, with the days since 1970. */
async function listPartitions(pool: pg.Pool, table: string): Promise<Map<string, number>> {
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

/** Attaches the partition of a day, with the rows of that day which the default one has taken meanwhile. */
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

/** PostgreSQL gave up waiting for a lock. */
const lockNotAvailable = '55P03';

/** Changes partitions in a transaction, one process after the other. */
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
