import type { Job } from 'bullmq';
import type { z } from 'zod';
import type { JobTimes } from '../backends/backend.js';
import type { HeldJob } from '../backends/job-sets.js';
import type { Broker } from '../broker.js';
import { shardedQueue, type QueueKind } from '../queues/sharded-queue.js';
import { startWorkers, type WorkerPlace } from '../queues/workers.js';
import { isSetAside, keepStalls, stallsOf } from '../stalls.js';
import type { TraceContext } from '../tracer.js';
import { runTraced } from './run-traced.js';
import { ScheduleWorker } from './schedule-worker.js';

/**
 * A kind of work that recurs. A schedule is one job that is delayed again after each run, so that it
 * never overlaps itself, survives crashes, and may choose another delay each time.
 */
export interface Schedule<Data> extends QueueKind {
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
   * Runs a schedule now, and says whether it does. One that is running runs once more right after that; one
   * that was set aside keeps its next time.
   */
  runNow(id: string): Promise<boolean>;
  /** Stops a schedule; one that is running must end itself. One that is started anew is not set aside. */
  stop(id: string): Promise<void>;
}

/** Jobs without a priority come before those that have one. */
const firstRunPriority = 1;

/** A job whose next run is after `delayMs`. */
const jobOf = (name: string, id: string, data: object, { delay = 0, priority = 0 }) => ({
  name,
  data,
  opts: { jobId: id, delay, priority, removeOnComplete: true, removeOnFail: true },
});

export function createScheduler<Data extends object>(
  broker: Broker,
  kind: Schedule<Data>,
): Scheduler<Data> {
  const shards = shardedQueue(broker, kind);
  return {
    async start(entries) {
      const trace = broker.tracer?.context();
      const absent = await shards.withoutJob(entries);
      for (const [queue, some] of shards.group(absent)) {
        const jobs = some.map(({ id, data, delayMs: delay = 0, isUnfinished = false }) => {
          const kept = toJobData(kind.data.parse(data), { isUnfinished, trace });
          return jobOf(kind.queue, id, kept, { delay, priority: firstRunPriority });
        });
        await broker.adding(queue.addBulk(jobs));
      }
    },
    async findMissing(ids) {
      const found = await shards.find(ids);
      return ids.filter((id) => !found.has(id));
    },
    readTimes: (ids) => shards.readTimes(ids),
    async runNow(id) {
      const job = await shards.getJob(id);
      if (!job || isSetAside(job)) return false;
      const isPromoted = async () => (await job.getState()) === 'delayed' && promote(job);
      // A run may begin or end between one step and the next.
      return (await isPromoted()) || (await broker.runAgain(job)) || isPromoted();
    },
    async stop(id) {
      for (const queue of shards.placesOf(id)) {
        const job = await queue.getJob(id);
        await job?.remove().catch(() => undefined);
      }
    },
  };
}

/** Has a delayed job run now; false when it is not delayed any more. */
const promote = (job: Job): Promise<boolean> =>
  job.promote().then(
    () => true,
    () => false,
  );

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
  /** Is told how long after its time the run starts (ms). */
  run: (data: Data, previous: PreviousRun, latenessMs: number) => Promise<NextRun>;
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
  options: ScheduleWorkerOptions<Data>,
): void {
  const { concurrency } = options;
  startWorkers(broker, kind, {
    concurrency,
    start: (place) => startShardWorker(broker, kind, options, place),
  });
}

function startShardWorker<Data>(
  broker: Broker,
  kind: Schedule<Data>,
  { run, onFailure, retryMs, onSetAside }: ScheduleWorkerOptions<Data>,
  { shard, concurrency, onOutdatedMark }: WorkerPlace,
): ScheduleWorker {
  const { worker, jobs } = broker.workerOf(ScheduleWorker, kind.queue, { concurrency }, shard);

  async function runGuarded(job: HeldJob): Promise<NextRun> {
    const data = kind.data.parse(job.data);
    const stalls = stallsOf(job);
    const isUnfinished = stalls > 0 || wasUnfinished(job);
    const latenessMs = Math.max(0, Date.now() - job.dueAt);
    const runNow = () => run(data, { isUnfinished }, latenessMs);
    if (!onSetAside || stalls <= 0) return runNow();
    const { stalledCounter } = job;
    const updateData = (changed: object) => worker.updateData(job, changed);
    return broker.guardStalls<NextRun>(
      { data: job.data, queueName: kind.queue, stalledCounter, updateData },
      {
        run: runNow,
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

  const runJob = (job: HeldJob): Promise<number | undefined> =>
    runFollowed(job).catch(() => retryMs);

  const storeUnfinished = async (job: HeldJob, isUnfinished: boolean) => {
    if (isUnfinished === wasUnfinished(job)) return;
    await worker.updateData(job, { ...job.data, isUnfinished });
  };

  worker.start(jobs, {
    shard,
    run: runJob,
    move(job, to) {
      const delay = Math.max(0, job.dueAt - Date.now());
      const moved = jobOf(kind.queue, job.id, keepStalls(job), { delay, priority: job.priority });
      return broker.queue(kind.queue, to).add(moved.name, moved.data, moved.opts);
    },
    onCounts(counts) {
      if (counts.length > 1 || counts[0] !== broker.shards.current()) onOutdatedMark();
    },
  });
  return worker;
}

/** What a schedule keeps: its data, whether its last run was cut off, and who started it. */
const toJobData = <Data>(
  data: Data,
  { isUnfinished, trace }: { isUnfinished: boolean; trace: TraceContext | undefined },
) => ({ ...data, ...(isUnfinished && { isUnfinished }), ...(trace && { trace }) });

/** What the last run of a schedule that ended said of itself. */
const wasUnfinished = (job: HeldJob): boolean =>
  (job.data as { isUnfinished?: boolean }).isUnfinished === true;
