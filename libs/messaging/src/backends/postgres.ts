import { createPostgresBackend, createPostgresRelayBackend } from 'bullmq';
import pg from 'pg';
import { relayReplies } from '../reply-transport.js';
import { singleShards } from '../shards/counts.js';
import { singleShardMarks } from '../shards/marks.js';
import { checkTimeoutMs, removedAtItsEnd, toJobTimes, type Backend } from './backend.js';
import { postgresJobSets } from './postgres-job-sets.js';

/** Queues in PostgreSQL; `namespace` is the schema of their tables. */
export function postgresBackend(
  connectionString: string,
  namespace = 'trellis_queues',
  onError: (error: Error) => void,
): Backend {
  const connection = { connectionString, schema: namespace, migrate: true, max: 4 };
  const reading = new pg.Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: checkTimeoutMs,
    query_timeout: checkTimeoutMs,
  });
  reading.on('error', onError);
  const place = { connection: connection as never };
  const jobs = `${pg.escapeIdentifier(namespace)}.job`;
  /** Whether a job was to run again; what marks it is its progress, which no job here has. */
  const takeMark = async (queue: string, id: string): Promise<boolean> => {
    const { rowCount } = await reading.query(
      `UPDATE ${jobs} SET progress = NULL WHERE queue = $1 AND id = $2 AND progress = 'true'`,
      [queue, id],
    );
    return rowCount === 1;
  };
  return {
    jobs: () => place,
    workers: () => place,
    relay: { connection: connection as never, backend: createPostgresRelayBackend as never },
    factory: createPostgresBackend as never,
    replies: relayReplies,
    followShards: async () => singleShards,
    shardMarks: singleShardMarks,
    addJob: (queue, name, data) => queue.add(name, data, removedAtItsEnd),
    jobSets: ({ backend, name }) => postgresJobSets(backend, (id) => takeMark(name, id)),
    async findJobs(queue, ids) {
      const { rows } = await reading.query<{ id: string }>(
        `SELECT id FROM ${jobs} WHERE queue = $1 AND id = ANY($2)`,
        [queue.name, ids],
      );
      return new Set(rows.map(({ id }) => id));
    },
    async readJobTimes(queue, ids) {
      const { rows } = await reading.query<{ id: string; last: string; next: string }>(
        `SELECT id, processed_at_ms AS last,
          CASE WHEN state = 'delayed' THEN process_at_ms END AS next
        FROM ${jobs} WHERE queue = $1 AND id = ANY($2)`,
        [queue.name, ids],
      );
      return new Map(rows.map(({ id, last, next }) => [id, toJobTimes(last, next)]));
    },
    async runAgain({ queueName, id }) {
      const { rowCount } = await reading.query(
        `UPDATE ${jobs} SET progress = 'true' WHERE queue = $1 AND id = $2 AND state = 'active'`,
        [queueName, id],
      );
      return rowCount === 1;
    },
    readMemory: async () => undefined,
    ping: () => reading.query('SELECT'),
    readTime: () => readPostgresTime(reading),
    close: () => reading.end(),
  };
}

/** The time of a server (milliseconds since the epoch). */
export async function readPostgresTime(db: pg.Pool | pg.Client): Promise<number> {
  const { rows } = await db.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  return rows[0]!.ms;
}
