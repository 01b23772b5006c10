import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { auditJob, unitsContract } from '@trellis/contracts';
import type { Broker } from '@trellis/messaging';
import { createRedaction } from '@trellis/platform';
import express, { type Express, type RequestHandler } from 'express';
import { deliveryJob } from '../../delivery/delivery-job.js';
import { pollSchedule } from '../../polling/schedule.js';
import { ownQueues } from '../../queues.js';
import { limitChanges, requireOperator } from './access.js';
import { shownData } from './shown.js';

/** All queues with descriptions of their jobs. */
const queues: Record<string, string> = {
  [unitsContract.queue]: 'Calls to units-service',
  ...ownQueues,
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
