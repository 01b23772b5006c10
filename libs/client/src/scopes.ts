import { impliedScopes } from './generated/scopes.js';

/** Returns the scopes of an access token together with those that they include. */
export const withImplied = (scopes: readonly string[]): string[] => [
  ...new Set(scopes.flatMap((scope) => [scope, ...(impliedScopes[scope] ?? [])])),
];
