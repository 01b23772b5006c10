import { impliedScopes } from './generated/scopes.js';

/** Returns the scopes in the claims of an access token of Trellis or of an external issuer. */
export const scopesIn = (claims: Record<string, unknown>): string[] =>
  ['scope', 'scp', 'roles'].flatMap((name) => listed(claims[name]));

const listed = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim.map(String) : String(claim ?? '').split(' ')).filter(Boolean);

/** Returns the scopes of an access token together with those that they include. */
export const withImplied = (scopes: readonly string[]): string[] => [
  ...new Set(scopes.flatMap((scope) => [scope, ...(impliedScopes[scope] ?? [])])),
];
