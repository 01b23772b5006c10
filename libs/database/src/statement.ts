import pg from 'pg';
import { requireTimeLeft, withConnection, type Deadline } from './deadline.js';
import { isConflict } from './errors.js';

/** A prepared statement that returns rows of the type `Row`. */
export interface Statement<Row> {
  /** Unique among the statements of a service. */
  name: string;
  /** With parameters `$1`, `$2`, … */
  text: string;
  /** Never set; carries the type of the rows. */
  row?: Row;
}

/** Declares a statement, in a file of its own that ends in `.sql.ts`. */
export const statement = <Row>(name: string, text: string): Statement<Row> => ({ name, text });

/** Returns members of rows as columns, the parameters of `unnest`. */
export const columnsOf = <Row, Name extends keyof Row>(
  rows: readonly Row[],
  ...names: readonly Name[]
): Row[Name][][] => names.map((name) => rows.map((row) => row[name]));

/** Most runs of a transaction that loses conflicts. */
const maxAttempts = 3;

/**
 * Runs a statement and returns its rows. `bigint` columns are strings, `json` columns are parsed. On a pool it is a
 * transaction of its own, which is repeated after a deadlock. After the deadline it stores nothing and throws `timeout`.
 */
export async function query<Row>(
  db: pg.Pool | pg.PoolClient,
  { name, text }: Statement<Row>,
  values: unknown[],
  deadline?: Deadline,
): Promise<Row[]> {
  const config = { name, text, values };
  const { rows } = await (db instanceof pg.Pool
    ? retryConflicts(() => queryPool(db, config, deadline))
    : db.query(config));
  return rows as Row[];
}

const queryPool = (
  pool: pg.Pool,
  config: pg.QueryConfig,
  deadline: Deadline | undefined,
): Promise<pg.QueryResult> =>
  deadline ? withConnection(pool, deadline, (client) => client.query(config)) : pool.query(config);

/**
 * Runs statements in a transaction, which is rolled back when `run` throws and repeated after a deadlock. When the
 * deadline passes before the commit, it is rolled back and throws `timeout`.
 */
export const inTransaction = <T>(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<T>,
  deadline: Deadline = { expiresAt: Infinity },
): Promise<T> => inLockingTransaction(pool, { lock: async () => undefined, run, deadline });

interface LockingTransaction<Locked, T> {
  /** Locks and reads, and never writes: `BEGIN` is not confirmed yet. */
  lock: (client: pg.PoolClient) => Promise<Locked>;
  run: (client: pg.PoolClient, locked: Locked) => Promise<T>;
  deadline: Deadline;
}

/** Runs a transaction like {@link inTransaction}, with the statements of `lock` sent together with `BEGIN`. */
export const inLockingTransaction = <Locked, T>(
  pool: pg.Pool,
  { lock, run, deadline }: LockingTransaction<Locked, T>,
): Promise<T> =>
  retryConflicts(() =>
    withConnection(pool, deadline, async (client) => {
      try {
        const [, locked] = await Promise.all([client.query('BEGIN'), lock(client)]);
        const result = await run(client, locked);
        requireTimeLeft(deadline);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    }),
  );

/** Repeats a transaction that lost a conflict, of which nothing was stored. */
async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
    }
  }
}
