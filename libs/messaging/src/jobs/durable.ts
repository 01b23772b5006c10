import { Problem, type ProblemData } from '@trellis/contracts';
import { backoffMs, type Backoff } from '@trellis/platform/concurrency';
import { DelayedError, UnrecoverableError, type Job, type JobsOptions } from 'bullmq';
import type { z } from 'zod';
import type { JobTimes } from '../bullmq-internals/job-store.js';
import type { Broker } from '../broker.js';
import { startWorkers } from '../shards/shard-workers.js';
import { shardedQueue, type QueueKind } from '../shards/sharded-queue.js';
import type { TraceContext } from '../tracer.js';
import { runTraced } from './run-traced.js';

/**
 * A kind of job that survives every crash. It is retried with growing delays until it succeeds or its attempts are
 * used up; then it stays in the queue as failed. There is one job per id, and its handler must be idempotent.
 */
export interface DurableJob<Data> extends QueueKind {
  data: z.ZodType<Data>;
  attempts: number;
  backoff: Backoff;
}

interface Outcome {
  problem?: ProblemData;
}

const outcomeTopic = (queue: string, id: string) => `outcomes.${queue}.${id}`;

/** Adds jobs of one kind. */
export interface JobQueue<Data> {
  /** Adds a job unless its id exists. */
  add(id: string, data: Data): Promise<void>;
  /** Adds many jobs; those whose id exists stay as they are. */
  addAll(entries: { id: string; data: Data }[]): Promise<void>;
  /** Returns the ids without a job; a failed job counts as one. */
  findMissing(ids: string[]): Promise<string[]>;
  /** Returns when jobs run, by id; ids without a job are left out. */
  readTimes(ids: string[]): Promise<Map<string, JobTimes>>;
  /** Adds a job; if it exists and is delayed or failed, it runs now. */
  addOrRunNow(id: string, data: Data): Promise<void>;
  /**
   * Like `addOrRunNow`, but waits for the outcome of that attempt. Rejects with its problem, with `timeout`, or with
   * another error when the message queue does not answer. In each case the job continues if it could be added.
   */
  attempt(id: string, data: Data, options: { timeoutMs: number }): Promise<void>;
}

/** Number of jobs that are added in one step. */
const chunkSize = 500;

export function createJobQueue<Data>(broker: Broker, kind: DurableJob<Data>): JobQueue<Data> {
  const shards = shardedQueue(broker, kind);
  function optionsOf(id: string): JobsOptions {
    const options: JobsOptions = {
      jobId: id,
      attempts: kind.attempts,
      backoff: { type: 'custom' },
      removeOnComplete: true,
      removeOnFail: false,
    };
    const cause = broker.tracer?.context();
    if (cause) options.telemetry = { metadata: JSON.stringify(cause) };
    return options;
  }
  const add = async (id: string, data: Data) => {
    await broker.adding(shards.of(id).add(kind.queue, kind.data.parse(data), optionsOf(id)));
  };
  // Looks before adding: a job that was just added might have failed by the time it is looked up.
  const addOrRunNow = async (id: string, data: Data) => {
    const job = await broker.adding(shards.getJob(id));
    await (job ? runNow(job) : add(id, data));
  };

  return {
    add,
    async addAll(entries) {
      for (let start = 0; start < entries.length; start += chunkSize) {
        for (const [queue, some] of shards.group(entries.slice(start, start + chunkSize))) {
          const jobs = some.map(({ id, data }) => ({
            name: kind.queue,
            data: kind.data.parse(data),
            opts: optionsOf(id),
          }));
          await broker.adding(queue.addBulk(jobs));
        }
      }
    },
    findMissing: shards.findMissing,
    readTimes: shards.readTimes,
    addOrRunNow,
    async attempt(id, data, { timeoutMs }) {
      let settle: (outcome: Outcome) => void = () => undefined;
      const outcome = new Promise<Outcome>((resolve) => (settle = resolve));
      const subscription = await broker.hints
        .subscribe<Outcome>(outcomeTopic(kind.queue, id), settle)
        .catch(async (cause: unknown) => {
          await addOrRunNow(id, data);
          throw new Error('The job was added, but its outcome cannot be received.', { cause });
        });
      const timeout = new Problem('timeout', 'The attempt did not end in time.');
      const timer = setTimeout(() => settle({ problem: timeout.toData() }), timeoutMs);
      try {
        await addOrRunNow(id, data);
        const { problem } = await outcome;
        if (problem) throw Problem.fromData(problem);
      } finally {
        clearTimeout(timer);
        subscription.end();
      }
    },
  };
}

