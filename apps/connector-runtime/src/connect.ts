import { connectBroker, connectRedis } from '@trellis/messaging';
import { observeCallee, observeCaller, observeJobs, type ServiceContext } from '@trellis/platform';
import { startCounting } from './accounts/count-activity.js';
import { startJournal } from './activity/journal.js';
import type { Configuration } from './configuration.js';
import { openDatabase } from './database.js';
import type { RuntimeMetrics } from './metrics.js';

/** A Redis that does not answer a count within this time is treated as down. */
const countTimeoutMs = 250;

/**
 * Connects to the database and the queues. At shutdown, running work is aborted before the connections are closed;
 * activity is stored until the polls have ended.
 */
export async function connect(
  { name, configuration, log, tracing, onClose }: ServiceContext<Configuration> & { name: string },
  metrics: RuntimeMetrics,
) {
  const { DATABASE_URL, QUEUE_DATABASE_URL, REDIS_URL } = configuration;
  const { database, pool, pools, close } = openDatabase(DATABASE_URL, {
    maxConnections: configuration.DATABASE_CONNECTIONS,
    tracer: tracing,
  });
  onClose(close);

  const activity = startCounting({ pool, log });
  onClose(() => activity.stop());

  const broker = await connectBroker({
    redisUrl: REDIS_URL,
    shards: configuration.QUEUE_SHARDS,
    databaseUrl: QUEUE_DATABASE_URL ?? DATABASE_URL,
    name,
    observer: { ...observeCaller(metrics), ...observeCallee(metrics), ...observeJobs(metrics) },
    tracer: tracing,
    onError: (error) => log.warn({ err: error }, 'message queue'),
    onClockSkew: (skewMs) => log.warn({ skewMs }, 'clock skew against the message queue'),
  });
  onClose(() => broker.close());

  const maxBytesPerDay = configuration.OPERATIONS_BYTES_PER_DAY;
  const journal = startJournal({ pool, hints: broker.hints, log, maxBytesPerDay });
  onClose(() => journal.stop());

  const stop = new AbortController();
  onClose(() => stop.abort());

  const redis = REDIS_URL
    ? connectRedis(REDIS_URL, { enableOfflineQueue: false, commandTimeout: countTimeoutMs })
    : undefined;
  // While Redis is down, each worker counts alone.
  redis?.on('error', () => undefined);
  onClose(() => redis?.disconnect());

  const rateStore = redis ? { redis } : { pool };
  return { database, pool, pools, broker, rateStore, activity, journal, stopping: stop.signal };
}
