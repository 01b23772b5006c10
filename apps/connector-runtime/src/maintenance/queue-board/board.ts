import { hash, timingSafeEqual } from 'node:crypto';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { auditJob, modelSchedule, unitsContract } from '@trellis/contracts';
import type { Broker } from '@trellis/messaging';
import { createRedaction } from '@trellis/platform';
import basicAuth from 'basic-auth';
import express, { type Express, type RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { deliveryJob, pollSchedule, ownQueues } from '../../queues.js';

/** All queues with descriptions of their jobs. */
const queues: Record<string, string> = {
  [unitsContract.queue]: 'Calls to units-service',
  ...ownQueues,
  [modelSchedule.queue]: 'A job for each developer who imports models of buildings',
  [auditJob.queue]: 'Entries of the audit log that units-service has yet to store',
};

/** The queues that may have several shards. */
const sharded = [unitsContract, pollSchedule, deliveryJob].map(({ queue }) => queue);

interface BoardOptions {
  user: string;
  password: string;
  isReadOnly: boolean;
}

/** Creates the pages that show the queues to operators (bull-board). */
export function createBoard(
  broker: Pick<Broker, 'queue' | 'shards'>,
  { isReadOnly, ...credentials }: BoardOptions,
): Express {
  const redact = createRedaction([]);
  const shardsOf = (name: string) =>
    Array.from({ length: sharded.includes(name) ? broker.shards.current() : 1 }, (_, n) => n);
  const serverAdapter = new ExpressAdapter();
  createBullBoard({
    serverAdapter,
    queues: Object.entries(queues).flatMap(([name, description]) =>
      shardsOf(name).map((shard) => {
        const queue = broker.queue(name, shard);
        const adapter = new BullMQAdapter(queue, { readOnlyMode: isReadOnly, description });
        adapter.setFormatter('data', shownData);
        return adapter;
      }),
    ),
    options: {
      uiConfig: { boardTitle: 'Trellis queues', hideDocsLink: true },
      // For instance, reasons of failures may quote texts of others.
      handlerHooks: {
        after: (_request, answer) => ({
          ...answer,
          body: JSON.parse(redact(JSON.stringify(answer.body ?? null))) as typeof answer.body,
        }),
      },
    },
  });
  const app = express();
  app.disable('x-powered-by');
  app.use(setHeaders, requireOperator(credentials), limitChanges({ isReadOnly }));
  app.use(serverAdapter.getRouter() as RequestHandler);
  return app;
}

/** Sets headers that let the page load only its own files. */
const setHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'Content-Security-Policy':
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  next();
};

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
function requireOperator({ user, password }: Credentials): RequestHandler {
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
const limitChanges =
  ({ isReadOnly }: { isReadOnly: boolean }): RequestHandler =>
  ({ method, path, headers }, response, next) => {
    if (method === 'GET' || method === 'HEAD') return next();
    const isPossible = method === 'PUT' && changes.some((change) => change.test(path));
    const site = headers['sec-fetch-site'] ?? 'same-origin';
    if (isReadOnly || !isPossible || site !== 'same-origin') return void response.sendStatus(403);
    next();
  };

/** Members of job data that are ids or flags. */
const harmless = new Set([
  'client',
  'interaction',
  'delivery',
  'subscription',
  'message',
  'group',
  'job',
  'isUnfinished',
]);

interface Envelope {
  id: string;
  call: string;
}

/**
 * Reduces the data of a job to what operators may see: ids, the names of calls, and the number of audit log entries.
 * Data of developers is hidden, even if it is encrypted.
 */
function shownData(data: unknown): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries((data ?? {}) as object) as [string, unknown][]) {
    if (harmless.has(name)) shown[name] = value;
    else if (name === 'calls') shown[name] = namesOfCalls(value);
    else shown[name] = Array.isArray(value) ? `${value.length} not shown` : 'not shown';
  }
  return shown;
}

function namesOfCalls(calls: unknown): unknown {
  try {
    return (JSON.parse(String(calls)) as Envelope[]).map(({ id, call }) => ({ id, call }));
  } catch {
    return 'not shown';
  }
}
