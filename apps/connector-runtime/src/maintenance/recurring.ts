import { createScheduler, type Broker, type Schedule } from '@trellis/messaging';

/** What a service does at an interval, in one process at a time. */
export type Recurring = Schedule<Record<never, never>>;

/** The id of the one job of a recurring task. */
const id = 'all';

/** After troubles it runs at two looks: what was still being stored at the first is found at the second. */
const runsAfterTroubles = 2;

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
  let knownTroubles = broker.troubles();
  let runsDue = 1;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const check = async () => {
    const troubles = broker.troubles();
    if (troubles !== knownTroubles) runsDue = runsAfterTroubles;
    knownTroubles = troubles;
    try {
      if ((await scheduler.findMissing([id])).length > 0) {
        runsDue = runsAfterTroubles;
        await scheduler.start([{ id, data: {} }]);
      }
      // One that is running may have passed what is missing.
      if (runsDue > 0 && (await scheduler.runNow(id))) runsDue -= 1;
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
