/** A job that a worker has claimed: it holds the lock. */
export interface ClaimedJob {
  id: string;
  /** Token of the lock; only its holder can delay the job. */
  token: string;
  data: object;
  /** How often a worker died or was blocked while it worked on the job. */
  stalledCounter: number;
  /** Jobs with priority 0 come first. */
  priority: number;
  /** When the job was due, or would have been if it was started earlier (milliseconds since the epoch). */
  dueAt: number;
}

/** Returns when a new job is due, from the time it was added and its options. */
export const firstDueAt = (timestamp: number, { delay = 0 }: { delay?: number }): number =>
  timestamp + delay;

/** A claimed job and when it is due again. */
export interface DelayedJob {
  job: ClaimedJob;
  /** Milliseconds since the epoch, a whole number. */
  dueAt: number;
}

export interface ClaimResult {
  jobs: ClaimedJob[];
  /** When the next job is due (milliseconds since the epoch); 0 if unknown. */
  nextAt: number;
  /** Numbers of shards by which the queue is divided: one, or several while it changes. */
  shardCounts: readonly number[];
}

export interface ClaimOptions {
  /** Token of the locks. */
  token: string;
  /** Most jobs to claim. */
  limit: number;
}

/** Claims, delays and removes jobs of one queue in batches, each in one step where the server can do that. */
export interface JobClaims {
  /** Claims jobs that are due: those without a priority first, then by the time they were due. */
  claim(options: ClaimOptions): Promise<ClaimResult>;
  /**
   * Waits up to some seconds for a job and claims jobs, in a queue without delayed jobs. In Redis, a job that
   * is added while this waits is returned at once.
   */
  claimNext(options: ClaimOptions): Promise<ClaimedJob[]>;
  /** Ends the wait of a worker of the queue: this one's, or that of the one that waits longest. */
  wake(): Promise<unknown>;
  /** Delays jobs and resets their priority. Returns the ids of those whose lock was lost. */
  delay(jobs: DelayedJob[]): Promise<string[]>;
  /** Removes claimed jobs. */
  remove(jobs: ClaimedJob[]): Promise<void>;
  /** Removes a claimed job, unless it is to run again or its lock was lost; returns whether it did. */
  end(job: ClaimedJob): Promise<boolean>;
}
