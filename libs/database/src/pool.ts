import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

/** A PostgreSQL schema in a database; each service owns one. */
export interface DatabaseAddress {
  /** `postgresql://` address of the database. */
  url: string;
  schema: string;
}

interface PoolOptions {
  maxConnections: number;
  /** How long a statement may run before PostgreSQL cancels it (ms); 0 for any time. */
  statementTimeoutMs: number;
  /** How long to wait for a connection (ms). Default 3 s, well below the timeouts of calls. */
  connectTimeoutMs?: number;
  tracer?: StatementTracer | undefined;
}

/**
 * Opens a pool of connections that see the tables of one schema. They assume that pages are in memory or on an SSD, where
 * random access is cheap: with its default, PostgreSQL would read a whole table rather than a hundred rows by id.
 */
export function openPool(
  { url, schema }: DatabaseAddress,
  { maxConnections, statementTimeoutMs, connectTimeoutMs = 3_000, tracer }: PoolOptions,
  settings: Record<string, string> = {},
  more: pg.PoolConfig = {},
): pg.Pool {
  const all = {
    search_path: schema,
    statement_timeout: statementTimeoutMs,
    random_page_cost: 1.1,
    ...settings,
  };
  const config: pg.PoolConfig = {
    connectionString: url,
    options: Object.entries(all)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    maxLifetimeSeconds,
    ...more,
  };
  const pool = tracer ? openTracedPool(config, tracer) : new pg.Pool(config);
  // A broken idle connection is replaced at its next use. Without a listener, the error would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** Lifetime of a connection, and of the plans of its prepared statements (s). */
const maxLifetimeSeconds = 15 * 60;

/**
 * Opens a pool for prepared statements that read and write by index. They are planned once per connection for all
 * parameters, because planning takes longer than executing. A table may have been empty at that time, when a sequential
 * scan was best; such plans are disabled. Independent statements are pipelined.
 */
export const openStatementPool = (address: DatabaseAddress, options: PoolOptions): pg.Pool =>
  openPool(
    address,
    options,
    {
      plan_cache_mode: 'force_generic_plan',
      enable_seqscan: 'off',
      enable_hashjoin: 'off',
      enable_mergejoin: 'off',
      jit: 'off',
    },
    { pipeline: true },
  );

/** Creates the adapter through which a Prisma client uses a pool. The caller ends the pool. */
export function prismaAdapter(pool: pg.Pool, { schema }: DatabaseAddress): PrismaPg {
  return new PrismaPg(pool, { schema });
}

/** Traces statements, for example with OpenTelemetry. Its functions must not throw. */
export interface StatementTracer {
  /**
   * Starts the span of a statement; returns the function that ends it with the error or the number of rows. Returns
   * `undefined` when nothing is traced.
   */
  startStatement(name: string): EndStatement | undefined;
  /** Binds a function to the span that is active now, wherever it is called later. */
  bind<F extends (...given: never[]) => unknown>(work: F): F;
}

/** Ends a span; `code` is the SQLSTATE or the code of the network error. */
export type EndStatement = (end: { code: string } | { rows: number | undefined }) => void;

type Callback = (error: Error | null | undefined, result: pg.QueryResult) => void;

/** Opens a pool whose statements are traced by name, without their text and parameters. */
function openTracedPool(config: pg.PoolConfig, tracer: StatementTracer): pg.Pool {
  class TracedClient extends pg.Client {}
  TracedClient.prototype.query = traceQuery(pg.Client.prototype.query, tracer);

  class TracedPool extends pg.Pool {}
  TracedPool.prototype.connect = bindCallback(pg.Pool.prototype.connect, tracer);

  return new TracedPool({ ...config, Client: TracedClient });
}

type Query = pg.Client['query'];
type Connect = pg.Pool['connect'];

function traceQuery(original: Query, tracer: StatementTracer): Query {
  const query = original as (...given: unknown[]) => unknown;
  function traced(this: pg.Client, ...given: unknown[]): unknown {
    const name = nameOf(given[0]);
    const end = name === undefined ? undefined : tracer.startStatement(name);
    if (!end) return query.apply(this, given);
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      return query.apply(this, [...given.slice(0, -1), endingFirst(end, callback as Callback)]);
    }
    const answer = query.apply(this, given) as Promise<pg.QueryResult>;
    answer.then(
      ({ rowCount }) => end({ rows: rowCount ?? undefined }),
      (error: unknown) => end({ code: codeOf(error) }),
    );
    return answer;
  }
  return traced as Query;
}

/** Binds callbacks to the work that waits for a connection; otherwise, they belong to the one that releases it. */
function bindCallback(original: Connect, tracer: StatementTracer): Connect {
  const connect = original as (callback?: (...given: never[]) => void) => unknown;
  function bound(this: pg.Pool, callback?: (...given: never[]) => void): unknown {
    return callback ? connect.call(this, tracer.bind(callback)) : connect.call(this);
  }
  return bound as Connect;
}

const endingFirst =
  (end: EndStatement, callback: Callback): Callback =>
  (error, result) => {
    end(error ? { code: codeOf(error) } : { rows: result.rowCount ?? undefined });
    callback(error, result);
  };

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'unknown';
}

/** Returns the name of a statement; undefined for other queries, such as a cursor. */
function nameOf(query: unknown): string | undefined {
  if (typeof query === 'string') return operationIn(query);
  const { name, text } = query as { name?: unknown; text?: unknown };
  if (typeof name === 'string') return name;
  return typeof text === 'string' ? operationIn(text) : undefined;
}

/** Matches the first table, with its schema, in statements of Prisma. */
const tableIn = /^\s*(?:SELECT [^]*? FROM|INSERT INTO|UPDATE|DELETE FROM) "\w+"\."(\w+)"/;

/** Returns a name for an unnamed statement, such as `COMMIT` or `SELECT clients`. */
function operationIn(text: string): string {
  const [operation = 'unknown'] = /[A-Za-z]+/.exec(text) ?? [];
  const table = tableIn.exec(text.slice(0, maxSearched))?.[1];
  return table === undefined ? operation.toUpperCase() : `${operation.toUpperCase()} ${table}`;
}

/** Length of a statement that is searched (characters). */
const maxSearched = 4_096;
