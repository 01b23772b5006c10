import { createResolver } from '@trellis/connector-sdk';
import { connectors } from '@trellis/connectors';
import { connectorsContract, interactionTopic, unitsContract } from '@trellis/contracts';
import { databaseProblem } from '@trellis/database';
import {
  connectBroker,
  connectRpcClient,
  createJobQueue,
  createScheduler,
  publishHint,
  serve,
  startJobWorker,
  startScheduleWorker,
} from '@trellis/messaging';
import { runService } from '@trellis/platform';
import { createSealing } from '@trellis/sealing';
import { Redis } from 'ioredis';
import { sweepAuthorizations } from './authorizations/sweep.js';
import { attemptRemoval, removalJob } from './clients/removal-job.js';
import { configuration } from './configuration.js';
import { openDatabase } from './database.js';
import { handlers } from './handlers.js';
import { interactionJob } from './interactions/interaction-job.js';
import { performInteraction } from './interactions/perform.js';
import { sweepInteractions } from './interactions/sweep.js';
import { createBulkhead } from './limits/bulkhead.js';
import {
  interactionBulkheadSize,
  jobConcurrency,
  pollBulkheadSize,
  webhookBulkheadSize,
} from './limits/bulkhead-options.js';
import { createRateLimits } from './limits/rates.js';
import { deliveryJob } from './outbox/delivery-job.js';
import { createOutbox } from './outbox/outbox.js';
import { poll } from './polling/poll.js';
import { pollSchedule, startAllPolls } from './polling/schedule.js';
import { createRegistry } from './registry.js';
import { rotateSecrets } from './secrets/rotate.js';
import { startSweeps } from './sweep.js';
import { deliver, responseTimeoutMs } from './webhooks/deliver.js';
import { sweepDeliveries } from './webhooks/sweep.js';

/** Calls answered at once; a removal waits for units-service without doing anything meanwhile. */
const callConcurrency = 256;
const removalConcurrency = 50;

/** The delay of a poll whose run failed for reasons of our own. */
const pollRetryMs = 10_000;

/** A Redis that does not answer a count in this time is treated as down. */
const rateTimeoutMs = 250;

await runService({
  name: 'connector-runtime',
  configuration,
  async start({ configuration, log, onClose }) {
    const { database, pool, close } = openDatabase(configuration.DATABASE_URL, {
      maxConnections: configuration.DATABASE_CONNECTIONS,
    });
    onClose(close);

    const broker = await connectBroker({
      redisUrl: configuration.REDIS_URL,
      databaseUrl: configuration.QUEUE_DATABASE_URL ?? configuration.DATABASE_URL,
      name: 'connector-runtime',
      onError: (error) => log.warn({ err: error }, 'message queue'),
    });
    onClose(() => broker.close());

    const stop = new AbortController();
    const stopping = stop.signal;
    onClose(() => stop.abort());

    const redis = configuration.REDIS_URL
      ? new Redis(configuration.REDIS_URL, {
          enableOfflineQueue: false,
          commandTimeout: rateTimeoutMs,
        })
      : undefined;
    redis?.on('error', () => undefined);
    onClose(() => redis?.disconnect());

    const sealing = createSealing(configuration.SECRETS_KEYS);
    const rotated = await rotateSecrets(database, sealing);
    if (rotated > 0) log.info({ rotated }, 'secrets encrypted with the current key');

    const allowPrivate = configuration.EGRESS_PRIVATE === 'allow';
    const resolve = createResolver({ allowPrivate });
    const registry = createRegistry(connectors);
    const rateLimits = createRateLimits(redis ? { redis } : { pool });
    const units = await connectRpcClient(broker, unitsContract);
    const publishEnded = (id: string) => publishHint(broker, interactionTopic(id));

    const removal = removalJob(configuration.REMOVAL_ATTEMPTS);
    const polls = createScheduler(broker, pollSchedule);
    const removals = createJobQueue(broker, removal);
    const interactions = createJobQueue(broker, interactionJob);
    const deliveries = createJobQueue(broker, deliveryJob);
    const outbox = createOutbox({ sealing, deliveries, log });
    const session = { database, registry, sealing, resolve, rateLimits };

    serve(broker, {
      contract: connectorsContract,
      handlers,
      needs: {
        ...session,
        allowPrivate,
        units,
        polls,
        removals,
        interactions,
        deliveries,
        outbox,
        publishEnded,
        log,
      },
      concurrency: callConcurrency,
      problemOf: databaseProblem,
      onUnexpected: (error, call) => log.error({ err: error, call }, 'call failed'),
    });

    const pollSize = pollBulkheadSize(configuration);
    const pollBulkhead = createBulkhead({
      ...pollSize,
      timeoutMs: configuration.POLL_TIMEOUT_MS,
      stopping,
    });
    startScheduleWorker(broker, pollSchedule, {
      run: (data) =>
        poll({ ...session, units, outbox, log, bulkhead: pollBulkhead, stopping }, data),
      concurrency: jobConcurrency(pollSize),
      retryMs: pollRetryMs,
      onFailure: (error, client) => log.error({ err: error, client }, 'poll failed'),
    });

    startJobWorker(broker, removal, {
      handle: (data) => attemptRemoval({ ...session, units, polls, outbox, log }, data),
      concurrency: removalConcurrency,
      onFailure: (error, client, attempt) =>
        log.warn({ client, attempt, reason: error.message }, 'removal attempt failed'),
    });

    const interactionBulkhead = createBulkhead({
      ...interactionBulkheadSize,
      timeoutMs: configuration.INTERACTION_TIMEOUT_MS,
      stopping,
    });
    startJobWorker(broker, interactionJob, {
      handle: (data, attempt) =>
        performInteraction(
          { ...session, polls, publishEnded, log, bulkhead: interactionBulkhead },
          data,
          attempt,
        ),
      concurrency: jobConcurrency(interactionBulkheadSize),
      onFailure: (error, interaction, attempt) =>
        log.warn({ interaction, attempt, reason: error.message }, 'interaction is retried'),
    });

    const webhookBulkhead = createBulkhead({
      ...webhookBulkheadSize,
      timeoutMs: responseTimeoutMs,
      stopping,
    });
    startJobWorker(broker, deliveryJob, {
      handle: (data, attempt) =>
        deliver(
          { database, sealing, resolve, publishEnded, bulkhead: webhookBulkhead },
          data,
          attempt,
        ),
      concurrency: jobConcurrency(webhookBulkheadSize),
      onFailure: (error, delivery, attempt) =>
        log.info({ delivery, attempt, reason: error.message }, 'delivery is retried'),
    });

    const sweeps = {
      interactions: () => sweepInteractions({ database }),
      authorizations: () => sweepAuthorizations({ database }),
      deliveries: () => sweepDeliveries({ database, outbox }),
    };
    onClose(startSweeps(sweeps, log));
    await startAllPolls({ database, polls });
  },
});
