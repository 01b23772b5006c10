import { setTimeout as pause } from 'node:timers/promises';
import {
  Queue,
  Relay,
  Worker,
  type Processor,
  type QueueOptions,
  type WorkerOptions,
} from 'bullmq';
import { v4 as uuid } from 'uuid';
import { checkTimeoutMs, type Backend } from './backends/backend.js';
import { postgresBackend } from './backends/postgres.js';
import { redisBackend } from './backends/redis.js';
import { followClock, type SharedClock } from './clock.js';
import type { ReplyTransport } from './reply-transport.js';
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
   * Called when the clock of this machine begins to be off by more than a second, compared with that of
   * the server, and when that ends; `skewMs` is negative when it is behind.
   */
  onClockSkew?: (skewMs: number) => void;
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
  /** The clock of the server. */
  clock: SharedClock;
  /** Rejects unless the server answers at once. */
  check(): Promise<void>;
  /** Shared by all workers of the process, since they die together. */
  guardStalls: StallGuard;
  queue(name: string): Queue;
  worker(
    name: string,
    process: Processor,
    options?: Partial<WorkerOptions>,
    Type?: typeof Worker,
  ): Worker;
  findJobs: Backend['findJobs'];
  readJobTimes: Backend['readJobTimes'];
  /** Closes the workers, which finish their jobs, and then everything else. */
  close(): Promise<void>;
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
