import { hash, timingSafeEqual } from 'node:crypto';
import basicAuth from 'basic-auth';
import type { RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';

interface Credentials {
  user: string;
  password: string;
}

/** The most wrong attempts of one address per minute. */
const attemptsPerMinute = 20;

const isSame = (given: string, expected: string): boolean => {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(given), digest(expected));
};

/** Requires HTTP Basic authentication (RFC 7617). */
export function requireOperator({ user, password }: Credentials): RequestHandler {
  const attempts = new RateLimiterMemory({ points: attemptsPerMinute, duration: 60 });
  return async (request, response, next) => {
    const address = request.socket.remoteAddress ?? '';
    const known = await attempts.get(address);
    if (known && known.remainingPoints <= 0) return void response.sendStatus(429);
    const given = basicAuth(request);
    // Compares both, so that the time does not reveal which one is wrong.
    const isRight = [isSame(given?.name ?? '', user), isSame(given?.pass ?? '', password)];
    if (isRight.every(Boolean)) return next();
    if (given) await attempts.consume(address).catch(() => undefined);
    response.set('WWW-Authenticate', 'Basic realm="queues", charset="UTF-8"').sendStatus(401);
  };
}

/** The permitted changes: of one job, and pausing a queue. */
const changes = [
  /^\/api\/queues\/[^/]+\/[^/]+\/(retry|promote|clean)$/,
  /^\/api\/queues\/[^/]+\/(pause|resume)$/,
];

/**
 * Permits requests that read and, unless read-only, the permitted changes. Refuses changes from pages of other sites,
 * for which the browser would send the operator's credentials.
 */
export const limitChanges =
  ({ isReadOnly }: { isReadOnly: boolean }): RequestHandler =>
  ({ method, path, headers }, response, next) => {
    if (method === 'GET' || method === 'HEAD') return next();
    const isPossible = method === 'PUT' && changes.some((change) => change.test(path));
    const site = headers['sec-fetch-site'] ?? 'same-origin';
    if (isReadOnly || !isPossible || site !== 'same-origin') return void response.sendStatus(403);
    next();
  };
