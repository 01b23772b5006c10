import { Misconfigured, type HttpRequest } from '@trellis/connector-sdk';
import type { Authentication } from './description/requests.js';
import { fillText, type Variables } from './template.js';

/** The texts with which a client authenticates itself, and how they are sent. */
export type Credentials =
  | { scheme: 'none' }
  | { scheme: 'basic' | 'digest'; username: string; password: string }
  | { scheme: 'bearer'; token: string }
  | { scheme: 'api_key'; in: 'header' | 'query'; name: string; key: string };

export function credentialsOf(authentication: Authentication, parameters: Variables): Credentials {
  const filled = (text: string): string => {
    const value = fillText(text, parameters);
    if (value === undefined) throw new Misconfigured('The credentials are not complete.');
    return value;
  };
  switch (authentication.scheme) {
    case 'none':
      return authentication;
    case 'bearer':
      return { scheme: 'bearer', token: filled(authentication.token) };
    case 'api_key':
      return Object.assign({}, authentication, { key: filled(authentication.key) });
    default: {
      const { scheme, username, password } = authentication;
      return { scheme, username: filled(username), password: filled(password) };
    }
  }
}

/** The texts in the credentials that are secrets. */
export function secretsIn(credentials: Credentials): string[] {
  switch (credentials.scheme) {
    case 'none':
      return [];
    case 'bearer':
      return [credentials.token];
    case 'api_key':
      return [credentials.key];
    default:
      return [credentials.password];
  }
}

type Authorized = Pick<HttpRequest, 'url' | 'headers' | 'auth'>;

/** Adds the credentials to a request. */
export function authorize(
  credentials: Credentials,
  { url, headers }: { url: URL; headers: Record<string, string> },
): Authorized {
  switch (credentials.scheme) {
    case 'none':
      return { url, headers };
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
