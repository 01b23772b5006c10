import { Misconfigured, Unavailable, type Connector, type Http } from '@trellis/connector-sdk';
import * as oauth from 'openid-client';

type Instance = Record<string, unknown>;
export type AuthorizedConnector = Connector & { oauth2: NonNullable<Connector['oauth2']> };

/** Whether end users have to authorize the clients of a connector. */
export const needsAuthorization = (connector: Connector): connector is AuthorizedConnector =>
  connector.oauth2 !== undefined;

/** The authorization server of a connector, reached within the same bounds as everything remote. */
export function providerOf(
  { oauth2 }: AuthorizedConnector,
  instance: Instance,
  http: Http,
): oauth.Configuration {
  const { client_id, client_secret } = oauth2.application(instance);
  const authenticate =
    oauth2.clientAuthentication === 'client_secret_post'
      ? oauth.ClientSecretPost(client_secret)
      : oauth.ClientSecretBasic(client_secret);
  const provider = new oauth.Configuration(
    { ...oauth2.server(instance) },
    client_id,
    { client_secret },
    client_secret === undefined ? oauth.None() : authenticate,
  );
  // The egress policy decides which addresses may be reached; on a laptop a provider may have no TLS.
  oauth.allowInsecureRequests(provider);
  provider[oauth.customFetch] = fetchThrough(http, oauth2.quirks?.scopeIsArray ?? false);
  return provider;
}

function fetchThrough(http: Http, scopeIsArray: boolean): oauth.CustomFetch {
  return async (url, { method, headers, body }) => {
    const { status, text } = await http({
      url,
      method: method as 'GET' | 'POST',
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      accept: 'any',
      limit: 256 * 1024,
    });
    return new Response(scopeIsArray ? joinScope(text) : text, {
      status,
      headers: { 'content-type': 'application/json' },
    });
  };
}

/** The scope as the text that RFC 6749 (section 5.1) wants, from the array that some answer. */
function joinScope(text: string): string {
  try {
    const answer = JSON.parse(text) as { scope?: unknown };
    if (!Array.isArray(answer.scope)) return text;
    return JSON.stringify({ ...answer, scope: answer.scope.join(' ') });
  } catch {
    return text;
  }
}

/** How the token endpoint refused: by the error code of RFC 6749, section 5.2. */
export function refusalOf(error: unknown): string | undefined {
  if (
    error instanceof oauth.ResponseBodyError ||
    error instanceof oauth.AuthorizationResponseError
  ) {
    return error.error;
  }
  return undefined;
}

/** What a failed request to the token endpoint means, without a word of what was sent or answered. */
export function tokenFailure(error: unknown): Error {
  const refusal = refusalOf(error);
  if (refusal === 'invalid_client' || refusal === 'unauthorized_client') {
    return new Misconfigured('The provider refuses the credentials of the instance.');
  }
  if (error instanceof Unavailable || error instanceof Misconfigured) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Unavailable || cause instanceof Misconfigured) return cause;
  return new Unavailable('The provider gives no token.');
}
