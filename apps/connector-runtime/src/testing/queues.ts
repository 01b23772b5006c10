import type { JobQueue, Scheduler } from '@trellis/messaging';

/** A queue that only records the ids of its jobs. */
export function recordingQueue<Data>(): JobQueue<Data> & { added: string[] } {
  const added: string[] = [];
  const add = async (id: string) => void added.push(id);
  return {
    added,
    add,
    addAll: async (entries) => void added.push(...entries.map(({ id }) => id)),
    findMissing: async (ids) => ids,
    addOrRunNow: add,
    attempt: add,
  };
}

/** A scheduler that only records which schedules were to run now, and which were stopped. */
export function recordingScheduler<Data>(): Scheduler<Data> & {
  ranNow: string[];
  stopped: string[];
} {
  const ranNow: string[] = [];
  const stopped: string[] = [];
  return {
    ranNow,
    stopped,
    start: async () => undefined,
    findMissing: async (ids) => ids,
    readTimes: async () => new Map(),
    runNow: async (id) => void ranNow.push(id),
    stop: async (id) => void stopped.push(id),
  };
}
