import { Problem } from '@trellis/contracts';
import type { Delivery } from '../generated/prisma/client.js';
import { complete, fail } from '../interactions/settle.js';
import type { Runtime } from '../runtime.js';
import type { Outcome } from './outcome.js';

/** Tells the interaction that waits for a delivery what has come of it. */
export async function settleAction(
  runtime: Runtime,
  { interactionId }: Pick<Delivery, 'interactionId'>,
  outcome: Outcome,
): Promise<void> {
  if (interactionId === null || outcome.status === 'pending') return;
  if (outcome.status === 'delivered') await complete(runtime, interactionId, outputOf(outcome));
  else await fail(runtime, interactionId, problemOf(outcome));
  await runtime.settled(interactionId);
}

/** The JSON that the app has answered, if it has answered with any. */
function outputOf({ answer }: Outcome): unknown {
  const type = answer?.headers['content-type'];
  if (!answer || answer.text === '' || !String(type).includes('json')) return undefined;
  try {
    return JSON.parse(answer.text) as unknown;
  } catch {
    return undefined;
  }
}

function problemOf({ uncertain, responseStatus, error = '' }: Outcome): Problem {
  if (uncertain) return new Problem('outcome_unknown', error);
  const refused = responseStatus !== undefined && responseStatus >= 400 && responseStatus < 500;
  return new Problem(refused ? 'remote_rejected' : 'unavailable', error);
}
