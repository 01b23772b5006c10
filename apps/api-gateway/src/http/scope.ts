import { Problem } from '@trellis/contracts';
import type { Operation } from './operation.js';
import type { Bearer } from './token.js';

/** Throws `insufficient_scope` for an access token without a scope. */
export function requireScope(
  { access }: Pick<Operation, 'access'>,
  { scopes }: Pick<Bearer, 'scopes'>,
): void {
  if (['public', 'any token', 'connect session'].includes(access) || scopes.includes(access))
    return;
  throw new Problem('insufficient_scope', `The access token lacks the scope ${access}.`, {
    scope: access,
  });
}
