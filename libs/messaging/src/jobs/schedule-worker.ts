import { setTimeout as pause } from 'node:timers/promises';
import { Job } from 'bullmq';
import type { HeldJob, JobSets, PutOffJob } from '../backends/job-sets.js';
import { agreedShardOf } from '../shards/placement.js';
import { SetWorker } from '../queues/set-worker.js';

/** Runs a job; returns after how long it is due again (ms), or `undefined` when it has ended. */
type RunJob = (job: HeldJob) => Promise<number | undefined>;

/** What a worker does with the jobs of its shard. */
export interface ScheduleWork {
  shard: number;
  run: RunJob;
  /** Adds a job to the shard to which it belongs by now. */
  move: (job: HeldJob, shard: number) => Promise<unknown>;
  /** Called with the counts by which the shard goes, whenever jobs are taken. */
  onCounts: (counts: readonly number[]) => void;
}

/** The most jobs that are taken in one step, and so start together. */
const maxTaken = 100;

/** How long jobs that have ended, and jobs that are due, wait for others to join them (ms). */
const gatherMs = 25;

/** When jobs are looked at again that belong nowhere while the number of shards is changed (ms). */
const changingMs = 1_000;

/** Runs jobs when they are due, and puts them off. */
export class ScheduleWorker extends SetWorker {
  #work!: ScheduleWork;
  #ended: PutOffJob[] = [];
  #putOffSoon: NodeJS.Timeout | undefined;

  /** Works until it is closed. */
  start(sets: JobSets, work: ScheduleWork): void {
    this.#work = work;
    this.startWith(sets);
  }

  /** Replaces the data of a job. */
  async updateData(job: HeldJob, data: object): Promise<void> {
    await this.backend.updateData(job as never, data);
    job.data = data;
  }

  /** Starts the jobs that are due, and then waits until there may be more. */
  protected override async takeSet(token: string): Promise<void> {
    const limit = Math.min(this.room, maxTaken);
    if (limit <= 0) return this.untilRoom();
    // In one write with what has ended.
    if (this.#ended.length > 0) void this.#putOff();
    const { jobs, nextAt, shardCounts } = await this.sets.take({ token, limit });
    this.#work.onCounts(shardCounts);
    for (const job of jobs) {
      this.hold(job);
      const shard = agreedShardOf(job.id, shardCounts);
      if (shard === this.#work.shard) void this.#handle(job);
      else void this.#leave(job, shard);
    }
    const waitsMs = nextAt - Date.now();
    if (nextAt > 0 && waitsMs < gatherMs) await pause(gatherMs);
    else await this.#untilDue(nextAt);
  }

  /** Waits until a job is due that was not when jobs were taken; `nextAt` as in {@link JobSets.take}. */
  async #untilDue(nextAt: number): Promise<void> {
    let dueAt = nextAt;
    while (!this.isEnding) {
      const timeout = this.getBlockTimeout(dueAt);
      if (timeout <= 0) return;
      const marker = await this.backend.waitForJob(timeout);
      if (!marker || marker.score <= Date.now()) return;
      dueAt = dueAt > 0 ? Math.min(dueAt, marker.score) : marker.score;
    }
  }

  async #handle(job: HeldJob): Promise<void> {
    const delayMs = await this.#work.run(job);
    if (delayMs === undefined) return this.#end(job);
    this.#putOffUntil(job, Date.now() + Math.max(0, Math.ceil(delayMs)));
  }

  /** With what ends within a moment. */
  #putOffUntil(job: HeldJob, dueAt: number): void {
    this.#ended.push({ job, dueAt });
    if (this.#ended.length === 1)
      this.#putOffSoon = setTimeout(() => void this.#putOff(), gatherMs);
  }

  /** Moves a job to its shard, or puts it off while it has none. */
  async #leave(job: HeldJob, shard: number | undefined): Promise<void> {
    if (shard === undefined) return this.#putOffUntil(job, Date.now() + changingMs);
    await this.release([job], async () => {
      // In this order: whatever happens in between, it is in one shard at least, and runs in one at most.
      await this.#work.move(job, shard);
      await this.sets.drop([job]);
    });
  }

  async #putOff(): Promise<void> {
    const ended = this.#ended;
    this.#ended = [];
    clearTimeout(this.#putOffSoon);
    const jobs = ended.map(({ job }) => job);
    await this.release(jobs, async () => {
      const lost = await this.sets.putOff(ended);
      for (const id of lost) this.emit('error', new Error(`The lock of job ${id} was lost.`));
    });
  }

  /** Ends a schedule for good. */
  async #end(job: HeldJob): Promise<void> {
    await this.release([job], async () => {
      const found = await Job.fromId(this, job.id);
      await found?.moveToCompleted(undefined, job.token, false);
    });
  }
}
