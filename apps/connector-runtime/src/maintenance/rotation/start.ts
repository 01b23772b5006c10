import { startScheduleWorker, type Broker } from '@trellis/messaging';
import { rotation } from '../../queues.js';
import { ensureRecurring } from '../recurring.js';
import { isSurveyDue, readLatestKey, recordStart } from './progress.js';
import { countOutdated, rotateSecrets, type RotateNeeds } from './rotate.js';

/** Delay before a process with another key may take over, or before the rest is counted again (ms). */
const soonMs = 1_000;

/** How often each process checks that the rotation is scheduled, and the rotation checks for a request (ms). */
const checkIntervalMs = 30_000;
const maxCommandIntervalMs = 5_000;

/**
 * Counts the texts under other keys at an interval. Re-encrypts them with the first key after {@link requestResealing}:
 * only the operator knows when all processes have that key. Returns a function that stops it.
 */
export async function startRotation(
  broker: Broker,
  needs: RotateNeeds & { stopping: AbortSignal },
  { intervalMs }: { intervalMs: number },
): Promise<() => void> {
  const { database, sealing, stopping: signal, log } = needs;
  await recordStart(database, sealing);
  startScheduleWorker(broker, rotation, {
    async run() {
      const key = await readLatestKey(database);
      if (key && key.id !== sealing.keys[0]) return { afterMs: soonMs };
      if (key?.reseals) {
        const sealed = await rotateSecrets(needs, { signal });
        return { afterMs: sealed > 0 ? soonMs : intervalMs };
      }
      if (isSurveyDue(key, intervalMs)) await countOutdated(needs, { signal });
      return { afterMs: Math.min(intervalMs, maxCommandIntervalMs) };
    },
    concurrency: 1,
    onFailure: (error) => {
      if (!signal.aborted) log.warn({ err: error }, 'rotation of secrets failed');
    },
    retryMs: soonMs,
  });
  return ensureRecurring(broker, rotation, { checkIntervalMs, rerunMs: checkIntervalMs });
}
