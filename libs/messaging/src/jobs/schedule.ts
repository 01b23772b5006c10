import type { Job } from 'bullmq';
import type { z } from 'zod';
import type { JobTimes } from '../bullmq-internals/job-store.js';
import type { Broker } from '../broker.js';
import type { ClaimedJob } from '../bullmq-internals/job-claims.js';
import { startWorkers, type WorkerShard } from '../shards/shard-workers.js';
import { shardedQueue, type QueueKind } from '../shards/sharded-queue.js';
import { carryStalls, isDeadLetter, stallsOf } from '../stalls.js';
import type { TraceContext } from '../tracer.js';
import { runTraced } from './run-traced.js';
import { ScheduleWorker } from './schedule-worker.js';

/**
 * A kind of recurring work. A schedule is one job that is delayed again after each run, so that it never overlaps
 * itself, survives crashes, and may choose another delay each time.
 */
export interface Schedule<Data> extends QueueKind {
  data: z.ZodType<Data>;
}

/** A schedule to start. */
export interface NewSchedule<Data> {
  id: string;
  data: Data;
  delayMs?: number;
  /** Tells the first run that an earlier one may have been interrupted, as when the schedule was lost. */
  isUnfinished?: boolean;
}

/** Starts and stops the schedules of one kind. */
export interface Scheduler<Data> {
  /**
   * Starts schedules, each with its first run after `delayMs`; running ones are left alone. First runs come after all
   * others, so that a great many of them delay nobody.
   */
  start(entries: NewSchedule<Data>[]): Promise<void>;
  /** Returns the ids without a schedule. */
  findMissing(ids: string[]): Promise<string[]>;
  /** Returns when schedules run, by id; ids without a schedule are left out. */
  readTimes(ids: string[]): Promise<Map<string, JobTimes>>;
  /**
   * Runs a schedule now, and returns whether it does. One that is running runs once more right after that, even if its
   * run says that it has ended; a dead letter keeps its next time.
   */
  runNow(id: string): Promise<boolean>;
  /** Stops a schedule; one that is running must end itself. Starting it again releases a dead letter. */
  stop(id: string): Promise<void>;
}

/** Jobs without a priority come before those that have one. */
const firstRunPriority = 1;

interface Timing {
  /** Delay from `timestamp` (ms). */
  delay: number;
  priority: number;
  /** Milliseconds since the epoch, shared clock. */
  timestamp: number;
}

const jobOf = (name: string, id: string, data: object, timing: Timing) => ({
  name,
  data,
  opts: { jobId: id, ...timing, removeOnComplete: true, removeOnFail: true },
});

/** Members that a schedule's data has beside its own. */
interface ScheduleState {
  /** The last run that ended left work unfinished. */
  isUnfinished?: boolean;
  /** The span that started the schedule. */
  trace?: TraceContext;
}

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
        const jobs = some.map(({ id, data, delayMs: delay = 0, isUnfinished }) => {
          const stored: Data & ScheduleState = { ...kind.data.parse(data) };
          if (isUnfinished) stored.isUnfinished = true;
          if (trace) stored.trace = trace;
          const timestamp = broker.clock.now();
          return jobOf(kind.queue, id, stored, { delay, priority: firstRunPriority, timestamp });
        });
        await broker.adding(queue.addBulk(jobs));
      }
    },
    findMissing: shards.findMissing,
    readTimes: shards.readTimes,
    async runNow(id) {
      const job = await shards.getJob(id);
      if (!job || isDeadLetter(job)) return false;
      const isPromoted = async () => (await job.getState()) === 'delayed' && promote(job);
      // A run may start or end between one step and the next.
      return (await isPromoted()) || (await broker.jobs.runAgain(job)) || isPromoted();
    },
    async stop(id) {
      for (const queue of shards.candidatesOf(id)) {
        const job = await queue.getJob(id);
        await job?.remove().catch(() => undefined);
      }
    },
  };
}

/** Runs a delayed job now; returns false when it is no longer delayed. */
const promote = (job: Job): Promise<boolean> =>
  job.promote().then(
    () => true,
    () => false,
  );

