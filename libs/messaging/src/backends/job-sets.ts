/** A job that a worker holds. */
export interface HeldJob {
  id: string;
  /** The token of its lock; without it nobody can put the job off. */
  token: string;
  data: object;
  /** How often its worker was killed or blocked while it held the job. */
  stalledCounter: number;
  /** 0 comes first. */
  priority: number;
  /** When it was due, or will be if it was started earlier (milliseconds since the epoch). */
  dueAt: number;
}

/** When a job is due for the first time, by when it was added and its options. */
export const firstDueAt = (timestamp: number, { delay = 0 }: { delay?: number }): number =>
  timestamp + delay;

/** When a job that is put off is due again. */
export interface PutOffJob {
  job: HeldJob;
  /** Milliseconds since the epoch, a whole number. */
  dueAt: number;
}

/** What a worker takes of the jobs that are due. */
export interface TakenJobs {
  jobs: HeldJob[];
  /** When the next one is due (milliseconds since the epoch); 0 if that is not known. */
  nextAt: number;
  /** By which numbers of shards the queue goes: one, or several while it is being changed. */
  shardCounts: readonly number[];
}

export interface TakeOptions {
  /** Of the locks. */
  token: string;
  /** The most jobs. */
  limit: number;
}

/** Takes jobs of one queue and puts them off in sets, each in one step where the server can do that. */
export interface JobSets {
  /** Takes jobs that are due: those without a priority first, then by the time they were due. */
  take(options: TakeOptions): Promise<TakenJobs>;
  /**
   * Waits until there may be a job, for some seconds at most, and takes jobs; of a queue whose jobs are due at
   * once. In Redis a job that is added while it waits comes with the end of the wait.
   */
  takeNext(options: TakeOptions): Promise<HeldJob[]>;
  /** Ends a wait of this worker, or of another one of the queue that has waited longer. */
  wake(): Promise<unknown>;
  /**
   * Puts jobs off; from then on they have no priority. Returns the ids of those that the worker did not hold
   * any more.
   */
  putOff(jobs: PutOffJob[]): Promise<string[]>;
  /** Removes jobs that the worker holds. */
  drop(jobs: HeldJob[]): Promise<void>;
}
