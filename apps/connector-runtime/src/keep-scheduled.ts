import { createScheduler, type Broker, type Schedule } from '@trellis/messaging';

/** What a service does at an interval, in one process at a time. */
export type Recurring = Schedule<Record<never, never>>;

/** The id of the one job of a recurring task. */
const id = 'all';

/**
 * Starts a recurring task at once, and again whenever the queues were away or its job is missing, for
 * which each process looks every `checkIntervalMs`. Returns a function that stops looking.
 */
export function keepScheduled(
  broker: Broker,
  task: Recurring,
  checkIntervalMs: number,
): () => void {
  const scheduler = createScheduler(broker, task);
  let knownTroubles: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const check = async () => {
    const troubles = broker.troubles();
    try {
      await scheduler.start([{ id, data: {} }]);
      const isOutdated = troubles !== knownTroubles;
      // One that is running may have passed what is missing.
      if (isOutdated && (await scheduler.runNow(id))) knownTroubles = troubles;
    } catch {
      // While the queues are away, the troubles grow.
    }
    if (!isStopped) timer = setTimeout(() => void check(), checkIntervalMs);
  };
  void check();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
