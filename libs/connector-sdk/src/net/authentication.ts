import { randomBytes, createHash } from 'node:crypto';
import { Misconfigured } from '../failure.js';

export type HttpAuth =
  /** RFC 7617 and RFC 7616. */
  | { scheme: 'basic' | 'digest'; username: string; password: string }
  /** RFC 6750. */
  | { scheme: 'bearer'; token: string };

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
  if (username.includes(':')) {
    throw new Misconfigured('The user name must not contain a colon.', {
      cause: 'request_invalid',
    });
  }
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** A challenge of HTTP Digest access authentication (RFC 7616, section 3.3). */
interface DigestChallenge {
  realm: string;
  nonce: string;
  opaque: string | undefined;
  algorithm: DigestAlgorithm;
  /** Whether the server supports `qop=auth`; those of RFC 2069 do not. */
  hasQop: boolean;
  isUserHashed: boolean;
}

/** Hash functions of Node by the names of RFC 7616, the strongest first. */
const hashes = {
  'SHA-512-256': 'sha512-256',
  'SHA-512-256-sess': 'sha512-256',
  'SHA-256': 'sha256',
  'SHA-256-sess': 'sha256',
  MD5: 'md5',
  'MD5-sess': 'md5',
} as const;

type DigestAlgorithm = keyof typeof hashes;

const algorithms = Object.keys(hashes) as DigestAlgorithm[];

/** Matches a parameter of a challenge, or the scheme that begins one (RFC 9110, section 11.3). */
const part = /[\s,]*([\w!#$%&'*+.^`|~-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/y;

/** Returns the strongest supported Digest challenge in `WWW-Authenticate`. */
export function digestChallengeIn(
  header: string | string[] | undefined,
): DigestChallenge | undefined {
  const challenges = [header ?? []].flat().flatMap(parametersOfDigest).flatMap(toChallenge);
  return challenges.sort((one, other) => rank(one) - rank(other))[0];
}

const rank = ({ algorithm }: DigestChallenge) => algorithms.indexOf(algorithm);

/** Returns the parameters of each Digest challenge in a header, which may also have other challenges. */
function parametersOfDigest(header: string): Map<string, string>[] {
  const found: Map<string, string>[] = [];
  let current: Map<string, string> | undefined;
  for (const [, name = '', quoted, token] of header.matchAll(new RegExp(part, 'gy'))) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? token;
    if (value !== undefined) current?.set(name.toLowerCase(), value);
    else if (name.toLowerCase() === 'digest') found.push((current = new Map()));
    else current = undefined;
  }
  return found;
}

/** Returns whether a text is printable ASCII, because it is sent back in a header. */
const isSendable = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

function toChallenge(parameters: Map<string, string>): DigestChallenge[] {
  const [realm, nonce, opaque, qop] = ['realm', 'nonce', 'opaque', 'qop'].map((name) =>
    parameters.get(name),
  );
  const named = (parameters.get('algorithm') ?? 'MD5').toUpperCase();
  const algorithm = algorithms.find((one) => one.toUpperCase() === named);
  if (realm === undefined || nonce === undefined || !algorithm) return [];
  if (![realm, nonce, opaque ?? ''].every(isSendable)) return [];
  const hasQop = qop !== undefined;
  if (
    hasQop &&
    !qop
      .toLowerCase()
      .split(/[\s,]+/)
      .includes('auth')
  )
    return [];
  const isUserHashed = parameters.get('userhash')?.toLowerCase() === 'true';
  return [{ realm, nonce, opaque, algorithm, hasQop, isUserHashed }];
}

export interface DigestRequest {
  challenge: DigestChallenge;
  username: string;
  password: string;
  method: string;
  /** The target of the request: path and query. */
  uri: string;
  /** The number of requests with this nonce, including this one. */
  count: number;
  /** A nonce of the client, the same for all requests with the server's nonce. */
  clientNonce: string;
}

/** Returns the value of `Authorization` that answers a challenge (RFC 7616, section 3.4). */
export function digestAuthorization(request: DigestRequest): string {
  const { challenge, username, uri, clientNonce } = request;
  const { realm, nonce, opaque, algorithm, hasQop, isUserHashed } = challenge;
  const hash = hashWith(algorithm);
  const count = request.count.toString(16).padStart(8, '0');
  const fields = [
    isUserHashed ? quoted('username', hash(`${username}:${realm}`)) : userField(username),
    quoted('realm', realm),
    quoted('nonce', nonce),
    quoted('uri', uri),
    `algorithm=${algorithm}`,
    ...(hasQop ? ['qop=auth', `nc=${count}`, quoted('cnonce', clientNonce)] : []),
    quoted('response', responseTo(request, { hash, count })),
    ...(opaque === undefined ? [] : [quoted('opaque', opaque)]),
    ...(isUserHashed ? ['userhash=true'] : []),
  ];
  return `Digest ${fields.join(', ')}`;
}

type Hash = (text: string) => string;

const hashWith =
  (algorithm: DigestAlgorithm): Hash =>
  (text) =>
    createHash(hashes[algorithm]).update(text).digest('hex');

/** RFC 7616, sections 3.4.1 to 3.4.3. */
function responseTo(
  { challenge, username, password, method, uri, clientNonce }: DigestRequest,
  { hash, count }: { hash: Hash; count: string },
): string {
  const { realm, nonce, algorithm, hasQop } = challenge;
  const secret = hash(`${username}:${realm}:${password}`);
  const isSession = algorithm.endsWith('-sess');
  const a1 = isSession ? hash(`${secret}:${nonce}:${clientNonce}`) : secret;
  const a2 = hash(`${method}:${uri}`);
  return hash(
    hasQop ? `${a1}:${nonce}:${count}:${clientNonce}:auth:${a2}` : `${a1}:${nonce}:${a2}`,
  );
}

const quoted = (name: string, value: string) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`;

/** Writes the user name; one that is not ASCII in the form of RFC 8187. */
const userField = (username: string) =>
  isSendable(username)
    ? quoted('username', username)
    : `username*=UTF-8''${percentEncoded(username.toWellFormed())}`;

const percentEncoded = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
