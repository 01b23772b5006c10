import type { Job, Queue } from 'bullmq';

/** Options of a job that {@link JobStore.add} adds. */
export const removedAtEnd = { removeOnComplete: true, removeOnFail: true } as const;

/** Operations on jobs that BullMQ lacks or that cost less here. */
export interface JobStore {
  /** Adds a job that is due at once and is removed when it ends. */
  add(queue: Queue, name: string, data: object): Promise<unknown>;
  /** Returns the ids of the jobs that exist, in any state. */
  find(queue: Queue, ids: string[]): Promise<Set<string>>;
  /** Returns when jobs run, by id; jobs without a known time are left out. */
  readTimes(queue: Queue, ids: string[]): Promise<Map<string, JobTimes>>;
  /** Makes an active job due at once when it is delayed next; returns false when it is not active. */
  runAgain(job: Job): Promise<boolean>;
}

/** When a job runs. */
export interface JobTimes {
  /** Start of the last run. */
  lastRun?: Date;
  /** When the next run is due; absent while the job is active or waits for a worker. */
  nextRun?: Date;
}

type Milliseconds = number | string | null | undefined;

export function toJobTimes(last: Milliseconds, next: Milliseconds): JobTimes {
  const times: JobTimes = {};
  if (last) times.lastRun = new Date(Number(last));
  if (next) times.nextRun = new Date(Number(next));
  return times;
}
