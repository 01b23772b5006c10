import { hash } from 'node:crypto';
import type { z } from 'zod';
import type { JobTimes } from '../backends/backend.js';
import type { HeldJob } from '../backends/job-sets.js';
import type { Broker } from '../broker.js';
import { isSetAside, stallsOf } from '../stalls.js';
import type { TraceContext } from '../tracer.js';
import { runTraced } from './run-traced.js';
import { ScheduleWorker } from './schedule-worker.js';

/**
 * A kind of work that recurs. A schedule is one job that is delayed again after each run, so that it
 * never overlaps itself, survives crashes, and may choose another delay each time.
 */
export interface Schedule<Data> {
  queue: string;
  data: z.ZodType<Data>;
}

/** A schedule to start. */
export interface NewSchedule<Data> {
  id: string;
  data: Data;
  delayMs?: number;
  /** Tells the first run that one before it may have been cut off, as when the schedule was lost. */
  isUnfinished?: boolean;
}

/** Starts and stops the schedules of one kind. */
export interface Scheduler<Data> {
  /**
   * Starts schedules, each with its first run after `delayMs`; running ones are left alone. First runs
   * give way to all others, so that a great many of them hold up nobody.
   */
  start(entries: NewSchedule<Data>[]): Promise<void>;
  /** The ids that have no schedule, of those given. */
  findMissing(ids: string[]): Promise<string[]>;
  /** When schedules run, by their ids; what has no schedule is left out. */
  readTimes(ids: string[]): Promise<Map<string, JobTimes>>;
  /**
   * Runs a delayed schedule now, and says whether it does; one that is running keeps its next time, and so
   * does one that was set aside.
   */
  runNow(id: string): Promise<boolean>;
  /** Stops a schedule; one that is running must end itself. One that is started anew is not set aside. */
  stop(id: string): Promise<void>;
}

/** Jobs without a priority come before those that have one. */
const firstRunPriority = 1;

export function createScheduler<Data>(broker: Broker, kind: Schedule<Data>): Scheduler<Data> {
  const queue = broker.queue(kind.queue);
  return {
    async start(entries) {
      const trace = broker.tracer?.context();
      const jobs = entries.map(({ id, data, delayMs = 0, isUnfinished = false }) => ({
        name: kind.queue,
        data: toJobData(kind.data.parse(data), { isUnfinished, trace }),
        opts: {
          jobId: id,
          delay: delayMs,
          priority: firstRunPriority,
          removeOnComplete: true,
          removeOnFail: true,
        },
      }));
      await broker.adding(queue.addBulk(jobs));
    },
    async findMissing(ids) {
      const found = await broker.findJobs(queue, ids);
      return ids.filter((id) => !found.has(id));
    },
    readTimes: (ids) => broker.readJobTimes(queue, ids),
    async runNow(id) {
      const job = await queue.getJob(id);
      if (!job || isSetAside(job) || (await job.getState()) !== 'delayed') return false;
      return job.promote().then(
        () => true,
        () => false,
      );
    },
    async stop(id) {
      const job = await queue.getJob(id);
      await job?.remove().catch(() => undefined);
    },
  };
}

/** When a schedule runs next, or that it has ended. */
export type NextRun =
  | {
      afterMs: number;
      /** Whether the run may have done some of its work and not the rest. The next run is told. */
      isUnfinished?: boolean;
    }
  | 'ended';

/** What a run is told about the one before it. */
export interface PreviousRun {
  /** It was cut off, threw, or said so: what it has done is unknown. */
  isUnfinished: boolean;
}

interface ScheduleWorkerOptions<Data> {
  run: (data: Data, previous: PreviousRun) => Promise<NextRun>;
  concurrency: number;
  /** Called when a run starts, with how long after its time that is (ms). */
  onStart?: (latenessMs: number) => void;
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
  { run, concurrency, onStart, onFailure, retryMs, onSetAside }: ScheduleWorkerOptions<Data>,
): void {
  const { worker, jobs } = broker.workerOf(ScheduleWorker, kind.queue, { concurrency });

  async function runGuarded(job: HeldJob): Promise<NextRun> {
    const data = kind.data.parse(job.data);
    const stalls = stallsOf(job);
    const isUnfinished = stalls > 0 || wasUnfinished(job);
    if (!onSetAside || stalls <= 0) return run(data, { isUnfinished });
    const { stalledCounter } = job;
    const updateData = (changed: object) => worker.updateData(job, changed);
    return broker.guardStalls<NextRun>(
      { data: job.data, queueName: kind.queue, stalledCounter, updateData },
      {
        run: () => run(data, { isUnfinished }),
        putOff: async (afterMs) => ({ afterMs, isUnfinished: true }),
        async setAside() {
          await onSetAside(data);
          return { afterMs: setAsideMs, isUnfinished: true };
        },
      },
    );
  }

  const { tracer } = broker;
  function runFollowed(job: HeldJob): Promise<number | undefined> {
    if (!tracer) return runOnce(job);
    const { trace } = job.data as { trace?: TraceContext };
    const span = tracer.startJob({ queue: kind.queue, id: job.id }, trace);
    return runTraced(span, () => runOnce(job));
  }

  async function runOnce(job: HeldJob): Promise<number | undefined> {
    try {
      const next = await runGuarded(job);
      if (next === 'ended') return undefined;
      await storeUnfinished(job, next.isUnfinished ?? false);
      return next.afterMs;
    } catch (error) {
      onFailure(error, job.id);
      await storeUnfinished(job, true).catch(() => undefined);
      throw error;
    }
  }

  worker.start(jobs, async (job) => {
    onStart?.(Math.max(0, Date.now() - job.dueAt));
    return runFollowed(job).catch(() => retryMs);
  });

  const storeUnfinished = async (job: HeldJob, isUnfinished: boolean) => {
    if (isUnfinished === wasUnfinished(job)) return;
    await worker.updateData(job, { ...job.data, isUnfinished });
  };
}

/** What a schedule keeps: its data, whether its last run was cut off, and who started it. */
const toJobData = <Data>(
  data: Data,
  { isUnfinished, trace }: { isUnfinished: boolean; trace: TraceContext | undefined },
) => ({ ...data, ...(isUnfinished && { isUnfinished }), ...(trace && { trace }) });

/** What the last run of a schedule that ended said of itself. */
const wasUnfinished = (job: HeldJob): boolean =>
  (job.data as { isUnfinished?: boolean }).isUnfinished === true;

/** A fixed offset for an id within an interval, so that schedules spread evenly over it (ms). */
export function offsetMs(id: string, intervalMs: number): number {
  return hash('sha256', id, 'buffer').readUInt32BE(0) % intervalMs;
}

/** Milliseconds from `now` to the next instant that is `offset` past a multiple of the interval. */
export function untilNextSlotMs(now: number, intervalMs: number, offset: number): number {
  return intervalMs - ((now - offset + intervalMs) % intervalMs);
}
