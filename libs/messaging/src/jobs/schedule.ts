import { createHash } from 'node:crypto';
import type { Job } from 'bullmq';
import type { z } from 'zod';
import type { JobTimes } from '../backends/backend.js';
import type { Broker } from '../broker.js';
import { PutOff, ScheduleWorker } from './schedule-worker.js';
import { isSetAside } from '../stalls.js';

/**
 * A kind of work that recurs. A schedule is one job that is delayed again after each run, so that it
 * never overlaps itself, survives crashes, and may choose another delay each time.
 */
export interface Schedule<Data> {
  queue: string;
  data: z.ZodType<Data>;
}

/** Starts and stops the schedules of one kind. */
export interface Scheduler<Data> {
  /**
   * Starts schedules, each with its first run after `delayMs`; running ones are left alone. First runs
   * give way to all others, so that a great many of them hold up nobody.
   */
  start(entries: { id: string; data: Data; delayMs?: number }[]): Promise<void>;
  /** The ids that have no schedule, of those given. */
  findMissing(ids: string[]): Promise<string[]>;
  /** When schedules run, by their ids; what has no schedule is left out. */
  readTimes(ids: string[]): Promise<Map<string, JobTimes>>;
  /**
   * Runs a delayed schedule now; one that is running keeps its next time, and so does one that was set
   * aside.
   */
  runNow(id: string): Promise<void>;
  /** Stops a schedule; one that is running must end itself. One that is started anew is not set aside. */
  stop(id: string): Promise<void>;
}

/** Jobs without a priority come before those that have one. */
const firstRunPriority = 1;

export function createScheduler<Data>(broker: Broker, kind: Schedule<Data>): Scheduler<Data> {
  const queue = broker.queue(kind.queue);
  return {
    async start(entries) {
      await queue.addBulk(
        entries.map(({ id, data, delayMs = 0 }) => ({
          name: kind.queue,
          data: kind.data.parse(data),
          opts: {
            jobId: id,
            delay: delayMs,
            priority: firstRunPriority,
            removeOnComplete: true,
            removeOnFail: true,
          },
        })),
      );
    },
    async findMissing(ids) {
      const found = await broker.findJobs(queue, ids);
      return ids.filter((id) => !found.has(id));
    },
    readTimes: (ids) => broker.readJobTimes(queue, ids),
    async runNow(id) {
      const job = await queue.getJob(id);
      if (job && isSetAside(job)) return;
      if ((await job?.getState()) === 'delayed') await job?.promote().catch(() => undefined);
    },
    async stop(id) {
      const job = await queue.getJob(id);
      await job?.remove().catch(() => undefined);
    },
  };
}

/** When a schedule runs next, or that it has ended. */
export type NextRun = { afterMs: number } | 'ended';

interface ScheduleWorkerOptions<Data> {
  run: (data: Data) => Promise<NextRun>;
  concurrency: number;
  /** Called with the error of a run that threw; it is repeated after `retryMs`. */
  onFailure: (error: unknown, id: string) => void;
  retryMs: number;
  /**
   * Called when the runs of a schedule have killed or blocked their worker three times in a
   * row: it rests for an hour. Without this function it never does.
   */
  onSetAside?: (data: Data) => Promise<void>;
}

/** How long a schedule that was set aside rests before it gets one more run. */
const setAsideMs = 60 * 60_000;

/** Runs the schedules of one kind until the broker is closed. */
export function startScheduleWorker<Data>(
  broker: Broker,
  kind: Schedule<Data>,
  { run, concurrency, onFailure, retryMs, onSetAside }: ScheduleWorkerOptions<Data>,
): void {
  async function runGuarded(job: Job): Promise<NextRun> {
    const data = kind.data.parse(job.data);
    if (!onSetAside) return run(data);
    return broker.guardStalls<NextRun>(job, {
      run: () => run(data),
      putOff: async (afterMs) => ({ afterMs }),
      async setAside() {
        await onSetAside(data);
        return { afterMs: setAsideMs };
      },
    });
  }

  async function runOnce(job: Job): Promise<NextRun> {
    try {
      return await runGuarded(job);
    } catch (error) {
      onFailure(error, job.id!);
      return { afterMs: retryMs };
    }
  }
  broker.worker(
    kind.queue,
    async (job) => {
      const next = await runOnce(job);
      if (next === 'ended') return;
      if (job.priority > 0) await job.changePriority({ priority: 0 });
      throw new PutOff(next.afterMs);
    },
    { concurrency },
    ScheduleWorker,
  );
}

/** A fixed offset for an id within an interval, so that schedules spread evenly over it (ms). */
export function offsetMs(id: string, intervalMs: number): number {
  return createHash('sha256').update(id).digest().readUInt32BE(0) % intervalMs;
}

/** Milliseconds from `now` to the next instant that is `offset` past a multiple of the interval. */
export function untilNextSlotMs(now: number, intervalMs: number, offset: number): number {
  return intervalMs - ((now - offset + intervalMs) % intervalMs);
}
