import { randomBytes } from 'node:crypto';
import { Misconfigured } from '../failure.js';
import { digestAuthorization, digestChallengeIn, type DigestChallenge } from './digest.js';

/** How an HTTP request authenticates itself. */
export type HttpAuth =
  /** RFC 7617 and RFC 7616. */
  | { scheme: 'basic' | 'digest'; username: string; password: string }
  /** RFC 6750. */
  | { scheme: 'bearer'; token: string };

/** The parts of a request that its authentication depends on. */
interface Target {
  url: URL;
  method: string;
}

/** The last challenge of a server, and how often it was answered. */
interface Session {
  challenge: DigestChallenge;
  clientNonce: string;
  count: number;
}

/** Authenticates the requests of one client, with the last Digest challenge of each server. */
export interface Authenticator {
  /** Returns the value of `Authorization`; undefined when the server has to send a challenge first. */
  authorize(auth: HttpAuth | undefined, target: Target): string | undefined;
  /** Stores the challenge of a 401 response; returns false when it cannot be answered. */
  learn(
    auth: HttpAuth | undefined,
    url: URL,
    headers: Record<string, string | string[] | undefined>,
  ): boolean;
}

export function createAuthenticator(): Authenticator {
  const sessions = new Map<string, Session>();
  return {
    authorize(auth, { url, method }) {
      if (!auth) return undefined;
      if (auth.scheme === 'bearer') return `Bearer ${auth.token}`;
      const { username, password } = auth;
      if (auth.scheme === 'basic') return basicAuthorization(username, password);
      const session = sessions.get(url.origin);
      if (!session) return undefined;
      session.count += 1;
      const uri = `${url.pathname}${url.search}`;
      return digestAuthorization({ ...session, username, password, method, uri });
    },
    learn(auth, url, headers) {
      if (auth?.scheme !== 'digest') return false;
      const challenge = digestChallengeIn(headers['www-authenticate']);
      if (!challenge) return false;
      const clientNonce = randomBytes(16).toString('hex');
      sessions.set(url.origin, { challenge, clientNonce, count: 0 });
      return true;
    },
  };
}

function basicAuthorization(username: string, password: string): string {
  if (username.includes(':')) throw new Misconfigured('The user name must not contain a colon.');
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
