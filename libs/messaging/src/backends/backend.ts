import type {
  BackendFactory,
  ConnectionOptions,
  PostgresConnectionOptions,
  Relay,
  RelayOptions,
  Worker,
} from 'bullmq';
import type { JobClaims } from '../bullmq-internals/job-claims.js';
import type { JobStore } from '../bullmq-internals/job-store.js';
import type { ReplyTransport } from '../reply-transport.js';
import type { ShardCounts, ShardMarks } from '../shards/marks.js';

/** How long the server may take to answer a check (ms). */
export const checkTimeoutMs = 2_000;

/** BullMQ's options to connect to a shard of a queue. */
export interface QueueShard {
  connection: ConnectionOptions;
  prefix?: string;
  /** How long a worker pauses after the server refused a command (ms). */
  runRetryDelay?: number;
}

/** Options of a relay apart from those of its connection. */
export type RelaySettings = Omit<RelayOptions, 'connection' | 'prefix' | 'backend'>;

/** BullMQ's relay through Redis or PostgreSQL. */
export type QueueRelay = Relay | Relay<PostgresConnectionOptions>;

/** The server that holds the queues: how BullMQ connects to it, and what BullMQ does not do itself. */
export interface Backend {
  /** Options for adding and finding jobs of a shard. */
  queueOptions(queue: string, shard: number): QueueShard;
  /** Options for the workers of a shard. */
  workerOptions(queue: string, shard: number): QueueShard;
  factory: BackendFactory | undefined;
  openRelay(options: RelaySettings): QueueRelay;
  replies(relay: QueueRelay, nodeId: string): ReplyTransport;
  /** Follows the number of shards; `claim` is the number that this process is configured with. */
  followShards(options: { nodeId: string; claim: number | undefined }): Promise<ShardCounts>;
  shardMarks: ShardMarks;
  jobs: JobStore;
  /** Creates the claims on the jobs of a worker's queue. */
  jobClaims(worker: Worker): JobClaims;
  /** Returns the memory of a server that keeps the queues in memory (Redis). */
  readMemory(): Promise<QueueMemory | undefined>;
  /** Rejects when no server answers. */
  ping(): Promise<unknown>;
  /** Returns the time of the server, in a cluster always of the same one (milliseconds since the epoch). */
  readTime(): Promise<number>;
  /** Ends locks that were taken by a clock that was ahead, where the server does not. */
  endFutureLocks(): Promise<void>;
  close(): Promise<unknown>;
}

/** Memory of a server (bytes). Without `maxBytes`, there is no limit. */
export interface QueueMemory {
  usedBytes: number;
  maxBytes?: number;
}
