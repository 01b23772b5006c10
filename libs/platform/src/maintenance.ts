import type { Logger } from './logging/log.js';

interface Time {
  now: Date;
  mayPurge: boolean;
}

/** Tasks by name. */
type Tasks = Record<string, (time: Time) => Promise<unknown>>;

export interface MaintenanceOptions {
  /** How often the tasks run (ms); once a minute by default. */
  intervalMs?: number;
  tasks: Tasks;
  /** Tasks that delete what is expired; they do not run while nothing may be purged. */
  purges: Tasks;
  /** Reads the time at which the tasks of one run delete and expire. */
  readTime: () => Promise<Time>;
  log: Pick<Logger, 'warn'>;
}

/** Runs maintenance tasks now and again and again; a failure is logged. Returns a function that stops them. */
export function startMaintenance({
  intervalMs = 60_000,
  tasks,
  purges,
  readTime,
  log,
}: MaintenanceOptions): () => void {
  const logFailure = (task: string) => (error: unknown) =>
    log.warn({ err: error, task }, 'maintenance task failed');
  async function runAll(): Promise<void> {
    const time = await readTime();
    const due = { ...tasks, ...(time.mayPurge ? purges : {}) };
    for (const [task, run] of Object.entries(due)) run(time).catch(logFailure(task));
  }
  const runAndLog = () => void runAll().catch(logFailure('clock'));
  runAndLog();
  const timer = setInterval(runAndLog, intervalMs);
  return () => clearInterval(timer);
}
