import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { RedisClient } from '@trellis/messaging';
import type { Exchange } from '../exchange.js';
import { type Admission, createAdmission } from './admission.js';
import { type BodyBudget, createBodyBudget, maxBodyBytes } from './body-budget.js';
import { createHeavyRequests, type HeavyRequests } from './heavy-requests.js';
import { type CountRequest, createRateLimit } from './rate-limit.js';

/** The limits of what callers may ask at once, or in a minute. */
export interface Limits {
  /** Of all requests, by developer; by address where there is none. */
  requests: CountRequest;
  /** Of requests with access tokens that are bound to a subject, by developer and subject. */
  requestsOfSubject: CountRequest;
  /** Of requests that connect to addresses which they name, by developer. */
  trials: CountRequest;
  /** Of origins of web pages that are looked up for requests without a token, by address. */
  originLookups: CountRequest;
  /** Of attempts to authenticate from one address, whatever the credentials. */
  attempts: CountRequest;
  /** Of attempts from one address to authenticate as one app. */
  attemptsAsApp: CountRequest;
  /** Of requests to one address of a client, wherever they come from. */
  hooks: CountRequest;
  /** Of refused requests that leave an entry in the audit log, by developer. */
  refusals: CountRequest;
  /** Of the requests that are under way, by owner. */
  admission: Admission;
  /** Of the bodies that are under way. */
  bodies: BodyBudget;
  /** Of the heavy requests that are under way. */
  heavy: HeavyRequests;
}

export interface LimitOptions {
  /** Of a developer, or of an address without a token; 0 for no limit. */
  requestsPerMinute: number;
  /** Of a subject, with access tokens that are bound to it; 0 for no limit. */
  subjectRequestsPerMinute: number;
  /** To authenticate as one app from one address; 0 for no limit. */
  attemptsPerMinute: number;
  /** Shares the counts between gateways. */
  redis: RedisClient | undefined;
}

/**
 * The most requests to one address of a client: vendors send one whenever something happens in a home, and more
 * of them would say no more.
 */
const hookRequestsPerMinute = 120;

/** The most trials: one in a second is enough for people, and too few to scan a network. */
const trialsPerMinute = 60;

/** The most refused requests in the audit log: what people do has far fewer, and a program in a loop would fill it. */
const refusalsPerMinute = 300;

/** How many attempts to authenticate one address has, compared with those as one app. */
const attemptsFactor = 10;

/** The most origins that are looked up for one address: its browsers show few apps, and known ones do not count. */
const originLookupsPerMinute = 60;

/** A gateway takes this share of a subject's limit at once, so that a page does not cost a look at every request. */
const subjectAllowanceShare = 1 / 20;

export function createLimits({
  requestsPerMinute,
  subjectRequestsPerMinute,
  attemptsPerMinute,
  redis,
}: LimitOptions): Limits {
  const limit = (name: string, perMinute: number) => createRateLimit({ name, perMinute, redis });
  return {
    requests: limit('requests', requestsPerMinute),
    requestsOfSubject: createRateLimit({
      name: 'requests-of-subject',
      perMinute: subjectRequestsPerMinute,
      share: subjectAllowanceShare,
      redis,
    }),
    trials: limit('trials', trialsPerMinute),
    originLookups: limit('origin-lookups', originLookupsPerMinute),
    attempts: limit('attempts', attemptsPerMinute * attemptsFactor),
    attemptsAsApp: limit('attempts-as-app', attemptsPerMinute),
    hooks: limit('hooks', hookRequestsPerMinute),
    refusals: limit('refusals', refusalsPerMinute),
    admission: createAdmission(),
    bodies: createBodyBudget(),
    heavy: createHeavyRequests(),
  };
}

/** Returns the owner of an anonymous request: the network that it comes from. */
export const ownerOf = ({ request }: Exchange): string => `address ${networkOf(request.ip)}`;

/** Counts a request for its owner, and for the subject to which its access token is bound. Its count does not name it. */
export async function limitRequests(
  { requests, requestsOfSubject }: Limits,
  exchange: Exchange,
): Promise<void> {
  const { developer, subject } = exchange.bearer;
  if (subject !== undefined) {
    const key = createHash('sha256').update(JSON.stringify([developer, subject]));
    await apply(exchange, requestsOfSubject(key.digest('base64url')));
  }
  await apply(exchange, requests(exchange.owner));
}

/** Counts a request that connects to addresses which it names. */
export const limitTrial = ({ trials }: Limits, exchange: Exchange): Promise<void> =>
  apply(exchange, trials(exchange.owner));

/** Counts the look-up of an origin of web pages. */
export async function limitOriginLookup(
  { originLookups }: Limits,
  { request }: Exchange,
): Promise<void> {
  const counted = await originLookups(networkOf(request.ip));
  if (counted?.problem) throw counted.problem;
}

/** Counts the body of a request until the returned function is called; see {@link BodyBudget}. */
export const limitBody = (
  { bodies }: Limits,
  { owner, headers }: Exchange,
  maxBytes = maxBodyBytes,
): (() => void) => bodies.take(owner, sizeOfBody(headers, maxBytes));

/** Returns the bytes that a body may have: most requests declare them. */
function sizeOfBody(headers: Exchange['headers'], maxBytes: number): number {
  const { 'content-length': length, 'content-encoding': encoding } = headers;
  if (encoding !== undefined || headers['transfer-encoding'] !== undefined) return maxBytes;
  return Math.min(Number(length ?? 0), maxBytes);
}

/**
 * Counts an attempt to authenticate as an app. Both limits are by address: attempts from elsewhere cannot lock out the
 * app itself.
 */
export async function limitAttempts(
  { attempts, attemptsAsApp }: Limits,
  exchange: Exchange,
  clientId: string,
): Promise<void> {
  const network = networkOf(exchange.request.ip);
  await apply(exchange, attempts(network));
  const app = createHash('sha256').update(clientId).digest('base64url');
  await apply(exchange, attemptsAsApp(`${network} ${app}`));
}

/** Counts a request to the webhook address of a connector client, by its digest. */
export const limitHook = ({ hooks }: Limits, exchange: Exchange, digest: string): Promise<void> =>
  apply(exchange, hooks(digest));

/** Notes the state of a limit for the headers of the answer; throws `rate_limited` over the limit. */
async function apply(exchange: Exchange, counting: ReturnType<CountRequest>): Promise<void> {
  const counted = await counting;
  if (!counted) return;
  const { rateLimit: other } = exchange;
  exchange.rateLimit = other
    ? { policy: `${other.policy}, ${counted.policy}`, state: `${other.state}, ${counted.state}` }
    : counted;
  if (counted.problem) throw counted.problem;
}

/** Returns the headers for streams and lines; a `Sender` adds them by itself. */
export const rateLimitHeaders = ({ rateLimit }: Exchange): Record<string, string> =>
  rateLimit ? { 'RateLimit-Policy': rateLimit.policy, RateLimit: rateLimit.state } : {};

/** Returns an IPv4 address, or the /64 network of an IPv6 one, which a provider gives to one customer. */
export function networkOf(address = ''): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
}
