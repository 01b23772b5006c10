import pg from 'pg';
import { requireTimeLeft, withConnection, type Deadline } from './deadline.js';
import { isConflict } from './errors.js';

/** A statement that PostgreSQL parses once per connection; `Row` is what it returns. */
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

/** How often a transaction that lost a conflict with another one is run in all. */
const maxAttempts = 3;

/**
 * Runs a statement and returns its rows. `bigint` columns are strings, `json` ones are parsed. On a pool
 * it is a transaction of its own, which is run again when it loses a deadlock; one that writes for a
 * caller has a deadline, after which it stores nothing and throws `timeout`.
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
 * Runs statements in one transaction, which is rolled back when `run` throws. It is run again when it
 * loses a deadlock. When the deadline has passed before its commit, it is rolled back and throws
 * `timeout`.
 */
export const inTransaction = <T>(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<T>,
  deadline: Deadline = { expiresAt: Infinity },
): Promise<T> => inLockingTransaction(pool, { lock: async () => undefined, run, deadline });

interface LockingTransaction<Locked, T> {
  /** Locks and reads what is worked on, and never writes: nobody has seen yet that a transaction has begun. */
  lock: (client: pg.PoolClient) => Promise<Locked>;
  run: (client: pg.PoolClient, locked: Locked) => Promise<T>;
  deadline: Deadline;
}

/** The same, with the statements of `lock` sent together with `BEGIN`. */
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

/** Nothing of a transaction that lost a conflict has been stored, so it can be run again. */
async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
    }
  }
}
