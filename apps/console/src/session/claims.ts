/** Claims of an access token that the console uses. */
interface Claims {
  sub: string;
  scopes: string[];
}

/** Reads the claims of a token without verifying it. */
export function readClaims(token: string): Claims {
  const payload = token.split('.')[1] ?? '';
  const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  const { sub, scope = '' } = JSON.parse(text) as { sub: string; scope?: string | string[] };
  const scopes = Array.isArray(scope) ? scope : scope.split(' ');
  return { sub, scopes: scopes.filter(Boolean) };
}
