import type { Schedule } from '@trellis/messaging';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** The key prefix of the product's queues. */
export const namespace = 'trellis';

export type AnySchedule = Schedule<{ client: string }>;

const data = z.object({ client: z.string() });

/** The polls of connector-runtime. */
export const pollSchedule: AnySchedule = { queue: 'polls', data };

/** Jobs of the same shape that do nothing. */
export const floorSchedule: AnySchedule = { queue: 'bench-floor', data };

/** BullMQ multiplies the times of delayed jobs by this factor to order jobs of the same millisecond. */
const scoresPerMs = 0x1000;

export type Jobs = ReturnType<typeof readJobs>;

/** Reads the jobs of a schedule as BullMQ stores them in Redis. */
export function readJobs(redis: Redis, { queue }: AnySchedule) {
  const key = (name: string) => `${namespace}:${queue}:${name}`;
  return {
    async countRuns(ids: string[]): Promise<number> {
      let runs = 0;
      for (let start = 0; start < ids.length; start += 1_000) {
        const pipeline = redis.pipeline();
        for (const id of ids.slice(start, start + 1_000)) pipeline.hget(key(id), 'ats');
        for (const [, started] of (await pipeline.exec()) ?? []) runs += Number(started ?? 0);
      }
      return runs;
    },
    /** Returns at most `limit` jobs that are due between two instants, with their due times. */
    async dueBetween(fromMs: number, toMs: number, limit: number): Promise<[string, number][]> {
      const range = [fromMs * scoresPerMs, toMs * scoresPerMs] as const;
      const options = ['WITHSCORES', 'LIMIT', 0, limit] as const;
      const found = await redis.zrangebyscore(key('delayed'), ...range, ...options);
      const due: [string, number][] = [];
      for (let at = 0; at < found.length; at += 2) {
        due.push([found[at]!, Number(found[at + 1]) / scoresPerMs]);
      }
      return due;
    },
    /** Returns when the last run of a job ended; undefined while it runs or is overdue. */
    async endedAt(id: string): Promise<number | undefined> {
      // A run ends by delaying the job, which stores its next due time and the delay.
      const [score, delayMs] = await Promise.all([
        redis.zscore(key('delayed'), id),
        redis.hget(key(id), 'delay'),
      ]);
      return score === null ? undefined : Number(score) / scoresPerMs - Number(delayMs);
    },
  };
}