/** Starts a delayed or failed job. Adding a job whose id exists would do nothing. */
async function runNow(job: Job): Promise<void> {
  const state = await job.getState();
  // A worker may claim the job in the meantime, which has the same effect.
  if (state === 'delayed') await job.promote().catch(() => undefined);
  if (state === 'failed') {
    await job.retry('failed', { resetAttemptsMade: true }).catch(() => undefined);
  }
}

/** Parses the trace context of a job, which anything that adds jobs may have written. */
function parseCause(metadata: string | undefined): TraceContext | undefined {
  try {
    return metadata === undefined ? undefined : (JSON.parse(metadata) as TraceContext);
  } catch {
    return undefined;
  }
}

/** An attempt of a job. */
export interface Attempt {
  /** Counted from one. */
  number: number;
  isLast: boolean;
}

interface JobWorkerOptions<Data> {
  handle: (data: Data, attempt: Attempt) => Promise<void>;
  concurrency: number;
  /**
   * Called when attempts of a job have killed or blocked their worker three times in a row. The job stays in the
   * queue as failed until somebody runs it again.
   */
  onDeadLetter: (data: Data, id: string) => Promise<void>;
  /** Called with every failed attempt. */
  onFailure: (error: Error, id: string, attempt: number) => void;
}

/** Works on the jobs of one kind until the broker is closed. */
export function startJobWorker<Data>(
  broker: Broker,
  kind: DurableJob<Data>,
  { handle, concurrency, onFailure, onDeadLetter }: JobWorkerOptions<Data>,
): void {
  const attemptOf = ({ attemptsMade }: Job): Attempt => ({
    number: attemptsMade + 1,
    isLast: attemptsMade + 1 >= kind.attempts,
  });
  const { tracer } = broker;
  /** Spans of attempts, for `onFailure`, which is called after the job has been moved. */
  const spans = new WeakMap<Job, unknown>();
  async function process(job: Job, token?: string): Promise<void> {
    if (!tracer) return attempt(job, token);
    const { number } = attemptOf(job);
    const cause = parseCause(job.opts.telemetry?.metadata);
    const span = tracer.startJob({ queue: kind.queue, id: job.id!, attempt: number }, cause);
    return runTraced(span, () => {
      spans.set(job, tracer.capture());
      return attempt(job, token);
    });
  }

  async function attempt(job: Job, token?: string): Promise<void> {
    const data = kind.data.parse(job.data);
    const outcome = await broker.guardStalls<'handled' | 'delayed' | 'dead letter'>(job, {
      async run() {
        await handle(data, attemptOf(job));
        return 'handled';
      },
      async delay(delayMs) {
        await job.moveToDelayed(Date.now() + delayMs, token);
        return 'delayed';
      },
      async deadLetter() {
        await onDeadLetter(data, job.id!);
        return 'dead letter';
      },
    });
    if (outcome === 'delayed') throw new DelayedError();
    if (outcome === 'dead letter') {
      throw new UnrecoverableError('It stopped its worker repeatedly.');
    }
  }
  const settings = { backoffStrategy: (attempt = 1) => backoffMs(kind.backoff, attempt) };
  const publish = (id: string, outcome: Outcome) =>
    broker.hints.publish(outcomeTopic(kind.queue, id), outcome);
  startWorkers(broker, kind, {
    concurrency,
    hasDelays: true,
    start({ shard, concurrency: share }) {
      const options = { concurrency: share, settings };
      const worker = broker.worker(kind.queue, process, options, shard);
      // These events follow the move of the job, so a repeated request finds it delayed.
      worker.on('completed', (job) => void publish(job.id!, {}));
      worker.on('failed', (job, error) => {
        if (!job) return;
        const problem =
          error instanceof Problem ? error : new Problem('internal', 'The attempt failed.');
        const report = () => onFailure(error, job.id!, job.attemptsMade);
        if (tracer) tracer.runFor([spans.get(job)], report);
        else report();
        void publish(job.id!, { problem: problem.toData() });
      });
      return worker;
    },
  });
}
