import { Misconfigured, Rejected, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { Overloaded } from '../limits/bulkhead.js';

/** Converts a connector's failure to the problem that the caller gets. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Overloaded) return new Problem('unavailable', error.message);
  if (error instanceof Unavailable) return new Problem('unavailable', error.message);
  if (error instanceof Unauthorized) return new Problem('remote_unauthorized', error.message);
  if (error instanceof Misconfigured) return new Problem('remote_misconfigured', error.message);
  if (error instanceof Rejected) return new Problem('remote_rejected', error.message);
  return new Problem('internal', 'The connector failed; the failure has been logged.');
}

/** Creates the problem of an interaction whose worker died. */
export const interrupted = (): Problem =>
  new Problem('outcome_unknown', 'The service was interrupted while performing the interaction.');
