import type { OpenIdSettings } from '../settings.js';

export interface Tokens {
  accessToken: string;
  /** Milliseconds since the epoch. */
  renewAt: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  refreshToken?: string | undefined;
  /** Identifies the session to end at the issuer. */
  idToken?: string | undefined;
  name: string;
}

/** A session that is remembered until this tab is closed. */
export interface StoredSession {
  settings: OpenIdSettings;
  tokens: Tokens;
}

/** A sign-in of this tab, until the issuer redirects back. */
export interface PendingSignIn {
  settings: OpenIdSettings;
  state: string;
  nonce: string;
  /** Code verifier of PKCE (RFC 7636). */
  verifier: string;
  /** Path and query to show afterwards. */
  returnTo: string;
  isRemembered: boolean;
}

const sessionKey = 'trellis.openid';
const pendingKey = 'trellis.openid.pending';

/** Tells whether the issuer redirected to the page. */
export const isRedirect = (pathname: string): boolean => pathname === '/console/signed-in';

/** Returns the redirect address, which is registered at the issuer. */
export const redirectUri = () => `${window.location.origin}/console/signed-in`;

type Reading = Pick<Storage, 'getItem'>;
type Removing = Pick<Storage, 'removeItem'>;
type Writing = Pick<Storage, 'setItem'>;

export const hasStoredSession = (storage: Reading) => storage.getItem(sessionKey) !== null;
export const storedSession = (storage: Reading) => read<StoredSession>(storage, sessionKey);
export const storeSession = (storage: Writing, session: StoredSession) =>
  storage.setItem(sessionKey, JSON.stringify(session));
export const forgetSession = (storage: Removing) => storage.removeItem(sessionKey);

export const storePending = (storage: Writing, pending: PendingSignIn) =>
  storage.setItem(pendingKey, JSON.stringify(pending));

/** Returns the pending sign-in and removes it. */
export function takePending(storage: Reading & Removing): PendingSignIn | undefined {
  const pending = read<PendingSignIn>(storage, pendingKey);
  storage.removeItem(pendingKey);
  return pending;
}

function read<Item>(storage: Reading, key: string): Item | undefined {
  try {
    return (JSON.parse(storage.getItem(key) ?? 'null') as Item | null) ?? undefined;
  } catch {
    return undefined;
  }
}
