import { hash, timingSafeEqual } from 'node:crypto';
import basicAuth from 'basic-auth';
import type { RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';

interface Credentials {
  user: string;
  password: string;
}

/** How many wrong attempts one address may make in a minute. */
const attemptsPerMinute = 20;

const isSame = (given: string, expected: string): boolean => {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(given), digest(expected));
};

/** Lets operators in, by HTTP Basic authentication (RFC 7617). */
export function requireOperator({ user, password }: Credentials): RequestHandler {
  const attempts = new RateLimiterMemory({ points: attemptsPerMinute, duration: 60 });
  return async (request, response, next) => {
    const address = request.socket.remoteAddress ?? '';
    const known = await attempts.get(address);
    if (known && known.remainingPoints <= 0) return void response.sendStatus(429);
    const given = basicAuth(request);
    // Both are compared, so that the time does not tell which one is wrong.
    const isRight = [isSame(given?.name ?? '', user), isSame(given?.pass ?? '', password)];
    if (isRight.every(Boolean)) return next();
    if (given) await attempts.consume(address).catch(() => undefined);
    response.set('WWW-Authenticate', 'Basic realm="queues", charset="UTF-8"').sendStatus(401);
  };
}

/** The changes that can be made: to one job, and whether a queue is worked on. */
const changes = [
  /^\/api\/queues\/[^/]+\/[^/]+\/(retry|promote|clean)$/,
  /^\/api\/queues\/[^/]+\/(pause|resume)$/,
];

/**
 * Lets requests pass that read, and those that make a change that is possible; where nothing is, the former
 * alone. A page of another site cannot make a browser send a change with the operator's credentials.
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
