import type { Logger } from './logging/log.js';

/** How often the tasks run (ms). */
const intervalMs = 60_000;

/** Runs maintenance tasks now and every minute; a failure is logged. Returns a function that stops them. */
export function startMaintenance(
  tasks: Record<string, () => Promise<void>>,
  log: Pick<Logger, 'warn'>,
): () => void {
  const runAll = () => {
    for (const [task, run] of Object.entries(tasks)) {
      run().catch((error: unknown) => log.warn({ err: error, task }, 'maintenance task failed'));
    }
  };
  runAll();
  const timer = setInterval(runAll, intervalMs);
  return () => clearInterval(timer);
}
