import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { BatchWorker } from '../bullmq-internals/batch-worker.js';
import type { ClaimedJob, JobClaims } from '../bullmq-internals/job-claims.js';

/** Most jobs that are claimed in one step; a job may have half a megabyte. */
const maxClaimed = 8;

/** How often a closing worker ends its own wait (ms): another worker may have received the wake-up. */
const wakeIntervalMs = 10;

/** Time after which a closing worker no longer waits for the result of its claim (ms). */
const maxWakeMs = 1_000;

/** Works on the data of a job; calls `onAnswered` as soon as all replies are sent. */
type Work = (data: object, onAnswered: () => void) => Promise<void>;

/** Works on the jobs that carry calls, each once, as soon as it arrives. */
export class CallWorker extends BatchWorker {
  #work!: Work;
  #isEnding = false;
  #isWaiting = false;
  #answered: ClaimedJob[] = [];
  #working = new Set<Promise<void>>();

  /** Works until it is closed. */
  start(claims: JobClaims, work: Work): void {
    this.#work = work;
    this.startWith(claims);
  }

  protected override get isEnding(): boolean {
    return this.#isEnding || super.isEnding;
  }

  /** Claims no more jobs, and ends when those that it works on have ended. */
  override async close(force = false): Promise<void> {
    this.#isEnding = true;
    // Closing the connection instead might lose jobs that were just claimed, until they stall.
    const until = Date.now() + maxWakeMs;
    while (this.#isWaiting && Date.now() < until) {
      await this.claims.wake().catch(() => undefined);
      await pause(wakeIntervalMs);
    }
    await super.close(force);
    await Promise.all(this.#working);
  }

  protected override async claimBatch(token: string): Promise<void> {
    const limit = Math.min(this.capacity, maxClaimed);
    if (limit <= 0) return this.untilCapacity();
    this.#isWaiting = true;
    try {
      for (const job of await this.claims.claimNext({ token, limit })) this.#begin(job);
      // Sends their statements before the next wait: each write takes a system call.
      await nextTurn();
    } finally {
      this.#isWaiting = false;
    }
  }

  #begin(job: ClaimedJob): void {
    this.track(job);
    const working = this.#handle(job).finally(() => this.#working.delete(working));
    this.#working.add(working);
  }

  async #handle(job: ClaimedJob): Promise<void> {
    let isRemoved = false;
    const remove = () => {
      if (isRemoved) return;
      isRemoved = true;
      this.#removeSoon(job);
    };
    try {
      await this.#work(job.data, remove);
    } catch (error) {
      this.emit('error', error as Error);
    }
    remove();
  }

  /** Removes a job together with others that are answered now, in one write with the replies. */
  #removeSoon(job: ClaimedJob): void {
    this.#answered.push(job);
    if (this.#answered.length === 1) queueMicrotask(() => void this.#removeAnswered());
  }

  async #removeAnswered(): Promise<void> {
    const jobs = this.#answered;
    this.#answered = [];
    await this.release(jobs, () => this.claims.remove(jobs));
  }
}
