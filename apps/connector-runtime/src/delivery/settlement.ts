import { Problem } from '@trellis/contracts';
import { completed, failed, type Settlement } from './settle.js';
import type { Outcome } from './outcome.js';

/** How an interaction ends whose delivery has ended. */
export const settlementOf = (outcome: Outcome): Settlement =>
  outcome.status === 'delivered' ? completed(outputOf(outcome)) : failed(toProblem(outcome));

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
