import { Problem, type ProblemData } from '@trellis/contracts';
import type { Job, JobsOptions } from 'bullmq';
import type { z } from 'zod';
import type { Broker } from './broker.js';

/**
 * Work that survives every crash: it is repeated with growing pauses until it succeeds or its
 * attempts are used up, when it rests as failed. One job an id; its handler must be idempotent.
 */
export interface DurableJob<Data> {
  queue: string;
  data: z.ZodType<Data>;
  attempts: number;
  /** The pause after the first failure, doubled after each further one up to `most` (ms). */
  backoff: { first: number; most: number };
}

/** The pause after the `attempt`-th failure, counted from one (ms). */
export function backoffDelay({ first, most }: { first: number; most: number }, attempt: number) {
  return Math.min(first * 2 ** (attempt - 1), most);
}

interface Outcome {
  problem?: ProblemData;
}

const outcomeTopic = (queue: string, id: string) => `outcomes.${queue}.${id}`;

/** Hands jobs of one kind in. */
export function durableQueue<Data>(broker: Broker, kind: DurableJob<Data>) {
  const queue = broker.queue(kind.queue);
  const options = (id: string): JobsOptions => ({
    jobId: id,
    attempts: kind.attempts,
    backoff: { type: 'custom' },
    removeOnComplete: true,
    removeOnFail: false,
  });
  const add = (id: string, data: Data) =>
    queue.add(kind.queue, kind.data.parse(data), options(id)).then(() => undefined);

  // The look comes first: the job added here may have failed already when it would be looked at.
  const addOrHurry = async (id: string, data: Data) => {
    const job = await queue.getJob(id);
    await (job ? hurry(job) : add(id, data));
  };

  return {
    /** Adds the job unless it is there already. */
    add,

    /** Adds the job, or has the one that is waiting out a pause or rests as failed run at once. */
    hurry: addOrHurry,

    /**
     * Adds the job, or hurries the one that is waiting out a pause or rests as failed, and waits
     * for the outcome of that one attempt. Rejects with its problem, or with `timeout` after
     * `deadline` ms; the job itself goes on either way.
     */
    async attempt(id: string, data: Data, { deadline }: { deadline: number }): Promise<void> {
      let settle: (outcome: Outcome) => void = () => undefined;
      const outcome = new Promise<Outcome>((resolve) => (settle = resolve));
      const subscription = await broker.relay.subscribe<Outcome>(
        outcomeTopic(kind.queue, id),
        (message) => settle(message.data),
      );
      const timer = setTimeout(
        () => settle({ problem: new Problem('timeout', 'The attempt takes too long.').toData() }),
        deadline,
      );
      try {
        await addOrHurry(id, data);
        const { problem } = await outcome;
        if (problem) throw Problem.fromData(problem);
      } finally {
        clearTimeout(timer);
        await subscription.unsubscribe();
      }
    },
  };
}

/** Adding a job whose id exists does nothing, so a waiting or failed one is set going here. */
async function hurry(job: Job): Promise<void> {
  const state = await job.getState();
  // Between the look and the act a worker may have taken the job, which is all that is wanted.
  if (state === 'delayed') await job.promote().catch(() => undefined);
  if (state === 'failed')
    await job.retry('failed', { resetAttemptsMade: true }).catch(() => undefined);
}

export interface WorkOptions {
  concurrency: number;
  /** Told of every failed attempt. */
  onFailure: (error: Error, id: string, attempt: number) => void;
}

/** Which attempt of a job a handler makes. */
export interface Attempt {
  /** Counted from one. */
  number: number;
  /** Whether there is none after it. */
  last: boolean;
}

/** Works on the jobs of one kind until the broker is closed. */
export function work<Data>(
  broker: Broker,
  kind: DurableJob<Data>,
  handler: (data: Data, attempt: Attempt) => Promise<void>,
  { concurrency, onFailure }: WorkOptions,
): void {
  const attemptOf = ({ attemptsMade }: Job): Attempt => ({
    number: attemptsMade + 1,
    last: attemptsMade + 1 >= kind.attempts,
  });
  const process = (job: Job) => handler(kind.data.parse(job.data), attemptOf(job));
  const worker = broker.worker(kind.queue, process, {
    concurrency,
    settings: { backoffStrategy: (attempt = 1) => backoffDelay(kind.backoff, attempt) },
  });
  // These events come after the job has been moved, so that a repeated request finds it waiting.
  const publish = (id: string, outcome: Outcome) =>
    broker.relay.publish(outcomeTopic(kind.queue, id), outcome).catch(() => undefined);
  worker.on('completed', (job) => void publish(job.id!, {}));
  worker.on('failed', (job, error) => {
    if (!job) return;
    const problem =
      error instanceof Problem ? error : new Problem('internal', 'The attempt failed.');
    onFailure(error, job.id!, job.attemptsMade);
    void publish(job.id!, { problem: problem.toData() });
  });
}
