import { Problem, type EventMatch } from '@trellis/contracts';
import { requireScope } from '@trellis/operations';
import type { OperationRequest } from '../operation.js';

/** Refuses end-user tokens: messages to an address go on after the token has expired. */
export function requireAccount(bearer: OperationRequest['bearer']): void {
  requireScope('svc.things.admin', bearer);
  if (bearer.subject === undefined) return;
  throw new Problem(
    'bound_to_subject',
    'An access token that is bound to a subject can read streams, but not subscribe an address.',
  );
}

/** Requires `svc.units.read` for conditions that reveal where things are. */
export function requireScopesOf(
  match: EventMatch,
  { bearer }: Pick<OperationRequest, 'bearer'>,
): void {
  if (match.in === undefined && match.below === undefined) return;
  requireScope('svc.units.read', bearer);
}
