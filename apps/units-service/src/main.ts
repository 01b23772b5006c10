import { unitsContract } from '@trellis/contracts';
import { connectBroker, serve } from '@trellis/messaging';
import { runService } from '@trellis/platform';
import { configuration } from './configuration.js';
import { openDatabase } from './database.js';
import { nameFailure } from '@trellis/database';
import { announcing } from './events/announce.js';
import { pruneEvents } from './events/prune.js';
import { handlers } from './handlers.js';

await runService({
  name: 'units-service',
  configuration,
  async start({ configuration, log, onClose }) {
    const database = openDatabase(configuration.DATABASE_URL, {
      connections: configuration.DATABASE_CONNECTIONS,
      traversalConnections: configuration.TRAVERSAL_CONNECTIONS,
      traversalTimeout: configuration.TRAVERSAL_TIMEOUT_MS,
    });
    onClose(() => database.close());

    const broker = await connectBroker({
      redisUrl: configuration.REDIS_URL,
      databaseUrl: configuration.QUEUE_DATABASE_URL ?? configuration.DATABASE_URL,
      name: 'units-service',
      onError: (error) => log.warn({ err: error }, 'message queue'),
    });
    onClose(() => broker.close());

    const pruning = setInterval(() => {
      pruneEvents(database).catch((error: unknown) => log.warn({ err: error }, 'pruning events'));
    }, 60_000);
    onClose(() => clearInterval(pruning));

    serve(broker, unitsContract, announcing(broker, handlers(database)), {
      nameFailure,
      onUnexpected: (error, call) => log.error({ err: error, call }, 'call failed'),
    });
  },
});
