/** Claims of an access token that is a JWT. Only Trellis verifies them. */
export interface Claims {
  account?: string | undefined;
  app?: string | undefined;
  /** The only end user that the token may act for. */
  subject?: string | undefined;
  scopes: string[];
  expires?: Date | undefined;
}

export function readClaims(token: string): Claims {
  const [, payload] = token.split('.');
  try {
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as {
      [name: string]: unknown;
    };
    const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : undefined);
    const { scope, exp } = claims;
    return {
      account: text('sub'),
      app: text('azp') ?? text('client_id'),
      subject: text('external_subject_id'),
      scopes: (Array.isArray(scope) ? scope.map(String) : String(scope ?? '').split(' ')).filter(
        Boolean,
      ),
      expires: typeof exp === 'number' ? new Date(exp * 1000) : undefined,
    };
  } catch {
    return { scopes: [] };
  }
}