/** When a schedule runs next, or that it has ended. */
export type NextRun =
  | {
      afterMs: number;
      /** The run may have done part of its work; the next run receives this. */
      isUnfinished?: boolean;
    }
  | 'ended';

/** The outcome of the previous run. */
export interface PreviousRun {
  /** It was interrupted, threw, or said so: how far it got is unknown. */
  isUnfinished: boolean;
}

interface ScheduleWorkerOptions<Data> {
  /** Receives how late the run starts (ms). */
  run: (data: Data, previous: PreviousRun, latenessMs: number) => Promise<NextRun>;
  concurrency: number;
  /** Called with the error of a run that threw; the run is repeated after `retryMs`. */
  onFailure: (error: unknown, id: string) => void;
  retryMs: number;
  /**
   * Called when the runs of a schedule have killed or blocked their worker three times in a row; its next run is an
   * hour later. Without this function, schedules never become dead letters.
   */
  onDeadLetter?: (data: Data) => Promise<void>;
}

/** Delay until a dead letter gets one more run. */
const deadLetterMs = 60 * 60_000;

/** Runs the schedules of one kind until the broker is closed. */
export function startScheduleWorker<Data>(
  broker: Broker,
  kind: Schedule<Data>,
  options: ScheduleWorkerOptions<Data>,
): void {
  startWorkers(broker, kind, {
    concurrency: options.concurrency,
    hasDelays: true,
    start: (shard) => startShardWorker(broker, kind, options, shard),
  });
}

function startShardWorker<Data>(
  broker: Broker,
  kind: Schedule<Data>,
  { run, onFailure, retryMs, onDeadLetter }: ScheduleWorkerOptions<Data>,
  { shard, concurrency, onOutdatedMark }: WorkerShard,
): ScheduleWorker {
  const { worker, claims } = broker.claimingWorker(
    ScheduleWorker,
    kind.queue,
    { concurrency },
    shard,
  );

  async function runGuarded(job: ClaimedJob): Promise<NextRun> {
    const data = kind.data.parse(job.data);
    const stalls = stallsOf(job);
    const isUnfinished = stalls > 0 || wasUnfinished(job);
    const latenessMs = Math.max(0, Date.now() - job.dueAt);
    const runNow = () => run(data, { isUnfinished }, latenessMs);
    if (!onDeadLetter || stalls <= 0) return runNow();
    const { stalledCounter } = job;
    const updateData = (changed: object) => worker.updateData(job, changed);
    return broker.guardStalls<NextRun>(
      { data: job.data, queueName: kind.queue, stalledCounter, updateData },
      {
        run: runNow,
        delay: async (afterMs) => ({ afterMs, isUnfinished: true }),
        async deadLetter() {
          await onDeadLetter(data);
          return { afterMs: deadLetterMs, isUnfinished: true };
        },
      },
    );
  }

  const { tracer } = broker;
  function runInSpan(job: ClaimedJob): Promise<number | undefined> {
    if (!tracer) return runOnce(job);
    const { trace } = job.data as ScheduleState;
    const span = tracer.startJob({ queue: kind.queue, id: job.id }, trace);
    return runTraced(span, () => runOnce(job));
  }

  async function runOnce(job: ClaimedJob): Promise<number | undefined> {
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

  async function storeUnfinished(job: ClaimedJob, isUnfinished: boolean): Promise<void> {
    if (isUnfinished === wasUnfinished(job)) return;
    await worker.updateData(job, { ...job.data, isUnfinished });
  }

  worker.start(claims, {
    shard,
    run: (job) => runInSpan(job).catch(() => retryMs),
    move(job, to) {
      const timestamp = broker.clock.now();
      const delay = Math.max(0, job.dueAt - timestamp);
      const timing = { delay, priority: job.priority, timestamp };
      const moved = jobOf(kind.queue, job.id, carryStalls(job), timing);
      return broker.queue(kind.queue, to).add(moved.name, moved.data, moved.opts);
    },
    onCounts(counts) {
      if (counts.length > 1 || counts[0] !== broker.shards.current()) onOutdatedMark();
    },
  });
  return worker;
}

/** Returns whether the last run that ended left work unfinished. */
const wasUnfinished = (job: ClaimedJob): boolean =>
  (job.data as ScheduleState).isUnfinished === true;
