import type {
  BackendFactory,
  ConnectionOptions,
  Job,
  Queue,
  Relay,
  RelayBackendFactory,
  Worker,
} from 'bullmq';
import type { ReplyTransport } from '../reply-transport.js';
import type { ShardCounts } from '../shards/counts.js';
import type { ShardMarks } from '../shards/marks.js';
import type { JobSets } from './job-sets.js';

/** How long the server may take to answer a check (ms). */
export const checkTimeoutMs = 2_000;

/** Where BullMQ finds a shard of a queue. */
export interface QueuePlace {
  connection: ConnectionOptions;
  prefix?: string;
  /** How long a worker pauses that was refused (ms). */
  runRetryDelay?: number;
}

/** Options of a job that {@link Backend.addJob} adds. */
export const removedAtItsEnd = { removeOnComplete: true, removeOnFail: true } as const;

/** The server with the queues: what BullMQ needs to connect to it, and what it does not do itself. */
export interface Backend {
  /** Options of BullMQ for whoever adds jobs to a shard of a queue. */
  jobs(queue: string, shard: number): QueuePlace;
  /** Options of BullMQ for whoever works on its jobs. */
  workers(queue: string, shard: number): QueuePlace;
  factory: BackendFactory | undefined;
  relay: { connection: never; prefix?: string; backend?: RelayBackendFactory<never> };
  replies(relay: Relay<never>, nodeId: string): ReplyTransport;
  /** Learns how many shards there are; `claim` is how many this process is configured to have. */
  followShards(options: { nodeId: string; claim: number | undefined }): Promise<ShardCounts>;
  shardMarks: ShardMarks;
  /** Adds a job that is due at once, and is removed when it has ended, whichever way. */
  addJob(queue: Queue, name: string, data: object): Promise<unknown>;
  /** The jobs of a worker's queue. */
  jobSets(worker: Worker): JobSets;
  /** Which jobs of a queue exist, in whatever state. */
  findJobs(queue: Queue, ids: string[]): Promise<Set<string>>;
  /** When jobs of a queue run, by their ids; those of which it is not known are left out. */
  readJobTimes(queue: Queue, ids: string[]): Promise<Map<string, JobTimes>>;
  /**
   * Has a job that a worker holds be due at once when it is put off, whatever its time; false when no worker
   * holds it.
   */
  runAgain(job: Job): Promise<boolean>;
  /** The memory of the server, if it keeps the queues there (Redis). */
  readMemory(): Promise<QueueMemory | undefined>;
  /** Rejects when no server answers. */
  ping(): Promise<unknown>;
  /** The time of the server, of a cluster always of the same one (milliseconds since the epoch). */
  readTime(): Promise<number>;
  close(): Promise<unknown>;
}

/** How much memory a server uses, and how much it may at most; without `maxBytes`, any amount (bytes). */
export interface QueueMemory {
  usedBytes: number;
  maxBytes?: number;
}

/** When a job runs. */
export interface JobTimes {
  /** When its last run began. */
  lastRun?: Date;
  /** When its next run is due; absent while it runs or waits for a worker. */
  nextRun?: Date;
}

type Milliseconds = number | string | null | undefined;

export const toJobTimes = (last: Milliseconds, next: Milliseconds): JobTimes => ({
  ...(last && { lastRun: new Date(Number(last)) }),
  ...(next && { nextRun: new Date(Number(next)) }),
});
