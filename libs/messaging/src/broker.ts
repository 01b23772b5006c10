import { withTimeout } from '@trellis/platform/concurrency';
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
import type { JobSets } from './backends/job-sets.js';
import { postgresBackend } from './backends/postgres.js';
import { redisBackend } from './backends/redis.js';
import { followClock, type SharedClock } from './clock.js';
import type { ReplyTransport } from './reply-transport.js';
import { noObserver, type Observer } from './observer.js';
import type { ShardCounts } from './shards/counts.js';
import type { ShardMarks } from './shards/marks.js';
import { createStallGuard, type StallGuard } from './stalls.js';
import { createTopics, type Topics } from './topics.js';
import type { Tracer } from './tracer.js';

/** Where the queues are: in Redis if its address is given, otherwise in PostgreSQL. */
export interface BrokerAddress {
  /** Address of a Redis or a Redis Cluster, see {@link connectRedis}. */
  redisUrl?: string | undefined;
  /**
   * How many shards this process is configured to have of the queues that grow, in Redis; the highest number of
   * all processes is valid. Without it, the process follows the others.
   */
  shards?: number | undefined;
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
  /** What it leaves out is not observed. */
  observer?: Partial<Observer>;
  /** Follows calls and jobs; without it nothing is followed. */
  tracer?: Tracer | undefined;
  /**
   * How long a worker may hold a job without renewing its lock (ms). The jobs of a killed process rest
   * for up to a sixth longer. Default 6 s; with BullMQ's own (30 s) it would be a minute. A worker that is
   * blocked for two thirds of it may lose its jobs to another one.
   */
  lockMs?: number | undefined;
}

/** The largest message (bytes). A page of a thousand things fits easily. */
export const maxMessageSize = 32 * 1024 * 1024;

const defaultLockMs = 6_000;

/**
 * How often the relay asks whether the server still knows its subscriptions (ms). After a server has lost
 * its data nothing is heard until then.
 */
const relayCheckMs = 1_000;

/** How BullMQ recovers the jobs of killed processes. It never gives one up: {@link StallGuard} does. */
const stalling = (lockMs: number) => ({
  lockDuration: lockMs,
  lockRenewTime: lockMs / 3,
  stalledInterval: Math.ceil(lockMs / 6),
  maxStalledCount: 1_000_000,
});

/** BullMQ's worker, or a kind of it. */
type WorkerType<Kind extends Worker> = new (
  ...args: [string, Processor | null, WorkerOptions, never]
) => Kind;

/** How many jobs of a queue wait for a worker, wait for their time, are worked on, and have failed. */
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
  topics: Topics;
  /** The clock of the server. */
  clock: SharedClock;
  /** Rejects unless the server answers at once. */
  check(): Promise<void>;
  /** Shared by all workers of the process, since they die together. */
  guardStalls: StallGuard;
  /** How many shards there are of the queues that have them. */
  shards: ShardCounts;
  shardMarks: ShardMarks;
  /** A queue, or one shard of it. */
  queue(name: string, shard?: number): Queue;
  worker(name: string, process: Processor, options: Partial<WorkerOptions>, shard?: number): Worker;
  addJob: Backend['addJob'];
  /** Creates a worker that takes its jobs itself, from the sets of {@link Backend.jobSets}. */
  workerOf<Kind extends Worker>(
    Type: WorkerType<Kind>,
    name: string,
    options: Partial<WorkerOptions>,
    shard?: number,
  ): { worker: Kind; jobs: JobSets };
  /**
   * How often a connection has broken, or a job could not be added. Whoever keeps the queues complete
   * looks again when it grows.
   */
  troubles(): number;
  /** Counts a job that could not be added; rejects as it did. */
  adding<T>(job: Promise<T>): Promise<T>;
  /** How many jobs of a queue there are in all its shards, by their state. */
  countJobs(queue: string): Promise<JobCounts>;
  readMemory: Backend['readMemory'];
  findJobs: Backend['findJobs'];
  readJobTimes: Backend['readJobTimes'];
  runAgain: Backend['runAgain'];
  /** Closes the workers, which finish their jobs, and then everything else. */
  close(): Promise<void>;
}

