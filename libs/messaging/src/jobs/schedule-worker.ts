import { Worker, type Job } from 'bullmq';

/** Thrown by a processor to put its job off. */
export class PutOff extends Error {
  readonly delayMs: number;

  constructor(delayMs: number) {
    const { stackTraceLimit } = Error;
    // Every run ends with one of these, and its stack trace would cost as much as all else here.
    Error.stackTraceLimit = 0;
    super('The job is put off.');
    Error.stackTraceLimit = stackTraceLimit;
    // PostgreSQL takes whole milliseconds only.
    this.delayMs = Math.max(0, Math.ceil(delayMs));
  }
}

/**
 * A worker that puts a job off and takes the next one in one step. BullMQ's own `DelayedError` takes two,
 * and a third of the cost of a schedule are its commands to Redis.
 */
export class ScheduleWorker extends Worker {
  protected override async handleFailed(
    ...failed: Parameters<Worker['handleFailed']>
  ): Promise<Job> {
    const [error, job, token, takesNext = () => true] = failed;
    if (!(error instanceof PutOff)) return super.handleFailed(...failed);
    const next = await this.backend.moveToDelayed(job.id!, Date.now(), error.delayMs, token, {
      skipAttempt: true,
      fetchNext: takesNext() && !this.closing && !this.paused,
    });
    const [data, id] = next ?? [];
    return (data ? this.nextJobFromJobData(data, id, token) : undefined) as Promise<Job>;
  }
}
