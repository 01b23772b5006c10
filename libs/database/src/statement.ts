import pg from 'pg';
import { databaseProblem, isConflict } from './errors.js';

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
 * it is a transaction of its own, which is run again when it loses a deadlock.
 */
export async function query<Row>(
  db: pg.Pool | pg.PoolClient,
  { name, text }: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  const run = () => db.query({ name, text, values });
  const { rows } = await (db instanceof pg.Pool ? retryConflicts(run) : run());
  return rows as Row[];
}

/**
 * Runs statements in one transaction, which is rolled back when `run` throws. It is run again when it
 * loses a deadlock.
 */
export const inTransaction = <T>(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => retryConflicts(() => transact(pool, run));

async function transact<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await run(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back, or leads to a server that takes no writes, is closed
    // instead of being used again.
    await client.query('ROLLBACK').then(
      () => client.release(databaseProblem(error) !== undefined && !isConflict(error)),
      (failure: Error) => client.release(failure),
    );
    throw error;
  }
}

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
