import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Redis } from 'ioredis';
import ipaddr from 'ipaddr.js';
import { createRateLimit, type CountRequest, type Counted } from './rate-limit.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** What the limits by which it was counted say, as headers of its answer. */
    rateLimit?: Pick<Counted, 'policy' | 'state'>;
  }
}

/** The limits by which requests are counted. */
export interface Limits {
  /** Of all requests, by developer; by address where there is none. */
  requests: CountRequest;
  /** Of attempts to authenticate from one address, whatever the credentials. */
  attempts: CountRequest;
  /** Of attempts from one address to authenticate as one app. */
  attemptsAsApp: CountRequest;
}

export interface LimitOptions {
  /** Of a developer, or of an address without a token; 0 for no limit. */
  requestsPerMinute: number;
  /** To authenticate as one app from one address; 0 for no limit. */
  attemptsPerMinute: number;
  /** Shares the counts between gateways. */
  redis: Redis | undefined;
}

/** How many attempts to authenticate one address has, compared with those as one app. */
const attemptsFactor = 10;

export function createLimits({
  requestsPerMinute,
  attemptsPerMinute,
  redis,
}: LimitOptions): Limits {
  const limit = (name: string, perMinute: number) => createRateLimit({ name, perMinute, redis });
  return {
    requests: limit('requests', requestsPerMinute),
    attempts: limit('attempts', attemptsPerMinute * attemptsFactor),
    attemptsAsApp: limit('attempts-as-app', attemptsPerMinute),
  };
}

/** Counts a request; throws `rate_limited` when it is over a limit. */
export function limitRequests({ requests }: Limits, request: Request, developer?: string) {
  return apply(request, requests(developer ?? `address ${networkOf(request.ip)}`));
}

/**
 * Counts an attempt to authenticate as an app; throws `rate_limited` when it is over a limit. Both limits
 * are by address: attempts from elsewhere cannot lock out the app itself.
 */
export async function limitAttempts(
  { attempts, attemptsAsApp }: Limits,
  request: Request,
  clientId: string,
): Promise<void> {
  const network = networkOf(request.ip);
  await apply(request, attempts(network));
  const app = createHash('sha256').update(clientId).digest('base64url');
  await apply(request, attemptsAsApp(`${network} ${app}`));
}

async function apply(request: Request, counting: ReturnType<CountRequest>): Promise<void> {
  const counted = await counting;
  if (!counted) return;
  const { rateLimit: other } = request;
  request.rateLimit = other
    ? {
        policy: `${other.policy}, ${counted.policy}`,
        state: `${other.state}, ${counted.state}`,
      }
    : counted;
  if (counted.problem) throw counted.problem;
}

/** The headers of an answer that is not sent at once; a `Sender` adds them by itself. */
export const rateLimitHeaders = ({ rateLimit }: Request): Record<string, string> =>
  rateLimit ? { 'RateLimit-Policy': rateLimit.policy, RateLimit: rateLimit.state } : {};

/** An IPv4 address, or the /64 network of an IPv6 one: that is what one customer of a provider has. */
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
