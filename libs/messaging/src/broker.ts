import { withTimeout } from '@trellis/platform/concurrency';
import { Queue, Worker, type Processor, type QueueOptions, type WorkerOptions } from 'bullmq';
import { v4 as uuid } from 'uuid';
import { checkTimeoutMs, type Backend } from './backends/backend.js';
import { postgresBackend } from './backends/postgres.js';
import { redisBackend } from './backends/redis.js';
import type { JobClaims } from './bullmq-internals/job-claims.js';
import type { JobStore } from './bullmq-internals/job-store.js';
import { followClock, type SharedClock } from './clock.js';
import { createHints, type Hints } from './hints.js';
import { noObserver, type Observer } from './observer.js';
import type { ReplyTransport } from './reply-transport.js';
import type { ShardCounts, ShardMarks } from './shards/marks.js';
import { createStallGuard, type StallGuard } from './stalls.js';
import type { Tracer } from './tracer.js';

/** Where the queues are: in Redis if its address is given, otherwise in PostgreSQL. */
export interface BrokerAddress {
  /** Address of a Redis or a Redis Cluster, see {@link connectRedis}. */
  redisUrl?: string | undefined;
  /**
   * Number of shards that this process is configured with, for sharded queues in Redis. The highest number of
   * all processes applies. Without it, the process follows the others.
   */
  shards?: number | undefined;
  /** `postgresql://` address; used without Redis. */
  databaseUrl: string;
  /** Separates the queues of several installations (Redis key prefix, PostgreSQL schema). */
  namespace?: string | undefined;
  /** Shown by BullMQ dashboards. */
  name?: string;
  /** Called with connection errors; BullMQ reconnects by itself. */
  onError?: (error: Error) => void;
  /**
   * Called when the clock of this machine starts to differ from that of the server by more than a second,
   * and when that ends. `skewMs` is negative when this machine is behind.
   */
  onClockSkew?: (skewMs: number) => void;
  /** Omitted functions observe nothing. */
  observer?: Partial<Observer>;
  tracer?: Tracer | undefined;
  /**
   * How long a worker may hold a job without renewing its lock (ms). The jobs of a killed process are idle for
   * up to a sixth longer. A worker that is blocked for two thirds of it may lose its jobs to another. Default 6 s;
   * with BullMQ's default of 30 s, jobs would be idle for a minute.
   */
  lockMs?: number | undefined;
}

/** Largest message (bytes). A page of a thousand things fits easily. */
export const maxMessageSize = 32 * 1024 * 1024;

const defaultLockMs = 6_000;

/** How often locks that were taken by a clock that was ahead are looked for (ms). */
const endLocksMs = 10_000;

/**
 * How often the relay verifies that the server still has its subscriptions (ms). After a server has lost
 * its data, no hint arrives until then.
 */
const relayCheckMs = 1_000;

/** Returns how BullMQ recovers the jobs of killed processes. It never gives up: {@link StallGuard} does. */
const stalling = (lockMs: number) => ({
  lockDuration: lockMs,
  lockRenewTime: lockMs / 3,
  stalledInterval: Math.ceil(lockMs / 6),
  maxStalledCount: 1_000_000,
});

/** BullMQ's worker, or a subclass. */
type WorkerType<Kind extends Worker> = new (
  ...args: [string, Processor | null, WorkerOptions, never]
) => Kind;

/** Jobs of a queue by state: waiting for a worker, waiting for their time, active, and failed. */
export interface JobCounts {
  waiting: number;
  delayed: number;
  active: number;
  failed: number;
}

/** A connection to the queues; everything else in this library uses one. */
export interface Broker {
  /** Identifies this process; replies are sent to it. */
  nodeId: string;
  observer: Observer;
  tracer: Tracer | undefined;
  replies: ReplyTransport;
  hints: Hints;
  /** The clock of the server. */
  clock: SharedClock;
  /** Rejects unless the server answers at once. */
  check(): Promise<void>;
  /** Shared by all workers of the process, since they die together. */
  guardStalls: StallGuard;
  /** Numbers of shards of the sharded queues. */
  shards: ShardCounts;
  shardMarks: ShardMarks;
  jobs: JobStore;
  /** Returns a queue, or one shard of it. */
  queue(name: string, shard?: number): Queue;
  worker(name: string, process: Processor, options: Partial<WorkerOptions>, shard?: number): Worker;
  /** Creates a worker that claims its jobs itself. */
  claimingWorker<Kind extends Worker>(
    Type: WorkerType<Kind>,
    name: string,
    options: Partial<WorkerOptions>,
    shard?: number,
  ): { worker: Kind; claims: JobClaims };
  /**
   * Returns the number of connection errors and of jobs that could not be added. When it grows, jobs may be
   * missing from the queues.
   */
  failures(): number;
  /** Counts a job that could not be added as a failure; settles like the promise. */
  adding<T>(job: Promise<T>): Promise<T>;
  /** Counts the jobs of a queue in all its shards. */
  countJobs(queue: string): Promise<JobCounts>;
  readMemory: Backend['readMemory'];
  /** Closes the workers, which finish their jobs, and then everything else. */
  close(): Promise<void>;
}

