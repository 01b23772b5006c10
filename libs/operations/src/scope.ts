import { Problem } from '@trellis/contracts';
import type { AccessRow } from './row.js';
import type { Bearer } from './bearer.js';

/** Returns whether an operation needs no scope. */
export const isUnscoped = (scope: AccessRow['scope']): boolean =>
  scope === 'public' || scope === 'any token' || scope === 'connect session';

/** Throws `insufficient_scope` for an access token without a scope. */
export function requireScope(scope: AccessRow['scope'], { scopes }: Pick<Bearer, 'scopes'>): void {
  if (isUnscoped(scope) || scopes.includes(scope)) return;
  throw new Problem('insufficient_scope', `The access token lacks the scope ${scope}.`, { scope });
}
