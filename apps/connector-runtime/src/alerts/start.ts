import { startScheduleWorker, type Broker } from '@trellis/messaging';
import { ensureRecurring } from '../maintenance/recurring.js';
import { alertEvaluation } from '../queues.js';
import type { Runtime } from '../runtime.js';
import { evaluateRules } from './evaluate.js';
import { notifyAll } from './notify.js';

type Needs = Pick<Runtime, 'pool' | 'units' | 'quotas' | 'alertMessages' | 'log'>;

/** How often each process checks that the evaluation is scheduled (ms). */
const checkIntervalMs = 10_000;

/**
 * Evaluates alert rules at an interval, in one process at a time, and writes the messages. Returns a function that stops
 * it.
 */
export function startAlerts(
  broker: Broker,
  needs: Needs,
  { intervalMs }: { intervalMs: number },
): () => void {
  startScheduleWorker(broker, alertEvaluation, {
    async run() {
      await evaluateRules(needs);
      await notifyAll(needs);
      return { afterMs: intervalMs };
    },
    concurrency: 1,
    onFailure: (error) => needs.log.warn({ err: error }, 'alert rules were not evaluated'),
    retryMs: intervalMs,
  });
  const checkMs = Math.min(intervalMs, checkIntervalMs);
  return ensureRecurring(broker, alertEvaluation, { checkIntervalMs: checkMs, rerunMs: checkMs });
}
