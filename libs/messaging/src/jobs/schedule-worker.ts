import { setTimeout as pause } from 'node:timers/promises';
import { BatchWorker } from '../bullmq-internals/batch-worker.js';
import type { ClaimedJob, DelayedJob, JobClaims } from '../bullmq-internals/job-claims.js';
import { agreedShardOf } from '../shards/placement.js';

/** Runs a job; returns the delay until it is due again (ms), or `undefined` when the schedule has ended. */
type RunJob = (job: ClaimedJob) => Promise<number | undefined>;

/** How a worker handles the jobs of its shard. */
export interface ScheduleWork {
  shard: number;
  run: RunJob;
  /** Adds a job to the shard to which it belongs now. */
  move: (job: ClaimedJob, shard: number) => Promise<unknown>;
  /** Called with the shard counts of the queue, whenever jobs are claimed. */
  onCounts: (counts: readonly number[]) => void;
}

/** Most jobs that are claimed in one step, and so start together. */
const maxClaimed = 100;

/** How long ended jobs, and jobs that are due, wait for others to share a batch (ms). */
const debounceMs = 25;

/** Delay of a job that belongs to no shard while their number changes (ms). */
const changingMs = 1_000;

/** Runs jobs when they are due, and delays them. */
export class ScheduleWorker extends BatchWorker {
  #work!: ScheduleWork;
  #ended: DelayedJob[] = [];
  #delaySoon: NodeJS.Timeout | undefined;

  /** Works until it is closed. */
  start(claims: JobClaims, work: ScheduleWork): void {
    this.#work = work;
    this.startWith(claims);
  }

  /** Starts the jobs that are due, and then waits until there may be more. */
  protected override async claimBatch(token: string): Promise<void> {
    const limit = Math.min(this.capacity, maxClaimed);
    if (limit <= 0) return this.untilCapacity();
    // Shares one write with the claim.
    if (this.#ended.length > 0) void this.#delayEnded();
    const { jobs, nextAt, shardCounts } = await this.claims.claim({ token, limit });
    this.#work.onCounts(shardCounts);
    for (const job of jobs) {
      this.track(job);
      const shard = agreedShardOf(job.id, shardCounts);
      if (shard === this.#work.shard) void this.#handle(job);
      else void this.#leave(job, shard);
    }
    const waitsMs = nextAt - Date.now();
    if (nextAt > 0 && waitsMs < debounceMs) await pause(debounceMs);
    else await this.untilDue(nextAt);
  }

  async #handle(job: ClaimedJob): Promise<void> {
    const delayMs = await this.#work.run(job);
    if (delayMs === undefined) return this.#end(job);
    this.#delayUntil(job, Date.now() + Math.max(0, Math.ceil(delayMs)));
  }

  /** Delays a job together with others that end within a moment. */
  #delayUntil(job: ClaimedJob, dueAt: number): void {
    this.#ended.push({ job, dueAt });
    if (this.#ended.length === 1)
      this.#delaySoon = setTimeout(() => void this.#delayEnded(), debounceMs);
  }

  /** Moves a job to its shard, or delays it while it belongs to none. */
  async #leave(job: ClaimedJob, shard: number | undefined): Promise<void> {
    if (shard === undefined) return this.#delayUntil(job, Date.now() + changingMs);
    await this.release([job], async () => {
      // In this order the job is always in at least one shard, and runs in at most one.
      await this.#work.move(job, shard);
      await this.claims.remove([job]);
    });
  }

  async #delayEnded(): Promise<void> {
    const ended = this.#ended;
    this.#ended = [];
    clearTimeout(this.#delaySoon);
    const jobs = ended.map(({ job }) => job);
    await this.release(jobs, () => this.#delay(ended));
  }

  async #delay(jobs: DelayedJob[]): Promise<void> {
    const lost = await this.claims.delay(jobs);
    for (const id of lost) this.emit('error', new Error(`The lock of job ${id} was lost.`));
  }

  /** Ends a schedule, unless it was to run again meanwhile. */
  async #end(job: ClaimedJob): Promise<void> {
    await this.release([job], async () => {
      if (!(await this.claims.end(job))) await this.#delay([{ job, dueAt: Date.now() }]);
    });
  }
}
