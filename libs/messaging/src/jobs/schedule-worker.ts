import { setTimeout as pause } from 'node:timers/promises';
import { Job, Worker } from 'bullmq';
import type { HeldJob, JobSets, PutOffJob } from '../backends/job-sets.js';
import { agreedShardOf } from '../shards/placement.js';

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

/** Pause after the server refused (ms). */
const retryMs = 1_000;

/** When jobs are looked at again that belong nowhere while the number of shards is changed (ms). */
const changingMs = 1_000;

/**
 * A worker that takes jobs and puts them off in sets. A third of the cost of a schedule would otherwise be
 * its own commands to Redis, and as much again what BullMQ does for each job. Locks and stalled jobs are
 * left to BullMQ.
 */
export class ScheduleWorker extends Worker {
  #sets!: JobSets;
  #work!: ScheduleWork;
  #held = 0;
  #ended: PutOffJob[] = [];
  #putOffSoon: NodeJS.Timeout | undefined;
  #onRoom: () => void = () => undefined;

  /** Works until it is closed. */
  start(sets: JobSets, work: ScheduleWork): void {
    this.#sets = sets;
    this.#work = work;
    void this.run();
  }

  /** Replaces the data of a job. */
  async updateData(job: HeldJob, data: object): Promise<void> {
    await this.backend.updateData(job as never, data);
    job.data = data;
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
    for (let sets = 0; !this.closing; sets += 1) {
      try {
        await this.#takeSet(`${this.id}:${sets}`);
      } catch (error) {
        if (this.closing) break;
        this.emit('error', error as Error);
        await pause(retryMs);
        await this.backend.reconnectBlocking().catch(() => undefined);
      }
    }
    while (this.#held > 0) await this.#room();
  }

  /** Starts the jobs that are due, and then waits until there may be more. */
  async #takeSet(token: string): Promise<void> {
    const limit = Math.min(this.concurrency - this.#held, maxTaken);
    if (limit <= 0) return this.#room();
    // In one write with what has ended.
    if (this.#ended.length > 0) void this.#putOff();
    const { jobs, nextAt, shardCounts } = await this.#sets.take({ token, limit });
    this.#work.onCounts(shardCounts);
    for (const job of jobs) {
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
    while (!this.closing) {
      const timeout = this.getBlockTimeout(dueAt);
      if (timeout <= 0) return;
      const marker = await this.backend.waitForJob(timeout);
      if (!marker || marker.score <= Date.now()) return;
      dueAt = dueAt > 0 ? Math.min(dueAt, marker.score) : marker.score;
    }
  }

  /** Waits until a job has ended. */
  #room = () => new Promise<void>((resolve) => (this.#onRoom = resolve));

  async #handle(job: HeldJob): Promise<void> {
    this.#held += 1;
    this.lockManager.trackJob(job.id, job.token, Date.now());
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
    this.#held += 1;
    if (shard === undefined) return this.#putOffUntil(job, Date.now() + changingMs);
    try {
      // In this order: whatever happens in between, it is in one shard at least, and runs in one at most.
      await this.#work.move(job, shard);
      await this.#sets.drop([job]);
    } catch (error) {
      // It stalls, and is taken again.
      this.emit('error', error as Error);
    }
    this.#release(1);
  }

  async #putOff(): Promise<void> {
    const ended = this.#ended;
    this.#ended = [];
    clearTimeout(this.#putOffSoon);
    for (const { job } of ended) this.lockManager.untrackJob(job.id);
    try {
      const lost = await this.#sets.putOff(ended);
      for (const id of lost) this.emit('error', new Error(`The lock of job ${id} was lost.`));
    } catch (error) {
      // They stall, and are run again.
      this.emit('error', error as Error);
    }
    this.#release(ended.length);
  }

  /** Ends a schedule for good. */
  async #end({ id, token }: HeldJob): Promise<void> {
    this.lockManager.untrackJob(id);
    try {
      const job = await Job.fromId(this, id);
      await job?.moveToCompleted(undefined, token, false);
    } catch (error) {
      this.emit('error', error as Error);
    }
    this.#release(1);
  }

  #release(count: number): void {
    this.#held -= count;
    this.#onRoom();
  }
}
