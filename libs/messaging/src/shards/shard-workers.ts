import type { Worker } from 'bullmq';
import type { Broker } from '../broker.js';
import { markShards } from './marks.js';
import type { QueueKind } from './sharded-queue.js';

/** The shard that a worker serves. */
export interface WorkerShard {
  shard: number;
  /** Its share of the concurrency. */
  concurrency: number;
  /** Called when the worker finds an outdated mark; all marks of the queue are then checked. */
  onOutdatedMark: () => void;
}

/** How often shards that get no new jobs are checked for being empty (ms). */
const retireIntervalMs = 10_000;

interface Serving {
  concurrency: number;
  /** Jobs have delays, which only a right clock can tell: otherwise they are left to other processes. */
  hasDelays: boolean;
  start: (shard: WorkerShard) => Worker;
}

/**
 * Serves a queue until the broker is closed, with a worker for each shard that may hold jobs. The workers share the
 * concurrency equally, since ids are spread evenly; each gets at least one.
 */
export function startWorkers(
  broker: Broker,
  kind: QueueKind,
  { concurrency, hasDelays, start }: Serving,
): void {
  const { shards, clock } = broker;
  const workers: Worker[] = [];
  const marks = markKeeper(broker, kind.queue);

  function countShards(): number {
    if (hasDelays && !clock.isRight()) return 0;
    return kind.sharded ? shards.served(kind.queue) : 1;
  }

  function adapt(): void {
    const served = countShards();
    if (served === workers.length) return;
    const share = Math.ceil(concurrency / served);
    for (const retired of workers.splice(served)) void retired.close();
    for (const worker of workers) worker.concurrency = share;
    while (workers.length < served) {
      const shard = workers.length;
      workers.push(start({ shard, concurrency: share, onOutdatedMark: marks.invalidate }));
    }
  }

  function refresh(): void {
    adapt();
    marks.update();
  }
  if (hasDelays) clock.watch(adapt);
  if (!kind.sharded) return adapt();
  shards.use(kind.queue);
  shards.onRefresh(refresh);
  refresh();
}

/** Updates the marks of the shards of a queue to the current count, and retires empty shards. */
function markKeeper(broker: Broker, name: string) {
  const { shards } = broker;
  let marked: number | undefined;
  let isRunning = false;
  let retireAt = 0;

  async function mark(): Promise<void> {
    const [count, served] = [shards.current(), shards.served(name)];
    const queues = Array.from({ length: served }, (_, shard) => broker.queue(name, shard));
    const isDone = await markShards(broker.shardMarks, queues, count);
    marked = isDone ? count : undefined;
    if (!isDone || served === count || Date.now() < retireAt) return;
    retireAt = Date.now() + retireIntervalMs;
    const left = await Promise.all(queues.slice(count).map((queue) => queue.getJobCounts()));
    const isEmpty = left.every((counts) => Object.values(counts).every((jobs) => jobs === 0));
    if (isEmpty) await shards.retire(name, count);
  }

  return {
    invalidate: () => void (marked = undefined),
    update(): void {
      const count = shards.current();
      if (isRunning || (marked === count && shards.served(name) === count)) return;
      isRunning = true;
      // A failure is repeated at the next refresh.
      void mark()
        .catch(() => undefined)
        .finally(() => (isRunning = false));
    },
  };
}
