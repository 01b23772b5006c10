import type { Worker } from 'bullmq';
import type { Broker } from '../broker.js';
import { markShards } from '../shards/marks.js';
import type { QueueKind } from './sharded-queue.js';

/** Which shard a worker serves. */
export interface WorkerPlace {
  shard: number;
  /** Its share of the concurrency. */
  concurrency: number;
  /** Has the marks of the shards looked at: the worker has found one that is out of date. */
  onOutdatedMark: () => void;
}

/** How often it is examined whether shards are empty that get no new jobs (ms). */
const retireIntervalMs = 10_000;

/**
 * Serves a queue, with a worker for each shard that may hold jobs, for as long as the broker is open. The
 * workers share the concurrency equally, since ids are spread evenly; each gets at least one.
 */
export function startWorkers(
  broker: Broker,
  kind: QueueKind,
  { concurrency, start }: { concurrency: number; start: (place: WorkerPlace) => Worker },
): void {
  const { shards } = broker;
  if (!kind.sharded) {
    start({ shard: 0, concurrency, onOutdatedMark: () => undefined });
    return;
  }
  const workers: Worker[] = [];
  const marking = keepMarked(broker, kind.queue);

  function adapt(): void {
    const served = shards.served(kind.queue);
    if (served === workers.length) return;
    const share = Math.ceil(concurrency / served);
    for (const retired of workers.splice(served)) void retired.close();
    for (const worker of workers) worker.concurrency = share;
    while (workers.length < served) {
      const shard = workers.length;
      workers.push(start({ shard, concurrency: share, onOutdatedMark: marking.recheck }));
    }
  }

  function refresh(): void {
    adapt();
    marking.keep();
  }
  shards.use(kind.queue);
  shards.onRefresh(refresh);
  refresh();
}

/** Keeps the marks of the shards of a queue to the current count, and retires shards that are empty. */
function keepMarked(broker: Broker, name: string) {
  const { shards } = broker;
  let marked: number | undefined;
  let isUnderway = false;
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
    recheck: () => void (marked = undefined),
    keep(): void {
      const count = shards.current();
      if (isUnderway || (marked === count && shards.served(name) === count)) return;
      isUnderway = true;
      // Tried again when the shards are refreshed.
      void mark()
        .catch(() => undefined)
        .finally(() => (isUnderway = false));
    },
  };
}
