import {
  ConnectorFailure,
  createHttp,
  Misconfigured,
  tokenAnswer,
  Unavailable,
  type Connector,
  type Http,
  type Recorder,
  type ResolveHost,
} from '@trellis/connector-sdk';
import * as oauth from 'openid-client';
import type { OfInstance } from './needs-authorization.js';

/** Response bodies of authorization servers are small; larger ones are refused. */
const maxBytes = 256 * 1024;

/** Returns the OAuth2 definition of a connector that has one. */
export function requireOAuth2({ typeId, oauth2 }: Connector): NonNullable<Connector['oauth2']> {
  if (!oauth2) throw new Error(`The connector ${typeId} has no OAuth2.`);
  return oauth2;
}

/** Returns whether end users authorize the clients of an instance by entering a code at the vendor (RFC 8628). */
export function isByDeviceCode({ connector, instance }: OfInstance): boolean {
  const server = requireOAuth2(connector).server(instance);
  return (
    server.authorization_endpoint === undefined &&
    server.device_authorization_endpoint !== undefined
  );
}

/** Configures the authorization server of a connector. All its requests must end within `timeoutMs` from now. */
export function authorizationServer(
  { connector, instance }: OfInstance,
  {
    resolve,
    timeoutMs,
    record,
  }: { resolve: ResolveHost; timeoutMs: number; record?: Recorder | undefined },
): oauth.Configuration {
  const { application, server, clientAuthentication } = requireOAuth2(connector);
  const { client_id, client_secret, token_endpoint_auth_method } = application(instance);
  const authenticate =
    (token_endpoint_auth_method ?? clientAuthentication) === 'client_secret_post'
      ? oauth.ClientSecretPost(client_secret)
      : oauth.ClientSecretBasic(client_secret);
  const { token_request, ...metadata } = server(instance);
  const configuration = new oauth.Configuration(
    metadata,
    client_id,
    { client_secret },
    client_secret === undefined ? oauth.None() : authenticate,
  );
  // The egress policy decides which addresses may be reached; a server under test may have no TLS.
  oauth.allowInsecureRequests(configuration);
  const signal = AbortSignal.timeout(timeoutMs);
  const http = createHttp({ resolve, signal, acquire: async () => undefined, record });
  configuration[oauth.customFetch] = fetchThrough(http, {
    jsonTo: token_request === 'json' ? metadata.token_endpoint : undefined,
  });
  return configuration;
}

/** `Response` refuses a body with these statuses. */
const withoutBody = [204, 205, 304];

interface FetchOptions {
  /** The token endpoint, if it takes JSON. */
  jsonTo: string | undefined;
}

function fetchThrough(http: Http, { jsonTo }: FetchOptions): oauth.CustomFetch {
  return async (url, { method, headers, body }) => {
    const isJson = url === jsonTo && body instanceof URLSearchParams;
    const { status, text } = await http({
      url,
      method: method as 'GET' | 'POST',
      headers: isJson ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(isJson && { body: JSON.stringify(Object.fromEntries(body)) }),
      ...(!isJson && body !== undefined && body !== null && { body: String(body) }),
      accept: 'any',
      maxBytes,
    });
    const answer = tokenAnswer({ status, text });
    const content = answer ? JSON.stringify(answer.body) : text;
    return new Response(withoutBody.includes(status) ? null : content, {
      status: answer?.status ?? status,
      headers: { 'content-type': 'application/json' },
    });
  };
}

/** Returns the error code of an authorization server's response (RFC 6749, sections 4.1.2.1 and 5.2). */
export function oauthErrorCode(error: unknown): string | undefined {
  if (
    error instanceof oauth.ResponseBodyError ||
    error instanceof oauth.AuthorizationResponseError
  ) {
    return error.error;
  }
  return undefined;
}

/** Returns whether an error comes from the server's response or from its absence. */
export const isServerError = (error: unknown): boolean =>
  [
    ConnectorFailure,
    oauth.ClientError,
    oauth.ResponseBodyError,
    oauth.AuthorizationResponseError,
    oauth.WWWAuthenticateChallengeError,
  ].some((kind) => error instanceof kind);

/** Converts an error of the token endpoint to a failure that quotes neither request nor response. */
export function toConnectorFailure(error: unknown): Unavailable | Misconfigured {
  const code = oauthErrorCode(error);
  if (code === 'invalid_client' || code === 'unauthorized_client') {
    return new Misconfigured('The authorization server rejects the credentials of the instance.', {
      cause: 'app_refused',
    });
  }
  const cause = error instanceof Error ? error.cause : undefined;
  const failure = [error, cause].find(
    (one) => one instanceof Unavailable || one instanceof Misconfigured,
  );
  return (
    failure ??
    new Unavailable('The authorization server did not issue a token.', {
      cause: 'token_not_issued',
    })
  );
}
