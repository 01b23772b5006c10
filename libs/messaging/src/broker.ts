import {
  createPostgresBackend,
  createPostgresRelayBackend,
  Queue,
  Relay,
  Worker,
  type BackendFactory,
  type ConnectionOptions,
  type Processor,
  type QueueOptions,
  type RelayBackendFactory,
  type WorkerOptions,
} from 'bullmq';
import { Redis, type ChainableCommander } from 'ioredis';
import pg from 'pg';
import { v4 as uuid } from 'uuid';
import { redisReplies, relayReplies, type ReplyTransport } from './reply-transport.js';
import { createStallGuard, type StallGuard } from './stalls.js';

/** Where the queues are: in Redis if its address is given, otherwise in PostgreSQL. */
export interface BrokerAddress {
  /** `redis://` or `rediss://` address. */
  redisUrl?: string | undefined;
  /** `postgresql://` address; used when there is no Redis. */
  databaseUrl: string;
  /** Separates the queues of several installations (Redis key prefix, PostgreSQL schema). */
  namespace?: string | undefined;
  /** Shown by BullMQ dashboards. */
  name?: string;
  /** Called with connection errors; BullMQ reconnects by itself. */
  onError?: (error: Error) => void;
  /**
   * How long a worker may hold a job without renewing its lock (ms). The jobs of a killed process rest
   * for up to one and a half times as long. Default 10 s; with BullMQ's own (30 s) it would be a minute.
   */
  lockMs?: number | undefined;
}

/** The largest message (bytes). A page of a thousand things fits easily. */
export const maxMessageSize = 32 * 1024 * 1024;

const defaultLockMs = 10_000;

/** How BullMQ recovers the jobs of killed processes. It never gives one up: {@link StallGuard} does. */
const stalling = (lockMs: number) => ({
  lockDuration: lockMs,
  stalledInterval: lockMs / 2,
  maxStalledCount: 1_000_000,
});

/** A connection to the queues; everything else in this library uses one. */
export interface Broker {
  /** Identifies this process; replies are sent to it. */
  nodeId: string;
  replies: ReplyTransport;
  relay: Relay<never>;
  /** Shared by all workers of the process, since they die together. */
  guardStalls: StallGuard;
  queue(name: string): Queue;
  worker(
    name: string,
    process: Processor,
    options?: Partial<WorkerOptions>,
    Type?: typeof Worker,
  ): Worker;
  /** Which jobs of a queue exist, in whatever state. */
  findJobs(queue: Queue, ids: string[]): Promise<Set<string>>;
  /** When jobs of a queue run, by their ids; those of which it is not known are left out. */
  readJobTimes(queue: Queue, ids: string[]): Promise<Map<string, JobTimes>>;
  /** Closes the workers, which finish their jobs, and then everything else. */
  close(): Promise<void>;
}

/** When a job runs. */
export interface JobTimes {
  /** When its last run began. */
  lastRun?: Date;
  /** When its next run is due; absent while it runs or waits for a worker. */
  nextRun?: Date;
}

interface Backend {
  jobs: { connection: ConnectionOptions; prefix?: string };
  workers: { connection: ConnectionOptions; prefix?: string };
  factory: BackendFactory | undefined;
  relay: { connection: never; prefix?: string; backend?: RelayBackendFactory<never> };
  replies(relay: Relay<never>, nodeId: string): ReplyTransport;
  findJobs: Broker['findJobs'];
  readJobTimes: Broker['readJobTimes'];
  close(): Promise<unknown>;
}

export async function connectBroker(address: BrokerAddress): Promise<Broker> {
  const onError = throttle(address.onError ?? (() => undefined));
  const backend = address.redisUrl
    ? redisBackend(address.redisUrl, address.namespace, onError)
    : postgresBackend(address.databaseUrl, address.namespace);
  const nodeId = uuid();
  const relay = new Relay<never>({
    ...backend.relay,
    nodeId,
    maxMessageSize,
    ...(address.name && { name: address.name }),
  });
  relay.on('error', onError);
  const replies = backend.replies(relay, nodeId);
  const queues = new Map<string, Queue>();
  const workers: Worker[] = [];

  await relay.waitUntilReady();
  return {
    nodeId,
    relay,
    replies,
    guardStalls: createStallGuard(),
    queue(name) {
      const known = queues.get(name);
      if (known) return known;
      const queue = new Queue(name, backend.jobs as QueueOptions, backend.factory as never);
      queue.on('error', onError);
      queues.set(name, queue);
      return queue;
    },
    worker(name, process, options, Type = Worker) {
      const worker = new Type(
        name,
        process,
        {
          ...backend.workers,
          ...stalling(address.lockMs ?? defaultLockMs),
          ...options,
        } as WorkerOptions,
        backend.factory as never,
      );
      worker.on('error', onError);
      workers.push(worker);
      return worker;
    },
    findJobs: backend.findJobs,
    readJobTimes: backend.readJobTimes,
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      await replies.close();
      await relay.close();
      await backend.close();
    },
  };
}

