import { Problem } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { SettleNeeds } from '../delivery/settle.js';
import type { Runtime } from '../runtime.js';
import { endQueued, queueRow, releaseQueued } from './queue.sql.js';

/** How long a write waits for its device to be back (ms). */
export const queueForMs = 24 * 60 * 60_000;

/** Queues an interaction whose device is away; returns whether it may wait. */
export async function queueInteraction({ pool }: Pick<Runtime, 'pool'>, id: string) {
  return (await query(pool, queueRow, [id])).length > 0;
}

const tooLate = new Problem('timeout', 'The device was not back in time; nothing was sent to it.');
const superseded = new Problem('superseded', 'The property was written again later.');

const asJson = (problem: Problem): string => JSON.stringify(problem.toData());

/** The most interactions that are released at once. */
const atOnce = 1_000;

type Needs = Pick<Runtime, 'pool' | 'units'> &
  Pick<SettleNeeds, 'publishEnded'> & { interactions: Pick<Runtime['interactions'], 'addAll'> };

/** Performs queued interactions whose devices are back, and ends those that have expired or been replaced. */
export async function runQueued({ pool, units, interactions, publishEnded }: Needs): Promise<void> {
  const ended = await query(pool, endQueued, [asJson(tooLate), asJson(superseded), atOnce]);
  for (const { id, developer, thing } of ended) {
    await units('things.withdraw', {
      caller: { developer },
      id: thing,
      interaction: id,
    }).catch(() => undefined);
    await publishEnded(id);
  }
  const released = await query(pool, releaseQueued, [atOnce, queueForMs]);
  // Reconciliation adds those that this misses.
  await interactions.addAll(released.map(({ id }) => ({ id, data: { interaction: id } })));
}
