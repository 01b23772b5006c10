import { Worker } from 'bullmq';

/**
 * A worker that waits for further jobs as soon as it has taken one. BullMQ's own asks for the next one at
 * once and then waits: a request in vain wherever calls share jobs. No job is missed, since a wait ends at
 * once where one is left, and when a job is taken.
 */
export class CallWorker extends Worker {
  protected override async moveToActive(
    ...taking: Parameters<Worker['moveToActive']>
  ): ReturnType<Worker['moveToActive']> {
    const job = await super.moveToActive(...taking);
    // As if the queue had been found empty, which has the worker wait.
    if (job) await this.nextJobFromJobData();
    return job;
  }
}
