import { createHash } from 'node:crypto';
import { DelayedError, type Job } from 'bullmq';
import type { z } from 'zod';
import type { Broker } from './broker.js';

/**
 * Work that comes back for as long as it is wanted. A schedule is one job that is put off again
 * after each run, so that it never overlaps itself, keeps its place through crashes, and may choose
 * another pause each time.
 */
export interface Schedule<Data> {
  queue: string;
  data: z.ZodType<Data>;
}

/** Starts and ends the schedules of one kind. */
export function schedules<Data>(broker: Broker, kind: Schedule<Data>) {
  const queue = broker.queue(kind.queue);
  const entry = (id: string, data: Data, delay = 0) => ({
    name: kind.queue,
    data: kind.data.parse(data),
    opts: { jobId: id, delay, removeOnComplete: true, removeOnFail: true },
  });
  return {
    /** Starts schedules, each with its first run after `delay` ms; one that runs is left alone. */
    async start(entries: { id: string; data: Data; delay?: number }[]): Promise<void> {
      await queue.addBulk(entries.map(({ id, data, delay }) => entry(id, data, delay)));
    },
    /** Has a waiting schedule run now; one that is running runs again in its own time. */
    async hurry(id: string): Promise<void> {
      const job = await queue.getJob(id);
      if ((await job?.getState()) === 'delayed') await job?.promote().catch(() => undefined);
    },
    /** Ends a schedule. One that is running at the moment must end itself. */
    async stop(id: string): Promise<void> {
      const job = await queue.getJob(id);
      await job?.remove().catch(() => undefined);
    },
  };
}

export interface RunOptions {
  concurrency: number;
  /** Told of a run that threw; it is repeated after `retryAfter`. */
  onFailure: (error: unknown, id: string) => void;
  /** Pause after a run that threw (ms). */
  retryAfter: number;
}

/** What a run wants: its next run after so many milliseconds, or none. */
export type NextRun = { after: number } | 'ended';

/** Runs the schedules of one kind until the broker is closed. */
export function runSchedules<Data>(
  broker: Broker,
  kind: Schedule<Data>,
  run: (data: Data) => Promise<NextRun>,
  { concurrency, onFailure, retryAfter }: RunOptions,
): void {
  async function next(job: Job): Promise<NextRun> {
    try {
      return await run(kind.data.parse(job.data));
    } catch (error) {
      onFailure(error, job.id!);
      return { after: retryAfter };
    }
  }
  broker.worker(
    kind.queue,
    async (job, token) => {
      const wanted = await next(job);
      if (wanted === 'ended') return;
      await job.moveToDelayed(Date.now() + wanted.after, token);
      throw new DelayedError();
    },
    { concurrency },
  );
}

/** A fixed place within an interval for an id, so that schedules spread evenly over it (ms). */
export function offsetWithin(id: string, every: number): number {
  return createHash('sha256').update(id).digest().readUInt32BE(0) % every;
}

/** Milliseconds from `now` to the next time that is `offset` past a multiple of `every`. */
export function untilNextSlot(now: number, every: number, offset: number): number {
  return every - ((now - offset + every) % every);
}
