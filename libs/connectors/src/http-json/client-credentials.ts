import { createHash } from 'node:crypto';
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

export type ClientCredentials = Pick<
  OAuth2Authentication,
  'token_endpoint' | 'token_endpoint_auth_method' | 'token_request' | 'scopes' | 'scope_separator'
> & { client_id: string; client_secret: string };

export interface AccessTokens {
  get(): Promise<string>;
  /** Discards the token after the API has refused it; left out when only somebody else can have a new one issued. */
  forget?(): Promise<void>;
}

/** The name in the client's memory. A token that is too long to store is requested by every poll. */
const memoryName = 'access_token';
const maxStored = 8 * 1024;

/** A token is not used in the last minute of its life, or half of its life if that is shorter. */
const marginMs = 60_000;

/** RFC 6749, section 5.1. */
const tokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().optional(),
});

/** A stored token, the digest of its credentials, and when it must no longer be used (ms since 1970). */
const storedToken = z.object({ token: z.string(), of: z.string(), until: z.number() });

/** Creates the tokens that are issued for client credentials (RFC 6749, section 4.4). */
export function tokensForCredentials(
  { http, memory }: Pick<Context, 'http' | 'memory'>,
  { credentials, tls }: { credentials: ClientCredentials; tls: HttpRequest['tls'] },
): AccessTokens {
  const of = createHash('sha256').update(JSON.stringify(credentials)).digest('base64');

  async function stored(): Promise<string | undefined> {
    const text = await memory.get(memoryName);
    const known = text === undefined ? undefined : storedToken.parse(JSON.parse(text));
    return known && known.of === of && known.until > Date.now() ? known.token : undefined;
  }

  async function request(): Promise<string> {
    const answer = await http({ ...tokenRequest(credentials), tls });
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
    if (expires_in !== undefined && token.length <= maxStored) {
      const lifetimeMs = expires_in * 1000;
      const until = Date.now() + lifetimeMs - Math.min(marginMs, lifetimeMs / 2);
      await memory.set(memoryName, JSON.stringify({ token, of, until }));
    }
    return token;
  }

  let current: Promise<string> | undefined;
  return {
    get: () => (current ??= stored().then((token) => token ?? request())),
    async forget() {
      current = undefined;
      await memory.delete(memoryName);
    },
  };
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
