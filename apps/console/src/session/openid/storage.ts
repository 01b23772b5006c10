import type { OpenIdSettings } from '../settings.js';

/** Tokens of an external issuer. */
export interface Tokens {
  accessToken: string;
  /** Milliseconds since the epoch. */
  renewAt: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  refreshToken?: string | undefined;
  /** Tells the issuer whose session ends. */
  idToken?: string | undefined;
  /** The person, in words. */
  name: string;
}

/** A session of a person who wanted to stay signed in, until this tab is closed. */
export interface KeptSession {
  settings: OpenIdSettings;
  tokens: Tokens;
}

/** A sign-in that was begun in this tab, until the issuer leads back. */
export interface Begun {
  settings: OpenIdSettings;
  state: string;
  nonce: string;
  /** Of PKCE (RFC 7636). */
  verifier: string;
  /** Path and query to show then. */
  returnTo: string;
  isKept: boolean;
}

const sessionKey = 'trellis.openid';
const begunKey = 'trellis.openid.begun';

/** Whether the issuer has led back to the page. */
export const isLedBack = (pathname: string): boolean => pathname === '/console/signed-in';

/** The address to which the issuer leads back, which is registered there. */
export const redirectUri = () => `${window.location.origin}/console/signed-in`;

type Reading = Pick<Storage, 'getItem'>;
type Removing = Pick<Storage, 'removeItem'>;
type Writing = Pick<Storage, 'setItem'>;

export const hasKeptSession = (storage: Reading) => storage.getItem(sessionKey) !== null;
export const keptSession = (storage: Reading) => read<KeptSession>(storage, sessionKey);
export const keepSession = (storage: Writing, session: KeptSession) =>
  storage.setItem(sessionKey, JSON.stringify(session));
export const forgetSession = (storage: Removing) => storage.removeItem(sessionKey);

export const keepBegun = (storage: Writing, begun: Begun) =>
  storage.setItem(begunKey, JSON.stringify(begun));

/** What was begun, once. */
export function takeBegun(storage: Reading & Removing): Begun | undefined {
  const begun = read<Begun>(storage, begunKey);
  storage.removeItem(begunKey);
  return begun;
}

function read<Item>(storage: Reading, key: string): Item | undefined {
  try {
    return (JSON.parse(storage.getItem(key) ?? 'null') as Item | null) ?? undefined;
  } catch {
    return undefined;
  }
}
