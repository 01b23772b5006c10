import { unitsContract } from '@trellis/contracts';
import { databaseProblem } from '@trellis/database';
import { connectBroker, serve } from '@trellis/messaging';
import { runService, serveProbes } from '@trellis/platform';
import { configuration } from './configuration.js';
import { openDatabase } from './database/open.js';
import { pruneEvents } from './events/prune.js';
import { handlers } from './handlers.js';
import { requireDatabase } from './health.js';
import { pruneRequests } from './requests/prune.js';
import { thingsHintPublisher } from './things/hints.js';
import { openJsonLdProcessor } from './units/json-ld/processor.js';

const name = 'units-service';
const pruneIntervalMs = 60_000;

await runService({
  name,
  configuration,
  async start({ configuration, log, onClose }) {
    const { prisma, pool, traversals, close } = openDatabase({
      url: configuration.DATABASE_URL,
      maxConnections: configuration.DATABASE_CONNECTIONS,
      maxTraversalConnections: configuration.TRAVERSAL_CONNECTIONS,
      traversalTimeoutMs: configuration.TRAVERSAL_TIMEOUT_MS,
    });
    onClose(close);

    const jsonLd = openJsonLdProcessor({
      onError: (error) => log.error({ err: error }, 'JSON-LD thread'),
    });
    onClose(() => jsonLd.close());

    const broker = await connectBroker({
      redisUrl: configuration.REDIS_URL,
      databaseUrl: configuration.QUEUE_DATABASE_URL ?? configuration.DATABASE_URL,
      name,
      onError: (error) => log.warn({ err: error }, 'message queue'),
      onClockSkew: (skewMs) => log.warn({ skewMs }, 'clock skew against the message queue'),
    });
    onClose(() => broker.close());

    const pruning = setInterval(() => {
      pruneEvents(prisma).catch((error: unknown) => log.warn({ err: error }, 'pruning events'));
      pruneRequests(pool).catch((error: unknown) => log.warn({ err: error }, 'pruning requests'));
    }, pruneIntervalMs);
    onClose(() => clearInterval(pruning));

    const { clock } = broker;
    const publishThingsHint = thingsHintPublisher(broker);
    serve(broker, {
      contract: unitsContract,
      handlers,
      needs: { prisma, pool, traversals, jsonLd, clock, publishThingsHint },
      problemOf: databaseProblem,
      onUnexpected: (error, call) => log.error({ err: error, call }, 'call failed'),
    });
    const check = () => Promise.all([broker.check(), requireDatabase(prisma)]);
    onClose(await serveProbes({ port: configuration.HEALTH_PORT, check }));
  },
});
