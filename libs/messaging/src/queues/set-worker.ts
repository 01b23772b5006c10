import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'bullmq';
import type { HeldJob, JobSets } from '../backends/job-sets.js';

/** Pause after the server refused (ms). */
const retryMs = 1_000;

/**
 * A worker that takes its jobs, and lets go of them, in sets. A third of the cost of a job would otherwise be
 * its own commands to the server, and as much again what BullMQ does for each. Locks and stalled jobs are left
 * to BullMQ.
 */
export abstract class SetWorker extends Worker {
  protected sets!: JobSets;
  #held = 0;
  #onRoom: () => void = () => undefined;

  /** Takes jobs with a token of its own, and resolves when there may be more. */
  protected abstract takeSet(token: string): Promise<void>;

  /** How many more jobs may be held. */
  protected get room(): number {
    return this.concurrency - this.#held;
  }

  /** Waits until a job was let go. */
  protected untilRoom = () => new Promise<void>((resolve) => (this.#onRoom = resolve));

  /** Works until it is closed. */
  protected startWith(sets: JobSets): void {
    this.sets = sets;
    void this.run();
  }

  /** Whether no more jobs are taken. */
  protected get isEnding(): boolean {
    return this.closing !== undefined;
  }

  override async run(): Promise<void> {
    this.running = true;
    await this.startStalledCheckTimer();
    this.lockManager.start();
    this.mainLoopRunning = this.#takeSets();
    await this.mainLoopRunning;
    this.running = false;
  }

  async #takeSets(): Promise<void> {
    for (let sets = 0; !this.isEnding; sets += 1) {
      try {
        await this.takeSet(`${this.id}:${sets}`);
      } catch (error) {
        if (this.isEnding) break;
        this.emit('error', error as Error);
        await pause(retryMs);
        await this.backend.reconnectBlocking().catch(() => undefined);
      }
    }
    while (this.#held > 0) await this.untilRoom();
  }

  /** Holds a job, whose lock is renewed from now on. */
  protected hold({ id, token }: HeldJob): void {
    this.#held += 1;
    this.lockManager.trackJob(id, token, Date.now());
  }

  /** Stops renewing the locks of jobs, lets go of them, and then makes room for others. */
  protected async release(jobs: HeldJob[], letGo: () => Promise<unknown>): Promise<void> {
    for (const { id } of jobs) this.lockManager.untrackJob(id);
    try {
      await letGo();
    } catch (error) {
      // They stall, and are taken again.
      this.emit('error', error as Error);
    }
    this.#held -= jobs.length;
    this.#onRoom();
  }
}
