import { clientCredentials, Trellis } from '@trellis/client';
import type { Credentials } from './credentials.js';
import { readClaims } from './claims.js';

/** A person who works with an account. */
export interface Session {
  trellis: Trellis;
  /** The developer's account. */
  account: string;
  scopes: string[];
  /** As whom, in words. */
  identity: string;
  /** The app with whose credentials it was opened; undefined with an external issuer. */
  app?: string;
  /** Leaves the page to end the session at the external issuer, if that can be done. */
  leave?(): void;
}

const baseUrl = () => window.location.origin;

/** Signs in; throws the problem if the app is unknown or its secret is wrong. */
export async function signIn(credentials: Credentials): Promise<Session> {
  const token = clientCredentials(baseUrl(), credentials);
  const { sub, scopes } = readClaims(await token({}));
  const trellis = new Trellis({ baseUrl: baseUrl(), token });
  const app = credentials.clientId;
  return { trellis, account: sub, scopes, identity: `the app ${app}`, app };
}

/** The same session with other credentials of its app. */
export const withCredentials = (session: Session, credentials: Credentials): Session => ({
  ...session,
  trellis: new Trellis({ baseUrl: baseUrl(), ...credentials }),
});