export async function connectBroker(address: BrokerAddress): Promise<Broker> {
  const report = throttle(address.onError ?? (() => undefined));
  let failures = 0;
  const onError = (error: Error) => {
    failures += 1;
    report(error);
  };
  const backend = address.redisUrl
    ? redisBackend(address.redisUrl, address.namespace, onError)
    : postgresBackend(address.databaseUrl, address.namespace, onError);
  // BullMQ's types tie a factory to the kind of its connection, which is only known at run time.
  const factory = backend.factory as never;
  const observer = { ...noObserver, ...address.observer };
  const nodeId = uuid();
  const relay = backend.openRelay({
    nodeId,
    maxMessageSize,
    heartbeatInterval: relayCheckMs,
    name: address.name,
  });
  relay.on('error', onError);
  const replies = backend.replies(relay, nodeId);
  const queues = new Map<string, Queue>();
  const workers = new Set<Worker>();

  function addWorker<Kind extends Worker>(
    Type: WorkerType<Kind>,
    { name, shard }: { name: string; shard: number },
    process: Processor | null,
    own: Partial<WorkerOptions>,
  ): Kind {
    const locks = stalling(address.lockMs ?? defaultLockMs);
    const options = { ...backend.workerOptions(name, shard), ...locks, ...own };
    const worker = new Type(name, process, options, factory);
    // Not counted as a failure: after a lock that was not renewed in time, for example, no job is missing.
    worker.on('error', report);
    worker.on('closed', () => workers.delete(worker));
    workers.add(worker);
    return worker;
  }

  function queueOf(name: string, shard = 0): Queue {
    const key = shard === 0 ? name : `${name} ${shard}`;
    const known = queues.get(key);
    if (known) return known;
    const options: QueueOptions = backend.queueOptions(name, shard);
    const queue = new Queue(name, options, factory);
    queue.on('error', onError);
    queues.set(key, queue);
    return queue;
  }

  await relay.waitUntilReady();
  const { clock, stop: stopClock } = await followClock({
    readServerTime: backend.readTime,
    onSkew: address.onClockSkew ?? (() => undefined),
  });
  const endFutureLocks = () => backend.endFutureLocks().catch(onError);
  const endingLocks = setInterval(endFutureLocks, endLocksMs).unref();
  await endFutureLocks();
  const shards = await backend.followShards({ nodeId, claim: address.shards });
  return {
    nodeId,
    observer,
    tracer: address.tracer,
    hints: createHints(relay),
    replies,
    clock,
    check: async () => void (await withTimeout(backend.ping(), checkTimeoutMs)),
    guardStalls: createStallGuard({ onDeadLetter: observer.jobDeadLettered }),
    shards,
    shardMarks: backend.shardMarks,
    jobs: backend.jobs,
    queue: queueOf,
    worker(name, process, options, shard = 0) {
      const worker = addWorker(Worker, { name, shard }, process, { ...options, autorun: false });
      void runWhenReady(worker);
      return worker;
    },
    claimingWorker(Type, name, options, shard = 0) {
      const worker = addWorker(Type, { name, shard }, null, options);
      return { worker, claims: backend.jobClaims(worker) };
    },
    failures: () => failures,
    async adding(job) {
      try {
        return await job;
      } catch (error) {
        failures += 1;
        throw error;
      }
    },
    async countJobs(name) {
      const served = Array.from({ length: shards.served(name) }, (_, shard) =>
        countJobs(queueOf(name, shard)),
      );
      return (await Promise.all(served)).reduce(addCounts);
    },
    readMemory: backend.readMemory,
    async close() {
      stopClock();
      clearInterval(endingLocks);
      await shards.close();
      await Promise.all([...workers].map((worker) => worker.close()));
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      await replies.close();
      await relay.close();
      await backend.close();
    },
  };
}

/**
 * Runs a worker once it is connected. BullMQ remembers that connecting has failed, and its loop would go on for good
 * without a pause, so that nothing else runs. The rejection, which nobody handles, ends the process instead.
 */
async function runWhenReady(worker: Worker): Promise<void> {
  await worker.waitUntilReady().catch((error: unknown) => {
    if (!worker.closing) throw error;
  });
  await worker.run();
}

async function countJobs(queue: Queue): Promise<JobCounts> {
  const counts = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'failed');
  const { waiting = 0, prioritized = 0, delayed = 0, active = 0, failed = 0 } = counts;
  return { waiting: waiting + prioritized, delayed, active, failed };
}

const addCounts = (one: JobCounts, other: JobCounts): JobCounts => ({
  waiting: one.waiting + other.waiting,
  delayed: one.delayed + other.delayed,
  active: one.active + other.active,
  failed: one.failed + other.failed,
});

/** Minimum interval between reports (ms): during an outage, every connection repeats the error. */
const reportIntervalMs = 30_000;

function throttle(report: (error: Error) => void): (error: Error) => void {
  let reportedAt = 0;
  return (error) => {
    if (Date.now() - reportedAt < reportIntervalMs) return;
    reportedAt = Date.now();
    report(error);
  };
}
