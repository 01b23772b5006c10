import { setTimeout as pause } from 'node:timers/promises';
import { Worker, type Job } from 'bullmq';
import type { ClaimedJob, JobClaims } from './job-claims.js';

/** Pause after the server refused a command (ms). */
const retryMs = 1_000;

/**
 * A worker that claims and releases jobs in batches. With BullMQ's own loop, the commands for each job would be a
 * third of its cost, and the work around them as much again. Renewing locks and recovering stalled jobs are left
 * to BullMQ.
 */
export abstract class BatchWorker extends Worker {
  protected claims!: JobClaims;
  #active = 0;
  #onCapacity: () => void = () => undefined;

  /** Claims jobs with the given token, and resolves when there may be more. */
  protected abstract claimBatch(token: string): Promise<void>;

  /** Number of further jobs that may be active. */
  protected get capacity(): number {
    return this.concurrency - this.#active;
  }

  /** Waits until a job is released. */
  protected untilCapacity = () => new Promise<void>((resolve) => (this.#onCapacity = resolve));

  /** Works until it is closed. */
  protected startWith(claims: JobClaims): void {
    this.claims = claims;
    void this.run();
  }

  /** Tells that no more jobs are claimed. */
  protected get isEnding(): boolean {
    return this.closing !== undefined;
  }

  override async run(): Promise<void> {
    this.running = true;
    await this.startStalledCheckTimer();
    this.lockManager.start();
    this.mainLoopRunning = this.#claimBatches();
    await this.mainLoopRunning;
    this.running = false;
  }

  async #claimBatches(): Promise<void> {
    for (let batches = 0; !this.isEnding; batches += 1) {
      try {
        await this.claimBatch(`${this.id}:${batches}`);
      } catch (error) {
        if (this.isEnding) break;
        this.emit('error', error as Error);
        await pause(retryMs);
        await this.backend.reconnectBlocking().catch(() => undefined);
      }
    }
    while (this.#active > 0) await this.untilCapacity();
  }

  /** Counts a claimed job as active and renews its lock from now on. */
  protected track({ id, token }: ClaimedJob): void {
    this.#active += 1;
    this.lockManager.trackJob(id, token, Date.now());
  }

  /** Stops renewing the locks of jobs, runs `handBack` to delay or remove them, and frees their capacity. */
  protected async release(jobs: ClaimedJob[], handBack: () => Promise<unknown>): Promise<void> {
    for (const { id } of jobs) this.lockManager.untrackJob(id);
    try {
      await handBack();
    } catch (error) {
      // The jobs stall, and are claimed again.
      this.emit('error', error as Error);
    }
    this.#active -= jobs.length;
    this.#onCapacity();
  }

  /** Replaces the data of a claimed job. */
  async updateData(job: ClaimedJob, data: object): Promise<void> {
    // It only looks at the id of the job.
    await this.backend.updateData({ id: job.id } as Job, data);
    job.data = data;
  }

  /** Waits until a job is due; `nextAt` is the earliest time that is known (0 if none). */
  protected async untilDue(nextAt: number): Promise<void> {
    let dueAt = nextAt;
    while (!this.isEnding) {
      const timeout = this.getBlockTimeout(dueAt);
      if (timeout <= 0) return;
      const marker = await this.backend.waitForJob(timeout);
      if (!marker || marker.score <= Date.now()) return;
      dueAt = dueAt > 0 ? Math.min(dueAt, marker.score) : marker.score;
    }
  }
}
