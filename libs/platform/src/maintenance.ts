import type { Logger } from './logging/log.js';

interface Time {
  now: Date;
  mayPurge: boolean;
}

/** Tasks by name. */
type Tasks = Record<string, (time: Time) => Promise<unknown>>;

export interface MaintenanceOptions {
  tasks: Tasks;
  /** Tasks that delete what is expired; they do not run while nothing may be purged. */
  purges: Tasks;
  /** Reads the time at which the tasks of one run delete and expire. */
  readTime: () => Promise<Time>;
  log: Pick<Logger, 'warn'>;
}

/** Runs maintenance tasks now and every minute; a failure is logged. Returns a function that stops them. */
export function startMaintenance({ tasks, purges, readTime, log }: MaintenanceOptions): () => void {
  async function runAll(): Promise<void> {
    const time = await readTime();
    const due = { ...tasks, ...(time.mayPurge ? purges : {}) };
    for (const [task, run] of Object.entries(due)) run(time).catch(logFailure(log, task));
  }
  return repeat('clock', runAll, { intervalMs: 60_000, log });
}

interface RepeatOptions extends Pick<MaintenanceOptions, 'log'> {
  intervalMs: number;
}

/**
 * Runs a task now and at an interval, never twice at once; a failure is logged. Returns a function that stops it.
 */
export function repeat(
  task: string,
  run: () => Promise<unknown>,
  { intervalMs, log }: RepeatOptions,
): () => void {
  let isRunning = false;
  const runAndLog = () => {
    if (isRunning) return;
    isRunning = true;
    void run()
      .catch(logFailure(log, task))
      .finally(() => (isRunning = false));
  };
  runAndLog();
  const timer = setInterval(runAndLog, intervalMs);
  return () => clearInterval(timer);
}

const logFailure = (log: MaintenanceOptions['log'], task: string) => (error: unknown) =>
  log.warn({ err: error, task }, 'maintenance task failed');
