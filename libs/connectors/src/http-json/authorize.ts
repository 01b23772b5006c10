import { Misconfigured, type HttpRequest, type OAuth2 } from '@trellis/connector-sdk';
import { tokensForCredentials } from './client-credentials.js';
import type { Context, Client, Instance } from './configuration.js';
import type { Authentication, OAuth2Authentication } from './description/authentication.js';
import { sign, type Signable, type SigningCredentials } from './sign.js';
import { fillText, type Variables } from './template.js';
import type { AccessTokens } from './tokens.js';

export type Credentials =
  | { scheme: 'none' }
  | { scheme: 'basic' | 'digest'; username: string; password: string }
  | { scheme: 'bearer'; token: string }
  | { scheme: 'api_key'; in: 'header' | 'query'; name: string; key: string }
  | SigningCredentials;

function filler(parameters: Variables): (text: string) => string {
  return (text) => {
    const value = fillText(text, parameters);
    if (value === undefined)
      throw new Misconfigured('The credentials are not complete.', {
        cause: 'configuration_incomplete',
      });
    return value;
  };
}

/** Fills in the credentials of a description; `oauth2` has tokens instead. */
export function credentialsOf(authentication: Authentication, parameters: Variables): Credentials {
  const filled = filler(parameters);
  switch (authentication.scheme) {
    case 'none':
      return authentication;
    case 'oauth2':
      return { scheme: 'none' };
    case 'bearer':
      return { scheme: 'bearer', token: filled(authentication.token) };
    case 'api_key':
      return Object.assign({}, authentication, { key: filled(authentication.key) });
    case 'hmac':
      return Object.assign({ parameters }, authentication, { key: filled(authentication.key) });
    default: {
      const { scheme, username, password } = authentication;
      return { scheme, username: filled(username), password: filled(password) };
    }
  }
}

/** Returns the access tokens of a client; undefined unless its description has OAuth 2. */
export function tokensOf(
  context: Context,
  { parameters, tls }: { parameters: Variables; tls: HttpRequest['tls'] },
): AccessTokens | undefined {
  const { authentication, base_url } = context.instance;
  if (authentication.scheme !== 'oauth2') return undefined;
  if (isOfEndUsers(authentication)) {
    let current: Promise<string> | undefined;
    return { get: () => (current ??= context.accessToken()) };
  }
  const filled = filler(parameters);
  const { token_endpoint, token_endpoint_auth_method, token_request } = authentication;
  const { scopes, scope_separator } = authentication;
  const credentials = {
    token_endpoint,
    token_endpoint_auth_method,
    token_request,
    scopes,
    scope_separator,
    client_id: filled(authentication.client_id),
    client_secret: filled(authentication.client_secret ?? ''),
  };
  const isSameServer = new URL(token_endpoint).origin === originOf(fillText(base_url, parameters));
  return tokensForCredentials(context, { credentials, tls: isSameServer ? tls : {} });
}

const originOf = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;

export function secretsIn(credentials: Credentials): string[] {
  switch (credentials.scheme) {
    case 'none':
      return [];
    case 'bearer':
      return [credentials.token];
    case 'api_key':
    case 'hmac':
      return [credentials.key];
    default:
      return [credentials.password];
  }
}

type Authorized = Pick<HttpRequest, 'url' | 'headers' | 'auth'>;

export function authorize(credentials: Credentials, request: Signable): Authorized {
  const { url, headers } = request;
  switch (credentials.scheme) {
    case 'none':
      return { url, headers };
    case 'hmac':
      return sign(credentials, request);
    case 'api_key': {
      const { name, key } = credentials;
      if (credentials.in === 'header') return { url, headers: { ...headers, [name]: key } };
      const withKey = new URL(url);
      withKey.searchParams.set(name, key);
      return { url: withKey, headers };
    }
    default:
      return { url, headers, auth: credentials };
  }
}

type OfEndUsers = OAuth2Authentication & {
  grant: Exclude<OAuth2Authentication['grant'], 'client_credentials'>;
};

/** Returns whether each end user authorizes the app, so that the runtime has the tokens. */
const isOfEndUsers = (authentication: Authentication): authentication is OfEndUsers =>
  authentication.scheme === 'oauth2' && authentication.grant !== 'client_credentials';

function required({ authentication }: Instance): OfEndUsers {
  if (isOfEndUsers(authentication)) return authentication;
  throw new Error('The clients of this instance are not authorized by end users.');
}

/** How end users authorize the clients of an instance whose description says that they do. */
export const oauth2: OAuth2<Instance, Client> = {
  applies: ({ authentication }) => isOfEndUsers(authentication),
  server(instance) {
    const given = required(instance);
    const { token_endpoint, revocation_endpoint, authorization_endpoint } = given;
    const { device_authorization_endpoint, token_request } = given;
    const { issuer = new URL(authorization_endpoint ?? token_endpoint).origin } = given;
    const endpoints = { token_endpoint, revocation_endpoint, authorization_endpoint };
    return { issuer, ...endpoints, device_authorization_endpoint, token_request };
  },
  application(instance) {
    const { client_id, client_secret, token_endpoint_auth_method } = required(instance);
    return { client_id, client_secret, token_endpoint_auth_method };
  },
  scopes(_client, instance) {
    const { scopes, scope_separator } = required(instance);
    return scope_separator === ' ' ? scopes : [scopes.join(scope_separator)];
  },
  returnTo: (instance) => required(instance).origin_callback_uri,
};

/** The shortest secret that can be told from other texts. */
const minLength = 4;

const isLong = ({ length }: string): boolean => length >= minLength;

/** Keeps secrets out of things: an API may echo what it was sent. */
export interface Guard {
  readonly secrets: Iterable<string>;
  reveals(value: unknown): boolean;
  add(secret: string): void;
}

export function createGuard(secrets: string[]): Guard {
  const known = new Set(secrets.filter(isLong));
  return {
    secrets: known,
    add: (secret) => void (isLong(secret) && known.add(secret)),
    reveals(value) {
      if (known.size === 0 || value === undefined) return false;
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return [...known].some((secret) => text.includes(secret));
    },
  };
}