/** The minimum interval between reports (ms): during an outage every connection repeats the error. */
const reportIntervalMs = 30_000;

function throttle(report: (error: Error) => void): (error: Error) => void {
  let reportedAt = 0;
  return (error) => {
    if (Date.now() - reportedAt < reportIntervalMs) return;
    reportedAt = Date.now();
    report(error);
  };
}

function redisBackend(
  url: string,
  namespace = 'trellis',
  onError: (error: Error) => void,
): Backend {
  // A job that cannot be added fails at once, as `unavailable`; workers wait for Redis.
  const commands = new Redis(url, { maxRetriesPerRequest: 1 });
  const blocking = new Redis(url, { maxRetriesPerRequest: null });
  const forReplies = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true });
  for (const connection of [commands, blocking, forReplies]) connection.on('error', onError);
  return {
    jobs: { connection: commands as never, prefix: namespace },
    workers: { connection: blocking as never, prefix: namespace },
    relay: { connection: blocking as never, prefix: namespace },
    factory: undefined,
    replies: (_relay, nodeId) =>
      redisReplies({ nodeId, namespace, commands, blocking: forReplies, onError }),
    async findJobs(queue, ids) {
      // Most often all of them exist, which one command tells.
      if (ids.length === 0) return new Set();
      if ((await commands.exists(ids.map((id) => queue.toKey(id)))) === ids.length) {
        return new Set(ids);
      }
      const pipeline = commands.pipeline();
      for (const id of ids) pipeline.exists(queue.toKey(id));
      const found = await resultsOf(pipeline);
      return new Set(ids.filter((_id, index) => found[index] === 1));
    },
    async readJobTimes(queue, ids) {
      const pipeline = commands.pipeline();
      for (const id of ids) {
        pipeline.hget(queue.toKey(id), 'processedOn').zscore(queue.toKey('delayed'), id);
      }
      const found = (await resultsOf(pipeline)) as (string | null)[];
      return new Map(
        ids.flatMap((id, index) => {
          const [last, score] = [found[2 * index], found[2 * index + 1]];
          // The lowest twelve bits of a score tell jobs of the same millisecond apart.
          const next = score && Math.floor(Number(score) / 0x1000);
          return last || next ? [[id, toJobTimes(last, next)]] : [];
        }),
      );
    },
    close: () => Promise.all([commands.quit(), blocking.quit()]),
  };
}

/** The results of the commands of a pipeline; throws the first error. */
async function resultsOf(pipeline: ChainableCommander): Promise<unknown[]> {
  const results = (await pipeline.exec()) ?? [];
  return results.map(([error, result]) => {
    if (error) throw error;
    return result;
  });
}

type Milliseconds = number | string | null | undefined;

const toJobTimes = (last: Milliseconds, next: Milliseconds): JobTimes => ({
  ...(last && { lastRun: new Date(Number(last)) }),
  ...(next && { nextRun: new Date(Number(next)) }),
});

function postgresBackend(connectionString: string, namespace = 'trellis_queues'): Backend {
  const connection = { connectionString, schema: namespace, migrate: true, max: 4 };
  const reading = new pg.Pool({ connectionString, max: 1 });
  reading.on('error', () => undefined);
  const jobs = `${pg.escapeIdentifier(namespace)}.job`;
  return {
    jobs: { connection: connection as never },
    workers: { connection: connection as never },
    relay: { connection: connection as never, backend: createPostgresRelayBackend as never },
    factory: createPostgresBackend as never,
    replies: relayReplies,
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
    close: () => reading.end(),
  };
}
