import type { Redis } from 'ioredis';
import { namespace } from './queues.js';

/** The jobs of a queue, as BullMQ stores them in Redis. */
export interface Schedules {
  /** Returns the total number of runs of some jobs so far. */
  countRuns(ids: string[]): Promise<number>;
  /** Returns at most `limit` jobs that are due between two instants, with their due times. */
  dueBetween(fromMs: number, toMs: number, limit: number): Promise<Map<string, number>>;
  /** Returns when the last run of a job ended; undefined while it runs or is overdue. */
  endedAt(id: string): Promise<number | undefined>;
}

/** BullMQ multiplies the times of delayed jobs by this factor to order jobs of the same millisecond. */
const scoresPerMs = 0x1000;

export function readSchedules(redis: Redis, queue: string): Schedules {
  const key = (name: string) => `${namespace}:${queue}:${name}`;
  return {
    async countRuns(ids) {
      let runs = 0;
      for (let start = 0; start < ids.length; start += 1_000) {
        const pipeline = redis.pipeline();
        for (const id of ids.slice(start, start + 1_000)) pipeline.hget(key(id), 'ats');
        for (const [, started] of (await pipeline.exec()) ?? []) runs += Number(started ?? 0);
      }
      return runs;
    },
    async dueBetween(fromMs, toMs, limit) {
      const range = [fromMs * scoresPerMs, toMs * scoresPerMs] as const;
      const found = await redis.zrangebyscore(
        key('delayed'),
        ...range,
        'WITHSCORES',
        'LIMIT',
        0,
        limit,
      );
      const due = new Map<string, number>();
      for (let at = 0; at < found.length; at += 2) {
        due.set(found[at]!, Number(found[at + 1]) / scoresPerMs);
      }
      return due;
    },
    async endedAt(id) {
      // A run ends by delaying the job, which stores its next due time and the delay.
      const [score, delayMs] = await Promise.all([
        redis.zscore(key('delayed'), id),
        redis.hget(key(id), 'delay'),
      ]);
      return score === null ? undefined : Number(score) / scoresPerMs - Number(delayMs);
    },
  };
}
