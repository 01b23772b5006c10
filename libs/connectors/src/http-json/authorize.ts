import { Misconfigured, type HttpRequest, type OAuth2 } from '@trellis/connector-sdk';
import { tokensForCredentials } from './client-credentials.js';
import type { Context, Client, Instance } from './configuration.js';
import type { Authentication, OAuth2Authentication } from './description/authentication.js';
import type { Login } from './description/login.js';
import { tokensOfLogin, type LoginGiven } from './login.js';
import { filledTexts } from './template.js';
import { sign, type Signable, type SigningCredentials } from './sign.js';
import { fillText, type Variables } from './template.js';
import type { AccessTokens } from './tokens.js';

export type Credentials =
  | { scheme: 'none' }
  | { scheme: 'basic' | 'digest'; username: string; password: string }
  | { scheme: 'bearer'; token: string }
  | { scheme: 'api_key'; in: 'header' | 'query'; name: string; key: string }
  | { scheme: 'login'; token: string; login: Login; parameters: Variables }
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

/** Fills in the credentials of a description; `oauth2` and `login` have tokens instead. */
export function credentialsOf(authentication: Authentication, parameters: Variables): Credentials {
  const filled = filler(parameters);
  switch (authentication.scheme) {
    case 'none':
      return authentication;
    case 'oauth2':
    case 'login':
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

/** Returns the access tokens of a client; undefined unless its description has OAuth 2, or a login. */
export function tokensOf(
  context: Context,
  given: Omit<LoginGiven, 'login'>,
): AccessTokens | undefined {
  const { parameters, tls, base } = given;
  const { authentication } = context.instance;
  if (authentication.scheme === 'login') {
    return tokensOfLogin(context, { login: authentication, ...given });
  }
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
  const isSameServer = new URL(token_endpoint).origin === new URL(base).origin;
  return tokensForCredentials(context, { credentials, tls: isSameServer ? tls : {} });
}

export function secretsIn(credentials: Credentials): string[] {
  switch (credentials.scheme) {
    case 'none':
      return [];
    case 'bearer':
    case 'login':
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
    case 'login':
      return byLogin(credentials, request);
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

/** Returns the credentials that a token is, by how it was issued. */
export const withToken = (
  authentication: Authentication,
  { token, parameters }: { token: string; parameters: Variables },
): Credentials & { token: string } =>
  authentication.scheme === 'login'
    ? { scheme: 'login', token, login: authentication, parameters }
    : { scheme: 'bearer', token };

const usual = { authorization: 'Bearer {token}' };

/** Adds the token of a login where its description says. */
function byLogin(
  { token, login, parameters }: Extract<Credentials, { scheme: 'login' }>,
  { url, headers }: Signable,
): Authorized {
  const { send_headers, send_query } = login;
  const isStated = Object.keys({ ...send_headers, ...send_query }).length > 0;
  const variables = { ...parameters, token };
  const target = new URL(url);
  for (const [name, text] of Object.entries(filledTexts(send_query, variables))) {
    target.searchParams.set(name, text);
  }
  const own = filledTexts(isStated ? send_headers : usual, variables);
  return { url: target, headers: { ...headers, ...own } };
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
