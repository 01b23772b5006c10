import {
  changesTopic,
  thingsTopic,
  type Input,
  type Output,
  type ThingsHint,
  type UnitsContract,
} from '@trellis/contracts';
import type { OperationRequest } from '../context/operation.js';
import { createSignal } from './signal.js';
import { mayConcern, pendingPollMs } from './stream.js';

/** Fallback poll interval, since hints may be lost (ms). */
const fallbackPollMs = 5_000;

/**
 * Reads changes after a cursor; while there are none, waits for some until `signal` is aborted. What is answered then
 * has a position that is further, so that nothing is looked at twice.
 */
export async function waitForChanges(
  { units, subscribeHints, hold }: Pick<OperationRequest, 'units' | 'subscribeHints' | 'hold'>,
  question: Input<UnitsContract, 'changes.read'>,
  signal: AbortSignal,
): Promise<Output<UnitsContract, 'changes.read'>> {
  const wakeUp = createSignal(signal);
  const { caller } = question;
  const subscriptions = [
    await subscribeHints<ThingsHint>(thingsTopic(caller.developer), (hint) => {
      if (mayConcern(hint, { caller })) wakeUp.notify();
    }),
    await subscribeHints(changesTopic(caller.developer), () => wakeUp.notify()),
  ];
  try {
    for (let after = question.after; ;) {
      wakeUp.reset();
      const page = await units('changes.read', { ...question, ...(after && { after }) });
      if (page.changes.length > 0 || signal.aborted) return page;
      after = page.cursor;
      hold();
      await wakeUp.wait(page.more ? pendingPollMs : fallbackPollMs);
      if (signal.aborted) return page;
    }
  } finally {
    for (const subscription of subscriptions) subscription.end();
  }
}
