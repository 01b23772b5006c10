import { createScheduler, type Broker } from '@trellis/messaging';
import type { RecurringTask } from '../queues.js';

/** The id of the one job of a recurring task. */
const id = 'all';

/** After an outage of the queues a task runs twice: the second run finds what was still being stored in the first. */
const runsAfterOutage = 2;

interface RecurringOptions {
  /** How often each process checks that the task has its job (ms). */
  checkIntervalMs: number;
  /** Shortest time between the runs after an outage (ms). */
  rerunMs: number;
}

/**
 * Starts a recurring task, and starts it again after an outage of the queues or when its job is missing. Returns a
 * function that stops checking.
 */
export function ensureRecurring(
  broker: Broker,
  task: RecurringTask,
  { checkIntervalMs, rerunMs }: RecurringOptions,
): () => void {
  const scheduler = createScheduler(broker, task);
  let knownFailures = broker.failures();
  let runsDue = 1;
  let nextRunAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const check = async () => {
    const failures = broker.failures();
    if (failures !== knownFailures) runsDue = runsAfterOutage;
    knownFailures = failures;
    try {
      if ((await scheduler.findMissing([id])).length > 0) {
        runsDue = runsAfterOutage;
        await scheduler.start([{ id, data: {} }]);
      }
      // A run that has begun may have passed what is missing.
      const isDue = runsDue > 0 && performance.now() >= nextRunAt;
      if (isDue && (await scheduler.runNow(id))) {
        runsDue -= 1;
        nextRunAt = performance.now() + rerunMs;
      }
    } catch {
      // The number of failures grows while the queues are away.
    }
    if (!isStopped) timer = setTimeout(() => void check(), checkIntervalMs);
  };
  void check();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
