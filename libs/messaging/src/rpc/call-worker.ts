import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { HeldJob, JobSets } from '../backends/job-sets.js';
import { SetWorker } from '../queues/set-worker.js';

/** The most jobs that are taken in one step; a job may have half a megabyte. */
const maxTaken = 8;

/** How often a worker that ends asks for the end of its wait (ms): another worker may have heard it. */
const wakeIntervalMs = 10;

/** After this time a worker that ends does not wait any more for the answer to its wait (ms). */
const maxWakeMs = 1_000;

/** Works on the data of a job; calls `onAnswered` as soon as all replies are on their way. */
type Work = (data: object, onAnswered: () => void) => Promise<void>;

/** Works on the jobs that carry calls: each once, as soon as it is there. */
export class CallWorker extends SetWorker {
  #work!: Work;
  #isEnding = false;
  #isWaiting = false;
  #answered: HeldJob[] = [];
  #working = new Set<Promise<void>>();

  /** Works until it is closed. */
  start(sets: JobSets, work: Work): void {
    this.#work = work;
    this.startWith(sets);
  }

  protected override get isEnding(): boolean {
    return this.#isEnding || super.isEnding;
  }

  /** Takes no more jobs, and ends when those that it holds have ended. */
  override async close(force = false): Promise<void> {
    this.#isEnding = true;
    // The end of its connection instead might lose jobs that have just been taken, until they stall.
    const until = Date.now() + maxWakeMs;
    while (this.#isWaiting && Date.now() < until) {
      await this.sets.wake().catch(() => undefined);
      await pause(wakeIntervalMs);
    }
    await super.close(force);
    await Promise.all(this.#working);
  }

  protected override async takeSet(token: string): Promise<void> {
    const limit = Math.min(this.room, maxTaken);
    if (limit <= 0) return this.untilRoom();
    this.#isWaiting = true;
    try {
      for (const job of await this.sets.takeNext({ token, limit })) this.#begin(job);
      // Their statements are written before the next wait is: each write takes a system call.
      await nextTurn();
    } finally {
      this.#isWaiting = false;
    }
  }

  #begin(job: HeldJob): void {
    this.hold(job);
    const working = this.#handle(job).finally(() => this.#working.delete(working));
    this.#working.add(working);
  }

  async #handle(job: HeldJob): Promise<void> {
    let isDropped = false;
    const drop = () => {
      if (isDropped) return;
      isDropped = true;
      this.#dropSoon(job);
    };
    try {
      await this.#work(job.data, drop);
    } catch (error) {
      this.emit('error', error as Error);
    }
    drop();
  }

  /** Removes a job together with others that are answered now, in one write with the replies. */
  #dropSoon(job: HeldJob): void {
    this.#answered.push(job);
    if (this.#answered.length === 1) queueMicrotask(() => void this.#drop());
  }

  async #drop(): Promise<void> {
    const jobs = this.#answered;
    this.#answered = [];
    await this.release(jobs, () => this.sets.drop(jobs));
  }
}
