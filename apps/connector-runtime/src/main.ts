import { setMaxListeners } from 'node:events';
import { Redis } from 'ioredis';
import { createResolver } from '@trellis/connector-sdk';
import { connectors } from '@trellis/connectors';
import { connectorsContract, interactionTopic, unitsContract } from '@trellis/contracts';
import { nameFailure } from '@trellis/database';
import {
  connectBroker,
  connectClient,
  durableQueue,
  publishHint,
  schedules,
  serve,
} from '@trellis/messaging';
import { runService } from '@trellis/platform';
import { createSealing } from '@trellis/sealing';
import { announce } from './callbacks/announce.js';
import { deliveryJob } from './callbacks/job.js';
import { requestAction } from './callbacks/request-action.js';
import { configuration } from './configuration.js';
import { openDatabase } from './database.js';
import { handlers } from './handlers.js';
import { interactionJob } from './interactions/job.js';
import { runJobs } from './jobs.js';
import { pollSchedule, startAllPolls } from './polling/schedule.js';
import {
  callbackLaneOptions,
  interactionLaneOptions,
  pollLaneOptions,
} from './remote/lane-options.js';
import { createLanes } from './remote/lanes.js';
import { createRemoteRates } from './remote/rates.js';
import { removalJob } from './removal/job.js';
import type { Runtime } from './runtime.js';
import { rotateSecrets } from './secrets/rotate.js';

/** Calls answered at once; a removal waits for units-service without doing anything meanwhile. */
const callConcurrency = 256;

await runService({
  name: 'connector-runtime',
  configuration,
  async start({ configuration, log, onClose }) {
    const { database, pool, close } = openDatabase(
      configuration.DATABASE_URL,
      configuration.DATABASE_CONNECTIONS,
    );
    onClose(close);

    const broker = await connectBroker({
      redisUrl: configuration.REDIS_URL,
      databaseUrl: configuration.QUEUE_DATABASE_URL ?? configuration.DATABASE_URL,
      name: 'connector-runtime',
      onError: (error) => log.warn({ err: error }, 'message queue'),
    });
    onClose(() => broker.close());

    const stopping = new AbortController();
    // Every poll under way listens to it.
    setMaxListeners(0, stopping.signal);
    onClose(() => stopping.abort());

    const redis = configuration.REDIS_URL
      ? new Redis(configuration.REDIS_URL, { enableOfflineQueue: false, commandTimeout: 250 })
      : undefined;
    redis?.on('error', () => undefined);
    onClose(() => redis?.disconnect());

    const allowPrivate = configuration.EGRESS_PRIVATE === 'allow';
    const pollLanes = pollLaneOptions(configuration);
    const removals = removalJob(configuration.REMOVAL_ATTEMPTS);
    const runtime: Runtime = {
      database,
      connectors,
      sealing: createSealing(configuration.SECRETS_KEYS),
      units: await connectClient(broker, unitsContract),
      polls: schedules(broker, pollSchedule),
      removals: durableQueue(broker, removals),
      interactions: durableQueue(broker, interactionJob),
      settled: (interaction) => publishHint(broker, interactionTopic(interaction)),
      deliveries: durableQueue(broker, deliveryJob),
      requestAction: (request) => requestAction(runtime, request),
      announce: (events, change) => announce(runtime, events, change),
      rates: createRemoteRates(redis ? { redis } : { pool }),
      lanes: createLanes(pollLanes),
      interactionLanes: createLanes(interactionLaneOptions),
      callbackLanes: createLanes(callbackLaneOptions),
      resolve: createResolver({ allowPrivate }),
      allowPrivate,
      log,
      pollTimeout: configuration.POLL_TIMEOUT_MS,
      interactionTimeout: configuration.INTERACTION_TIMEOUT_MS,
      stopping: stopping.signal,
    };
    const rotated = await rotateSecrets(database, runtime.sealing);
    if (rotated > 0) log.info({ rotated }, 'secrets sealed with the current key');

    serve(broker, connectorsContract, handlers(runtime), {
      concurrency: callConcurrency,
      nameFailure,
      onUnexpected: (error, call) => log.error({ err: error, call }, 'call failed'),
    });
    onClose(runJobs(broker, runtime, { removals, pollLanes }));
    await startAllPolls(runtime);
  },
});
