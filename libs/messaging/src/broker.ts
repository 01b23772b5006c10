import { setTimeout as pause } from 'node:timers/promises';
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
import { Redis } from 'ioredis';
import pg from 'pg';
import { v4 as uuid } from 'uuid';
import { followClock, type SharedClock } from './clock.js';
import { gatherWrites } from './gather-writes.js';
import { redisReplies, relayReplies, type ReplyTransport } from './reply-transport.js';

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
   * Called when the clock of this machine begins to be off by more than a second, compared with that of
   * the server, and when that ends; `skewMs` is negative when it is behind.
   */
  onClockSkew?: (skewMs: number) => void;
}

/** How long the server may take to answer a check (ms). */
const checkTimeoutMs = 2_000;

/** The largest message (bytes). A page of a thousand things fits easily. */
export const maxMessageSize = 32 * 1024 * 1024;

/**
 * How long a worker may hold a job without renewing its lock, and how often stalled jobs are recovered
 * (ms). With BullMQ's defaults (30 s each) the jobs of a killed process would rest for a minute.
 */
const stalling = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 1_000_000 };

/** A connection to the queues; everything else in this library uses one. */
export interface Broker {
  /** Identifies this process; replies are sent to it. */
  nodeId: string;
  replies: ReplyTransport;
  relay: Relay<never>;
  /** The clock of the server. */
  clock: SharedClock;
  /** Rejects unless the server answers at once. */
  check(): Promise<void>;
  queue(name: string): Queue;
  worker(
    name: string,
    process: Processor,
    options?: Partial<WorkerOptions>,
    Type?: typeof Worker,
  ): Worker;
  /** Which jobs of a queue exist, as far as that is cheaper to find out than to add them again. */
  findJobs(queue: Queue, ids: string[]): Promise<Set<string>>;
  /** Closes the workers, which finish their jobs, and then everything else. */
  close(): Promise<void>;
}

interface Backend {
  jobs: { connection: ConnectionOptions; prefix?: string };
  workers: { connection: ConnectionOptions; prefix?: string };
  factory: BackendFactory | undefined;
  relay: { connection: never; prefix?: string; backend?: RelayBackendFactory<never> };
  replies(relay: Relay<never>, nodeId: string): ReplyTransport;
  findJobs: Broker['findJobs'];
  readTime(): Promise<number>;
  close(): Promise<unknown>;
}

export async function connectBroker(address: BrokerAddress): Promise<Broker> {
  const onError = throttle(address.onError ?? (() => undefined));
  const backend = address.redisUrl
    ? redisBackend(address.redisUrl, address.namespace, onError)
    : postgresBackend(address.databaseUrl, address.namespace, onError);
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
  const { clock, stop: stopClock } = await followClock({
    readServerTime: backend.readTime,
    onSkew: address.onClockSkew ?? (() => undefined),
  });
  return {
    nodeId,
    relay,
    replies,
    clock,
    async check() {
      await withTimeout(backend.readTime(), checkTimeoutMs);
    },
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
        { ...backend.workers, ...stalling, ...options } as WorkerOptions,
        backend.factory as never,
      );
      worker.on('error', onError);
      workers.push(worker);
      return worker;
    },
    findJobs: backend.findJobs,
    async close() {
      stopClock();
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
  const commands = gatherWrites(new Redis(url, { maxRetriesPerRequest: 1 }));
  const blocking = gatherWrites(new Redis(url, { maxRetriesPerRequest: null }));
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
      const pipeline = commands.pipeline();
      for (const id of ids) pipeline.exists(queue.toKey(id));
      const found = (await pipeline.exec()) ?? [];
      return new Set(ids.filter((_id, index) => found[index]?.[1] === 1));
    },
    async readTime() {
      const [seconds, microseconds] = await commands.time();
      return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    },
    close: () => Promise.all([commands.quit(), blocking.quit()]),
  };
}

function postgresBackend(
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
  return {
    jobs: { connection: connection as never },
    workers: { connection: connection as never },
    relay: { connection: connection as never, backend: createPostgresRelayBackend as never },
    factory: createPostgresBackend as never,
    replies: relayReplies,
    findJobs: async () => new Set(),
    async readTime() {
      const { rows } = await pool.query<{ ms: number }>(
        'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
      );
      return rows[0]!.ms;
    },
    close: () => pool.end(),
  };
}

async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  const waiting = new AbortController();
  const timeout = pause(timeoutMs, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`No answer within ${timeoutMs} ms.`);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    waiting.abort();
  }
}
