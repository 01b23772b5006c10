import { clientCredentials, Trellis } from '@trellis/client';
import { scopesIn, withImplied } from '@trellis/client/scopes';
import { createContext, use } from 'react';
import type { Scope } from '../api/account.js';
import type { Environment, Organization, Person } from '../api/people.js';
import type { Credentials } from './credentials.js';

/** A signed-in user of an account. */
export interface Session {
  trellis: Trellis;
  /** The developer's account. */
  account: string;
  scopes: string[];
  identity: string;
  /** The person who is signed in, and where; undefined for an app or with an external issuer. */
  person?: Person & {
    organization: Organization;
    environment: Environment;
    organizations: Organization[];
  };
  /** Client id of the app; undefined for a person. */
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

/** Exchanges the code of a link, which works once, for the secret of its app. */
export async function redeemCode({ clientId, clientSecret }: Credentials): Promise<Credentials> {
  const response = await fetch(`${baseUrl()}/oauth2/token`, {
    method: 'POST',
    // Else a browser would prompt for a password if the code was used.
    credentials: 'omit',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  if (response.status === 401) {
    throw new SignInFailure(
      'This link was used already, and works only once. npm start prints a new one each time it starts.',
    );
  }
  const answer = (await response.json()) as { client_secret?: string; detail?: string };
  const { client_secret, detail = 'The code of the link was not accepted.' } = answer;
  if (client_secret === undefined) throw new SignInFailure(detail);
  return { clientId, clientSecret: client_secret };
}

/** Returns the session with new credentials of its app. */
export const withCredentials = (session: Session, credentials: Credentials): Session => ({
  ...session,
  trellis: new Trellis({ baseUrl: baseUrl(), ...credentials }),
});

interface SignedIn extends Session {
  signOut(): void;
  /** Continues with the new secret of the app. */
  changeSecret(clientSecret: string): void;
}

export const SessionContext = createContext<SignedIn | undefined>(undefined);

export function useSession(): SignedIn {
  const session = use(SessionContext);
  if (!session) throw new Error('Nobody is signed in.');
  return session;
}

export const useTrellis = () => useSession().trellis;

/** Claims of an access token that the console uses. */
interface Claims {
  sub: string;
  scopes: string[];
}

/** Reads the claims of a token without verifying it. Its scopes contain those that they include. */
export function readClaims(token: string): Claims {
  const payload = token.split('.')[1] ?? '';
  const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  const claims = JSON.parse(text) as Record<string, unknown> & { sub: string };
  return { sub: claims.sub, scopes: withImplied(scopesIn(claims)) };
}

/** A failed sign-in or an ended session. The message is shown to the user. */
export class SignInFailure extends Error {
  override readonly name = 'SignInFailure';
}

/** Tells whether the user may manage apps. With an external issuer, apps are managed there. */
export const managesApps = ({
  app,
  person,
  scopes,
}: Pick<Session, 'app' | 'person' | 'scopes'>): boolean =>
  (app ?? person) !== undefined && scopes.includes('svc.apps.admin');

/** Returns why the user may not use operations that need these scopes; undefined if they may. */
export function refusalOf(
  { person, app, scopes }: Pick<Session, 'app' | 'scopes'> & { person?: Role },
  scope: Scope | readonly Scope[],
): string | undefined {
  const missing = [scope].flat().filter((one) => !scopes.includes(one));
  if (missing.length === 0) return undefined;
  if (person) return `Your role (${person.organization.role}) may not do this.`;
  return `${app === undefined ? 'Your account' : `The app ${app}`} lacks ${missing.join(', ')}.`;
}

interface Role {
  organization: Pick<Organization, 'role'>;
}