export async function connectBroker(address: BrokerAddress): Promise<Broker> {
  const report = throttle(address.onError ?? (() => undefined));
  let troubles = 0;
  const onError = (error: Error) => {
    troubles += 1;
    report(error);
  };
  const backend = address.redisUrl
    ? redisBackend(address.redisUrl, address.namespace, onError)
    : postgresBackend(address.databaseUrl, address.namespace, onError);
  const observer = { ...noObserver, ...address.observer };
  const nodeId = uuid();
  const relay = new Relay<never>({
    ...backend.relay,
    nodeId,
    maxMessageSize,
    heartbeatInterval: relayCheckMs,
    ...(address.name && { name: address.name }),
  });
  relay.on('error', onError);
  const replies = backend.replies(relay, nodeId);
  const queues = new Map<string, Queue>();
  const workers = new Set<Worker>();
  const addWorker = <Kind extends Worker>(
    Type: WorkerType<Kind>,
    place: { name: string; shard: number },
    process: Processor | null,
    own: Partial<WorkerOptions>,
  ): Kind => {
    const { name, shard } = place;
    const locks = stalling(address.lockMs ?? defaultLockMs);
    const options = { ...backend.workers(name, shard), ...locks, ...own } as WorkerOptions;
    const worker = new Type(name, process, options, backend.factory as never);
    // Such as a lock that was not renewed in time: the queues have lost nothing.
    worker.on('error', report);
    worker.on('closed', () => workers.delete(worker));
    workers.add(worker);
    return worker;
  };

  await relay.waitUntilReady();
  const { clock, stop: stopClock } = await followClock({
    readServerTime: backend.readTime,
    onSkew: address.onClockSkew ?? (() => undefined),
  });
  const shards = await backend.followShards({ nodeId, claim: address.shards });
  const queueOf = (name: string, shard = 0): Queue => {
    const key = shard === 0 ? name : `${name} ${shard}`;
    const known = queues.get(key);
    if (known) return known;
    const options = backend.jobs(name, shard) as QueueOptions;
    const queue = new Queue(name, options, backend.factory as never);
    queue.on('error', onError);
    queues.set(key, queue);
    return queue;
  };
  return {
    nodeId,
    observer,
    tracer: address.tracer,
    topics: createTopics(relay),
    replies,
    clock,
    async check() {
      await withTimeout(backend.ping(), checkTimeoutMs);
    },
    guardStalls: createStallGuard({ onSetAside: observer.jobSetAside }),
    shards,
    shardMarks: backend.shardMarks,
    queue: queueOf,
    addJob: backend.addJob,
    worker: (name, process, options, shard = 0) =>
      addWorker(Worker, { name, shard }, process, options),
    workerOf(Type, name, options, shard = 0) {
      const worker = addWorker(Type, { name, shard }, null, options);
      return { worker, jobs: backend.jobSets(worker) };
    },
    troubles: () => troubles,
    async adding(job) {
      try {
        return await job;
      } catch (error) {
        troubles += 1;
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
    findJobs: backend.findJobs,
    readJobTimes: backend.readJobTimes,
    runAgain: backend.runAgain,
    async close() {
      stopClock();
      await shards.close();
      await Promise.all([...workers].map((worker) => worker.close()));
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      await replies.close();
      await relay.close();
      await backend.close();
    },
  };
}

async function countJobs(queue: Queue): Promise<JobCounts> {
  const counts = await queue.getJobCounts(
    ...(['waiting', 'prioritized', 'delayed', 'active', 'failed'] as const),
  );
  const { waiting = 0, prioritized = 0, delayed = 0, active = 0, failed = 0 } = counts;
  return { waiting: waiting + prioritized, delayed, active, failed };
}

const addCounts = (one: JobCounts, other: JobCounts): JobCounts => ({
  waiting: one.waiting + other.waiting,
  delayed: one.delayed + other.delayed,
  active: one.active + other.active,
  failed: one.failed + other.failed,
});

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
