/**
 * After so many stalls in a row a job is set aside. A job stalls when its worker is killed or blocked
 * while it works on it.
 */
const maxStalls = 3;

/** After so many it is a suspect: each process runs one suspect at a time. */
const suspectStalls = 2;

/** After this time a suspect that still runs does not hold up the others any more (ms). */
const holdMs = 2_000;

/** When a suspect that has to wait tries again: spread, since there may be many (ms). */
const waitMs = () => 1_000 + Math.floor(Math.random() * 4_000);

/** What is used of a job, such as one of BullMQ. */
export interface StallingJob {
  readonly queueName: string;
  readonly data: object;
  readonly stalledCounter: number;
  updateData(data: object): Promise<void>;
}

/** What a job's data says about its stalls, beside what the job is about. */
interface StallData {
  /** The stalls before its last run that ended. */
  forgivenStalls?: number;
  isSetAside?: boolean;
}

export const isSetAside = (job: Pick<StallingJob, 'data'>): boolean =>
  (job.data as StallData).isSetAside === true;

/** How often in a row a job has stalled. */
export const stallsOf = (job: Pick<StallingJob, 'data' | 'stalledCounter'>): number =>
  job.stalledCounter - ((job.data as StallData).forgivenStalls ?? 0);

/** The data of a job for one that takes its place, whose count of stalls begins anew. */
export const keepStalls = (job: Pick<StallingJob, 'data' | 'stalledCounter'>): object => {
  const stalls = stallsOf(job);
  return stalls === job.stalledCounter && stalls === 0
    ? job.data
    : { ...job.data, forgivenStalls: -stalls };
};

interface Work<Result> {
  run(): Promise<Result>;
  /** Another suspect is running. */
  putOff(delayMs: number): Promise<Result>;
  /** Tells whoever has to know that the job is not run any more until it is released. */
  setAside(): Promise<Result>;
}

/**
 * Decides what becomes of a job over which workers have died. All jobs on which a process works stall
 * when it dies, the one to blame and its neighbors. Those that have stalled twice therefore run one at
 * a time: if that ends the process once more, the neighbors are not among those that stall.
 * A run that ends, however it does, clears its job. One that was set aside gets one more run when it is
 * released.
 */
export type StallGuard = <Result>(job: StallingJob, work: Work<Result>) => Promise<Result>;

interface StallGuardOptions {
  /** Called with the queue of each job that is set aside. */
  onSetAside?: (queue: string) => void;
}

/** Creates the guard of a process. */
export function createStallGuard({ onSetAside }: StallGuardOptions = {}): StallGuard {
  let running: StallingJob | undefined;
  const leave = (job: StallingJob) => {
    if (running === job) running = undefined;
  };

  async function runAlone<Result>(job: StallingJob, run: () => Promise<Result>): Promise<Result> {
    running = job;
    const timer = setTimeout(leave, holdMs, job);
    try {
      return await run();
    } finally {
      clearTimeout(timer);
      leave(job);
    }
  }

  return async (job, { run, putOff, setAside }) => {
    const stalls = stallsOf(job);
    if (stalls <= 0) return run();
    if (stalls >= maxStalls) {
      const result = await setAside();
      const forgivenStalls = job.stalledCounter - suspectStalls;
      await job.updateData({ ...job.data, forgivenStalls, isSetAside: true });
      onSetAside?.(job.queueName);
      return result;
    }
    if (stalls >= suspectStalls && running) return putOff(waitMs());
    try {
      return await (stalls >= suspectStalls ? runAlone(job, run) : run());
    } finally {
      const forgivenStalls = job.stalledCounter;
      await job
        .updateData({ ...job.data, forgivenStalls, isSetAside: false })
        .catch(() => undefined);
    }
  };
}
