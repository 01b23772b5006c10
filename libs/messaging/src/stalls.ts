/**
 * Number of stalls in a row after which a job becomes a dead letter. A job stalls when its worker is killed or
 * blocked while it works on the job.
 */
const maxStalls = 3;

/** Number of stalls after which a job is a suspect: each process runs one suspect at a time. */
const suspectStalls = 2;

/** Time after which a running suspect no longer delays the others (ms). */
const exclusiveMs = 2_000;

/** Returns when a suspect that must wait tries again: spread, since there may be many (ms). */
const waitMs = () => 1_000 + Math.floor(Math.random() * 4_000);

/** The part of a job that is used here. */
export interface StallingJob {
  readonly queueName: string;
  readonly data: object;
  readonly stalledCounter: number;
  updateData(data: object): Promise<void>;
}

/** Members that a job's data has for its stalls. */
interface StallData {
  /** Stalls before the last run that ended. */
  forgivenStalls?: number;
  /** The last run was one without other suspects. A suspect that only waited for its turn is not to blame. */
  ranAlone?: boolean;
  isDeadLetter?: boolean;
}

export const isDeadLetter = (job: Pick<StallingJob, 'data'>): boolean =>
  (job.data as StallData).isDeadLetter === true;

const ranAlone = (job: StallingJob): boolean => (job.data as StallData).ranAlone === true;

/** Returns how often in a row a job has stalled. */
export const stallsOf = (job: Pick<StallingJob, 'data' | 'stalledCounter'>): number =>
  job.stalledCounter - ((job.data as StallData).forgivenStalls ?? 0);

/** Returns the data for a copy of a job, whose own count of stalls starts at zero. */
export const carryStalls = (job: Pick<StallingJob, 'data' | 'stalledCounter'>): object =>
  job.stalledCounter === 0 && stallsOf(job) === 0
    ? job.data
    : { ...job.data, forgivenStalls: -stallsOf(job) };

interface Work<Result> {
  run(): Promise<Result>;
  /** Delays the job because another suspect is running. */
  delay(delayMs: number): Promise<Result>;
  /** Reports that the job is not run again until it is released. */
  deadLetter(): Promise<Result>;
}

/**
 * Decides what happens to a job whose workers died. When a process dies, all jobs that it works on stall: the one
 * that is to blame and its neighbors. Jobs that have stalled twice therefore run one at a time; if that ends the
 * process again, others may stall with it, but only the one that ran becomes a dead letter. A run that ends in any way
 * clears its job. A dead letter that is released gets one more run.
 */
export type StallGuard = <Result>(job: StallingJob, work: Work<Result>) => Promise<Result>;

interface StallGuardOptions {
  /** Called with the queue of each job that becomes a dead letter. */
  onDeadLetter: (queue: string) => void;
}

/** Creates the guard of a process. */
export function createStallGuard({ onDeadLetter }: StallGuardOptions): StallGuard {
  let running: StallingJob | undefined;
  const leave = (job: StallingJob) => {
    if (running === job) running = undefined;
  };

  async function runAlone<Result>(job: StallingJob, run: () => Promise<Result>): Promise<Result> {
    running = job;
    const timer = setTimeout(leave, exclusiveMs, job);
    try {
      await job.updateData({ ...job.data, ranAlone: true });
      return await run();
    } finally {
      clearTimeout(timer);
      leave(job);
    }
  }

  return async (job, { run, delay, deadLetter }) => {
    const stalls = stallsOf(job);
    if (stalls <= 0) return run();
    if (stalls >= maxStalls && ranAlone(job)) {
      const result = await deadLetter();
      const forgivenStalls = job.stalledCounter - suspectStalls;
      await job.updateData({ ...job.data, forgivenStalls, ranAlone: false, isDeadLetter: true });
      onDeadLetter(job.queueName);
      return result;
    }
    if (stalls >= suspectStalls && running) return delay(waitMs());
    try {
      return await (stalls >= suspectStalls ? runAlone(job, run) : run());
    } finally {
      const forgivenStalls = job.stalledCounter;
      await job
        .updateData({ ...job.data, forgivenStalls, ranAlone: false, isDeadLetter: false })
        .catch(() => undefined);
    }
  };
}
