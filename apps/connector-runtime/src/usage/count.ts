import type { Output, UnitsContract } from '@trellis/contracts';
import { query } from '@trellis/database';
import { startScheduleWorker, type Broker } from '@trellis/messaging';
import { ensureRecurring } from '../maintenance/recurring.js';
import { usageCounting } from '../queues.js';
import type { Runtime } from '../runtime.js';
import { addCounts, readPosition } from './count.sql.js';

type Needs = Pick<Runtime, 'pool' | 'units'>;

/** How often each process checks that the counting is scheduled (ms). */
const checkIntervalMs = 10_000;

/** Counts usage at an interval, in one process at a time. Returns a function that stops it. */
export function startUsage(
  broker: Broker,
  needs: Needs & Pick<Runtime, 'log'>,
  { intervalMs }: { intervalMs: number },
): () => void {
  startScheduleWorker(broker, usageCounting, {
    async run() {
      await countUsage(needs);
      return { afterMs: intervalMs };
    },
    concurrency: 1,
    onFailure: (error) => needs.log.warn({ err: error }, 'usage was not counted'),
    retryMs: Math.min(intervalMs, checkIntervalMs),
  });
  const checkMs = Math.min(intervalMs, checkIntervalMs);
  return ensureRecurring(broker, usageCounting, { checkIntervalMs: checkMs, rerunMs: checkMs });
}

/**
 * Adds the changes that units-service has stored since the last run, each once: the position is moved by the statement that
 * adds the counts.
 */
export async function countUsage({ pool, units }: Needs): Promise<void> {
  for (let more = true; more;) {
    const [progress] = await query(pool, readPosition, []);
    const before = progress?.position ?? null;
    const page = await units('usage.count', before === null ? {} : { position: before });
    const [added] = await query(pool, addCounts, valuesOf(page, before));
    more = page.more && added?.moved === true;
  }
}

function valuesOf(
  { counts, position, more }: Output<UnitsContract, 'usage.count'>,
  before: string | null,
): unknown[] {
  return [
    counts.map(({ developer }) => developer),
    counts.map(({ day }) => day),
    counts.map(({ subject }) => subject),
    counts.map(({ client }) => client ?? null),
    counts.map(({ events }) => events),
    counts.map(({ bytes }) => bytes),
    counts.map(({ things }) => things ?? 0),
    before,
    position,
    !more,
  ];
}
