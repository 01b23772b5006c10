import { Problem, type ProblemData } from '@trellis/contracts';
import { backoffMs, type Backoff } from '@trellis/platform/concurrency';
import { DelayedError, UnrecoverableError, type Job, type JobsOptions } from 'bullmq';
import type { z } from 'zod';
import type { JobTimes } from '../backends/backend.js';
import type { Broker } from '../broker.js';
import { shardedQueue, type QueueKind } from '../queues/sharded-queue.js';
import { startWorkers } from '../queues/workers.js';
import type { TraceContext } from '../tracer.js';
import { runTraced } from './run-traced.js';

/**
 * A kind of job that survives every crash: it is retried with growing delays until it succeeds or its
 * attempts are used up, when it stays in the queue as failed. One job per id; its handler must be
 * idempotent.
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
  /** Adds the job unless it is there already. */
  add(id: string, data: Data): Promise<void>;
  /** Adds many jobs; those that are there already stay as they are. */
  addAll(entries: { id: string; data: Data }[]): Promise<void>;
  /** The ids that have no job, not even one that has failed, of those given. */
  findMissing(ids: string[]): Promise<string[]>;
  /** When jobs run, by their ids; what has no job is left out. */
  readTimes(ids: string[]): Promise<Map<string, JobTimes>>;
  /** Adds the job, or runs the one that is waiting out a delay or has failed now. */
  addOrRunNow(id: string, data: Data): Promise<void>;
  /**
   * Like `addOrRunNow`, and waits for the outcome of that one attempt. Rejects with its problem, with
   * `timeout`, or with another error when the message queue does not answer; the job goes on either way,
   * if it could be added.
   */
  attempt(id: string, data: Data, options: { timeoutMs: number }): Promise<void>;
}

/** How many jobs are added at once. */
const batchSize = 500;

export function createJobQueue<Data>(broker: Broker, kind: DurableJob<Data>): JobQueue<Data> {
  const shards = shardedQueue(broker, kind);
  const options = (id: string): JobsOptions => {
    const cause = broker.tracer?.context();
    return {
      jobId: id,
      attempts: kind.attempts,
      backoff: { type: 'custom' },
      removeOnComplete: true,
      removeOnFail: false,
      ...(cause && { telemetry: { metadata: JSON.stringify(cause) } }),
    };
  };
  const add = async (id: string, data: Data) => {
    await broker.adding(shards.of(id).add(kind.queue, kind.data.parse(data), options(id)));
  };
  // Checked before adding: a job that was just added might have failed by the time it is checked.
  const addOrRunNow = async (id: string, data: Data) => {
    const job = await broker.adding(shards.getJob(id));
    await (job ? runNow(job) : add(id, data));
  };

  return {
    add,
    async addAll(entries) {
      for (let start = 0; start < entries.length; start += batchSize) {
        for (const [queue, some] of shards.group(entries.slice(start, start + batchSize))) {
          const jobs = some.map(({ id, data }) => ({
            name: kind.queue,
            data: kind.data.parse(data),
            opts: options(id),
          }));
          await broker.adding(queue.addBulk(jobs));
        }
      }
    },
    async findMissing(ids) {
      const found = await shards.find(ids);
      return ids.filter((id) => !found.has(id));
    },
    readTimes: (ids) => shards.readTimes(ids),
    addOrRunNow,
    async attempt(id, data, { timeoutMs }) {
      let settle: (outcome: Outcome) => void = () => undefined;
      const outcome = new Promise<Outcome>((resolve) => (settle = resolve));
      const subscription = await broker.topics
        .subscribe<Outcome>(outcomeTopic(kind.queue, id), settle)
        .catch(async (cause: unknown) => {
          await addOrRunNow(id, data);
          throw new Error('The attempt is made, but its outcome cannot be heard.', { cause });
        });
      const timer = setTimeout(
        () =>
          settle({ problem: new Problem('timeout', 'The attempt did not end in time.').toData() }),
        timeoutMs,
      );
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

/** What BullMQ keeps for telemetry beside the data of a job; whoever adds jobs may write it. */
function parseCause(metadata: string | undefined): TraceContext | undefined {
  try {
    return metadata === undefined ? undefined : (JSON.parse(metadata) as TraceContext);
  } catch {
    return undefined;
  }
}

/** Adding a job whose id exists does nothing, so a delayed or failed one is started here. */
async function runNow(job: Job): Promise<void> {
  const state = await job.getState();
  // A worker may take the job in the meantime, which has the same effect.
  if (state === 'delayed') await job.promote().catch(() => undefined);
  if (state === 'failed') {
    await job.retry('failed', { resetAttemptsMade: true }).catch(() => undefined);
  }
}

/** Which attempt of a job a handler makes. */
export interface Attempt {
  /** Counted from one. */
  number: number;
  isLast: boolean;
}

interface JobWorkerOptions<Data> {
  handle: (data: Data, attempt: Attempt) => Promise<void>;
  concurrency: number;
  /**
   * Called when attempts of a job have killed or blocked their worker three times in a row: it stays in
   * the queue as failed, until somebody runs it again.
   */
  onSetAside: (data: Data, id: string) => Promise<void>;
  /** Called with every failed attempt. */
  onFailure: (error: Error, id: string, attempt: number) => void;
}

/** Works on the jobs of one kind until the broker is closed. */
export function startJobWorker<Data>(
  broker: Broker,
  kind: DurableJob<Data>,
  { handle, concurrency, onFailure, onSetAside }: JobWorkerOptions<Data>,
): void {
  const attemptOf = ({ attemptsMade }: Job): Attempt => ({
    number: attemptsMade + 1,
    isLast: attemptsMade + 1 >= kind.attempts,
  });
  const { tracer } = broker;
  /** The spans of attempts, for what is told once the job has been moved. */
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
    const outcome = await broker.guardStalls<'handled' | 'put off' | 'set aside'>(job, {
      async run() {
        await handle(data, attemptOf(job));
        return 'handled';
      },
      async putOff(delayMs) {
        await job.moveToDelayed(Date.now() + delayMs, token);
        return 'put off';
      },
      async setAside() {
        await onSetAside(data, job.id!);
        return 'set aside';
      },
    });
    if (outcome === 'put off') throw new DelayedError();
    if (outcome === 'set aside') throw new UnrecoverableError('It stopped its worker repeatedly.');
  }
  const settings = { backoffStrategy: (attempt = 1) => backoffMs(kind.backoff, attempt) };
  const publish = (id: string, outcome: Outcome) =>
    broker.topics.publish(outcomeTopic(kind.queue, id), outcome);
  startWorkers(broker, kind, {
    concurrency,
    start({ shard, concurrency: share }) {
      const options = { concurrency: share, settings };
      const worker = broker.worker(kind.queue, process, options, shard);
      // These events come after the job has been moved, so a repeated request finds it delayed.
      worker.on('completed', (job) => void publish(job.id!, {}));
      worker.on('failed', (job, error) => {
        if (!job) return;
        const problem =
          error instanceof Problem ? error : new Problem('internal', 'The attempt failed.');
        const tell = () => onFailure(error, job.id!, job.attemptsMade);
        if (tracer) tracer.runFor([spans.get(job)], tell);
        else tell();
        void publish(job.id!, { problem: problem.toData() });
      });
      return worker;
    },
  });
}
