import { clientCredentials, Trellis } from '@trellis/client';
import type { Credentials } from './credentials.js';
import { readClaims } from './claims.js';

/** A person who works with an app's account. */
export interface Session {
  trellis: Trellis;
  clientId: string;
  /** The developer's account. */
  account: string;
  scopes: string[];
}

/** Signs in; throws the problem if the app is unknown or its secret is wrong. */
export async function signIn(credentials: Credentials): Promise<Session> {
  const baseUrl = window.location.origin;
  const token = clientCredentials(baseUrl, credentials);
  const { sub, scope } = readClaims(await token({}));
  const trellis = new Trellis({ baseUrl, token });
  return { trellis, clientId: credentials.clientId, account: sub, scopes: scope.split(' ') };
}
