import { Problem } from '@trellis/contracts';
import { completeInteraction, failInteraction, type SettleNeeds } from '../interactions/settle.js';
import type { Outcome } from './outcome.js';

/** Settles the interaction that waits for a delivery, when the delivery has ended. */
export async function settleAction(
  needs: SettleNeeds,
  { interactionId }: { interactionId: string | null },
  outcome: Outcome,
): Promise<void> {
  if (interactionId === null || outcome.status === 'pending') return;
  if (outcome.status === 'delivered') {
    await completeInteraction(needs, interactionId, outputOf(outcome));
  } else {
    await failInteraction(needs, interactionId, toProblem(outcome));
  }
}

/** The JSON of the app's response, if it has any. */
function outputOf({ response }: Outcome): unknown {
  const type = response?.headers['content-type'];
  if (!response || response.text === '' || !String(type).includes('json')) return undefined;
  try {
    return JSON.parse(response.text) as unknown;
  } catch {
    return undefined;
  }
}

function toProblem({ isUncertain, responseStatus, error = '' }: Outcome): Problem {
  if (isUncertain) return new Problem('outcome_unknown', error);
  const rejected = responseStatus !== undefined && responseStatus >= 400 && responseStatus < 500;
  return new Problem(rejected ? 'remote_rejected' : 'unavailable', error);
}
