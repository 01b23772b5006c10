import { startScheduleWorker, type Broker } from '@trellis/messaging';
import { z } from 'zod';
import { keepScheduled, type Recurring } from '../keep-scheduled.js';
import { recordStart, sealsWithLatestKey } from './progress.js';
import { rotateSecrets, type RotateNeeds } from './rotate.js';

export const rotation: Recurring = { queue: 'secrets', data: z.object({}) };

/** When a process with another key may take over, or what a rotation has left is counted anew (ms). */
const soonMs = 1_000;

/** How often each process looks whether the rotation is scheduled (ms). */
const checkIntervalMs = 30_000;

/**
 * Seals with the first key what other keys have sealed: at the start of a process, and at an interval,
 * since processes that are being replaced may still seal with an old one. Returns a function that stops it.
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
      if (!(await sealsWithLatestKey(database, sealing))) return { afterMs: soonMs };
      const sealed = await rotateSecrets(needs, { signal });
      return { afterMs: sealed > 0 ? soonMs : intervalMs };
    },
    concurrency: 1,
    onFailure: (error) => {
      if (!signal.aborted) log.warn({ err: error }, 'rotation of secrets failed');
    },
    retryMs: soonMs,
  });
  return keepScheduled(broker, rotation, checkIntervalMs);
}
