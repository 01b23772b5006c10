import { createScheduler, type Broker, type Schedule } from '@trellis/messaging';

/** What a service does at an interval, in one process at a time. */
export type Recurring = Schedule<Record<never, never>>;

/** The id of the one job of a recurring task. */
const id = 'all';

/** After troubles it runs once more at the next look: what was about to be stored at the first run is found then. */
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
  let isFirst = true;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const check = async () => {
    const troubles = broker.troubles();
    if (troubles !== knownTroubles) runsDue = runsAfterTroubles;
    knownTroubles = troubles;
    try {
      const isMissing = (await scheduler.findMissing([id])).length > 0;
      if (isMissing) await scheduler.start([{ id, data: {} }]);
      // Only an empty Redis has lost it.
      if (isMissing && !isFirst) runsDue = runsAfterTroubles;
      isFirst = false;
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
