import { createHash, randomBytes } from 'node:crypto';
import { authorizationTimeouts } from '@trellis/contracts';
import { parseCookie, stringifySetCookie } from 'cookie';

/**
 * The cookies by which a browser that returns from an authorization server is recognized as the one that
 * began the authorization (RFC 6749, section 10.12; RFC 9700, section 4.7). Each authorization has a
 * cookie of its own, named after its `state`, so that several can be under way in one browser.
 */
export interface BrowserCookies {
  /** `Set-Cookie` for the browser that begins an authorization. */
  set(state: string, secret: string): string;
  /** The secret in the `Cookie` header of a browser that returns; undefined when it has none. */
  read(state: string, header: string | undefined): string | undefined;
  /** `Set-Cookie` that deletes the cookie. */
  clear(state: string): string;
}

/** Cookies for a public address. Over https, no other host and no plain connection can set or read them. */
export function createBrowserCookies(base: string): BrowserCookies {
  const secure = base.startsWith('https:');
  const nameOf = (state: string) =>
    `${secure ? '__Host-' : ''}authorization-${digestOf(state).slice(0, 32)}`;
  const write = (state: string, value: string, maxAge: number) =>
    stringifySetCookie({
      name: nameOf(state),
      value,
      maxAge,
      path: '/',
      httpOnly: true,
      secure,
      // `Strict` would keep it from the redirect that comes from the authorization server.
      sameSite: 'lax',
    });
  return {
    set: (state, secret) => write(state, secret, authorizationTimeouts.endUserMs / 1000),
    read: (state, header = '') => parseCookie(header)[nameOf(state)],
    clear: (state) => write(state, '', 0),
  };
}

/** Returns a secret for the browser that begins an authorization. */
export const newBrowserSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the digest that services get instead of a secret: SHA-256, hexadecimal. */
export const digestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');
