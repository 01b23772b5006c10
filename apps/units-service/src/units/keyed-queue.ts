import PQueue from 'p-queue';
import { requireTimeLeft } from '../deadline.js';

/** Runs the tasks of one key one after the other, and those of different keys side by side. */
export interface KeyedQueue {
  /** Runs a task in its turn, or throws `timeout` when its turn comes after `expiresAt`. */
  run<T>(task: { key: string; expiresAt: number; run: () => Promise<T> }): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  const queues = new Map<string, PQueue>();

  function queueOf(key: string): PQueue {
    const existing = queues.get(key);
    if (existing) return existing;
    const queue = new PQueue({ concurrency: 1 });
    queue.once('idle', () => queues.delete(key));
    queues.set(key, queue);
    return queue;
  }

  return {
    run: ({ key, expiresAt, run }) =>
      queueOf(key).add(() => {
        requireTimeLeft(expiresAt);
        return run();
      }),
  };
}
