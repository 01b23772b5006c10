import {
  Misconfigured,
  tokenAnswer,
  Unauthorized,
  Unavailable,
  type HttpRequest,
  type HttpAnswer,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Context } from './configuration.js';
import type { OAuth2Authentication } from './description/authentication.js';
import { createTokens, type AccessTokens, type IssuedToken } from './tokens.js';

export type ClientCredentials = Pick<
  OAuth2Authentication,
  'token_endpoint' | 'token_endpoint_auth_method' | 'token_request' | 'scopes' | 'scope_separator'
> & { client_id: string; client_secret: string };

/** RFC 6749, section 5.1. */
const tokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().optional(),
});

/** Creates the tokens that are issued for client credentials (RFC 6749, section 4.4). */
export function tokensForCredentials(
  context: Pick<Context, 'http' | 'memory'>,
  { credentials, tls }: { credentials: ClientCredentials; tls: HttpRequest['tls'] },
): AccessTokens {
  async function request(): Promise<IssuedToken> {
    const answer = await context.http({ ...tokenRequest(credentials), tls });
    const understood = tokenAnswer(answer);
    const status = understood?.status ?? answer.status;
    if (status >= 400) throw refusal({ ...answer, status });
    const { data } = tokenResponse.safeParse(understood?.body ?? answer.json());
    if (!data)
      throw new Unavailable('The authorization server did not issue a token.', {
        cause: 'token_not_issued',
        address: answer.address,
      });
    const { access_token: token, expires_in } = data;
    return { token, lifetimeMs: expires_in && expires_in * 1000 };
  }
  return createTokens(context, { credentials, request });
}

const maxBytes = 256 * 1024;

function tokenRequest({
  token_endpoint: url,
  token_endpoint_auth_method: method,
  token_request,
  scopes,
  scope_separator,
  ...credentials
}: ClientCredentials): HttpRequest {
  const { client_id, client_secret } = credentials;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scopes.length > 0) form.set('scope', scopes.join(scope_separator));
  const isBasic = method === 'client_secret_basic';
  if (!isBasic) Object.entries(credentials).forEach(([name, value]) => form.set(name, value));
  return {
    url,
    method: 'POST',
    accept: [400, 401],
    ...(token_request === 'json'
      ? { json: Object.fromEntries(form) }
      : {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: form.toString(),
        }),
    maxBytes,
    auth: isBasic
      ? {
          scheme: 'basic',
          username: formEncoded(client_id),
          password: formEncoded(client_secret),
        }
      : undefined,
  };
}

/** Encodes a text as RFC 6749, section 2.3.1, requires. */
const formEncoded = (text: string): string =>
  new URLSearchParams({ '': text }).toString().slice('='.length);

/** Returns the failure for a refused token request (RFC 6749, section 5.2). Quotes nothing of the response. */
function refusal({ text, status, address }: HttpAnswer): Unauthorized | Misconfigured {
  const isClient = /"(invalid_client|unauthorized_client)"/.test(text);
  return isClient
    ? new Unauthorized('The authorization server rejects the credentials.', {
        cause: 'credentials_refused',
        status,
        address,
      })
    : new Misconfigured('The authorization server refuses the request for a token.', {
        cause: 'token_request_refused',
        status,
        address,
      });
}
