import { createPostgresBackend, createPostgresRelayBackend, Relay } from 'bullmq';
import pg from 'pg';
import { postgresClaims } from '../bullmq-internals/postgres-claims.js';
import { postgresJobs } from '../bullmq-internals/postgres-jobs.js';
import { relayReplies } from '../reply-transport.js';
import { singleShardMarks, singleShards } from '../shards/marks.js';
import { checkTimeoutMs, type Backend } from './backend.js';

/** Connects to queues in PostgreSQL; `namespace` is the schema of their tables. */
export function postgresBackend(
  connectionString: string,
  namespace = 'trellis_queues',
  onError: (error: Error) => void,
): Backend {
  const connection = { connectionString, schema: namespace, migrate: true, max: 4 };
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: checkTimeoutMs,
    query_timeout: checkTimeoutMs,
  });
  pool.on('error', onError);
  const jobs = postgresJobs(pool, namespace);
  const options = () => ({ connection });
  return {
    queueOptions: options,
    workerOptions: options,
    openRelay: (settings) =>
      new Relay({ ...settings, connection, backend: createPostgresRelayBackend }),
    factory: createPostgresBackend as never,
    replies: relayReplies,
    followShards: async () => singleShards,
    shardMarks: singleShardMarks,
    jobs,
    jobClaims: ({ backend, name }) =>
      postgresClaims(backend, {
        clearRunAgain: (id) => jobs.clearRunAgain(name, id),
        end: (job) => jobs.end(name, job),
      }),
    readMemory: async () => undefined,
    ping: () => pool.query('SELECT'),
    endFutureLocks: jobs.endFutureLocks,
    readTime: () => readPostgresTime(pool),
    close: () => pool.end(),
  };
}

/** Returns the time of a server (milliseconds since the epoch). */
export async function readPostgresTime(db: pg.Pool | pg.Client): Promise<number> {
  const { rows } = await db.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  return rows[0]!.ms;
}
