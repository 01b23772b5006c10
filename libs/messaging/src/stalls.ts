import type { Job } from 'bullmq';

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

/** What a job's data says about its stalls, beside what the job is about. */
interface StallData {
  /** The stalls before its last run that ended. */
  forgivenStalls?: number;
  isSetAside?: boolean;
}

export const isSetAside = (job: Job): boolean => (job.data as StallData).isSetAside === true;

interface Work<Result> {
  run(): Promise<Result>;
  /** Another suspect is running. */
  putOff(delayMs: number): Promise<Result>;
  /** Tells whoever has to know that the job is not run any more until it is released. */
  setAside(): Promise<Result>;
}

/**
 * Decides what becomes of a job over which workers have died. All jobs on which a process works stall
 * when it dies, the one to blame and its neighbours. Those that have stalled twice therefore run one at
 * a time: if that ends the process once more, the neighbours are not among those that stall.
 * A run that ends, however it does, clears its job. One that was set aside gets one more run when it is
 * released.
 */
export type StallGuard = <Result>(job: Job, work: Work<Result>) => Promise<Result>;

/** Creates the guard of a process. */
export function createStallGuard(): StallGuard {
  let running: Job | undefined;
  const leave = (job: Job) => {
    if (running === job) running = undefined;
  };

  async function runAlone<Result>(job: Job, run: () => Promise<Result>): Promise<Result> {
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
    const stalls = job.stalledCounter - ((job.data as StallData).forgivenStalls ?? 0);
    if (stalls <= 0) return run();
    if (stalls >= maxStalls) {
      const result = await setAside();
      const forgivenStalls = job.stalledCounter - suspectStalls;
      await job.updateData({ ...job.data, forgivenStalls, isSetAside: true });
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
