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
    readTimes: async () => new Map(),
    addOrRunNow: add,
    attempt: add,
  };
}

/** A scheduler that only records which schedules were started, were to run now, and were stopped. */
export function recordingScheduler<Data>(): Scheduler<Data> & {
  started: string[];
  ranNow: string[];
  stopped: string[];
} {
  const started: string[] = [];
  const ranNow: string[] = [];
  const stopped: string[] = [];
  return {
    started,
    ranNow,
    stopped,
    start: async (entries) => void started.push(...entries.map(({ id }) => id)),
    findMissing: async (ids) => ids,
    readTimes: async () => new Map(),
    runNow: async (id) => ranNow.push(id) > 0,
    stop: async (id) => void stopped.push(id),
  };
}
