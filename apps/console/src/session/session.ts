import { clientCredentials, Trellis } from '@trellis/client';
import type { Credentials } from './credentials.js';
import { readClaims } from './claims.js';

/** A signed-in user of an account. */
export interface Session {
  trellis: Trellis;
  /** The developer's account. */
  account: string;
  scopes: string[];
  identity: string;
  /** Client id of the app; undefined with an external issuer. */
  app?: string;
  /** Leaves the page to end the session at the external issuer, if the issuer supports that. */
  leave?(): void;
}

const baseUrl = () => window.location.origin;

export async function signIn(credentials: Credentials): Promise<Session> {
  const token = clientCredentials(baseUrl(), credentials);
  const { sub, scopes } = readClaims(await token({}));
  const trellis = new Trellis({ baseUrl: baseUrl(), token });
  const app = credentials.clientId;
  return { trellis, account: sub, scopes, identity: `the app ${app}`, app };
}

/** Returns the session with new credentials of its app. */
export const withCredentials = (session: Session, credentials: Credentials): Session => ({
  ...session,
  trellis: new Trellis({ baseUrl: baseUrl(), ...credentials }),
});
