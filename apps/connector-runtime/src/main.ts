import { createNameLookup, createResolvers } from '@trellis/connector-sdk';
import { connectors } from '@trellis/connectors';
import {
  changeTimeouts,
  connectorsContract,
  interactionTopic,
  readQuotaLimits,
  unitsContract,
} from '@trellis/contracts';
import { databaseProblem } from '@trellis/database';
import {
  connectBroker,
  connectRedis,
  connectRpcClient,
  createHintSubscriber,
  createJobQueue,
  createScheduler,
  publishHint,
  serve,
} from '@trellis/messaging';
import {
  createMetrics,
  observeCallee,
  observeCaller,
  observeJobs,
  runService,
  serveProbes,
  startSweeps,
  type ServiceContext,
} from '@trellis/platform';
import { createSealing } from '@trellis/sealing';
import { startCounting } from './accounts/count-activity.js';
import { clientCounter } from './accounts/read-activity.js';
import { sweepActivity } from './maintenance/purge-activity.js';
import { forwardAuditEntries } from './accounts/operator-actions.js';
import { sweepAuthorizations } from './maintenance/purge-authorizations.js';
import { groupSchedule } from './interactions/bulk/group-schedule.js';
import { startBatchWorker } from './interactions/bulk/run.js';
import { sweepBatches } from './maintenance/purge-batches.js';
import { startForwarding } from './clients/forward-changes.js';
import { removalJob, startRemovalWorker } from './clients/removal-job.js';
import { sweepRemovedClients } from './maintenance/purge-clients.js';
import { configuration, type Configuration } from './configuration.js';
import { openDatabase } from './database.js';
import { egressPolicy } from './limits/egress.js';
import { handlers } from './handlers.js';
import { requireDatabase } from './health.js';
import { reachableBase } from './hooks/address.js';
import { keepRegistered } from './hooks/renew-registration.js';
import { createPollRequests } from './hooks/poll-requests.js';
import { interactionJob } from './interactions/interaction-job.js';
import { startInteractionWorker } from './interactions/perform.js';
import { sweepInteractions } from './maintenance/purge-interactions.js';
import { createConnections } from './listening/connections.js';
import { watchPauses } from './polling/stalls.js';
import { createBulkhead } from './limits/bulkhead.js';
import { interactionBulkheadSize } from './limits/bulkhead-options.js';
import { createRateLimits } from './limits/rates.js';
import { createLeases } from './listening/leases.js';
import { startListener } from './listening/listener.js';
import { leaseTimes, startListening } from './listening/start-listening.js';
import { createSteps } from './listening/steps.js';
import { sweepRevokedApps } from './accounts/revoked-apps.js';
import { deliveryJob } from './delivery/delivery-job.js';
import { createOutbox } from './delivery/outbox.js';
import { metricRows, type RuntimeMetrics } from './metrics.js';
import { startPollWorker } from './polling/poll.js';
import { clientReader } from './polling/read.js';
import { pollSchedule } from './polling/schedule.js';
import { createPollStore } from './polling/store.js';
import { readMetrics } from './read-metrics.js';
import { expectedJobs } from './maintenance/expected-jobs.js';
import { startReconciliation } from './maintenance/start-reconciliation.js';
import { createRegistry } from './registry.js';
import { createConfigurations } from './secrets/configurations.js';
import { startRotation } from './maintenance/rotation/start.js';
import { subscriptionSchedule, subscriptionsTopic } from './delivery/subscriptions/schedule.js';
import { startSubscriptionWorker } from './delivery/subscriptions/send.js';
import { wakeSubscriptions } from './delivery/subscriptions/wake.js';
import { createTrialTurns } from './clients/trial/run.js';
import { startDeliveryWorker } from './delivery/webhooks/deliver.js';
import { replayJob } from './delivery/webhooks/replay-job.js';
import { startReplayWorker } from './delivery/webhooks/send-replay.js';
import { sweepDeliveries } from './maintenance/purge-deliveries.js';

const name = 'connector-runtime';

/**
 * Messages handled at once, each with up to 128 calls. It is high because a removal waits for
 * units-service without doing anything meanwhile.
 */
const callConcurrency = 256;

/** How often what is heard of all clients is stored (ms): they share messages and statements. */
const hearingStepMs = 60;

/** A Redis that does not answer a count within this time is treated as down. */
const countTimeoutMs = 250;

/** How often vendors can have a client polled at most (ms): a poll of some costs dozens of requests. */
const requestedPollIntervalMs = 10_000;

await runService({
  name,
  configuration,
  async start(service) {
    const { configuration, log, tracing, onClose } = service;
    const metrics = createMetrics(metricRows, {
      ofProcess: configuration.HEALTH_PORT !== undefined,
    });
    const connected = await connect(service, metrics);
    const { database, pool, pools, broker, rateStore, activity, stopping } = connected;

    const sealing = createSealing(configuration.SECRETS_KEYS);

    const policy = egressPolicy(configuration);
    const { allowPrivate } = policy;
    const lookUp = createNameLookup({ servers: configuration.NAME_SERVERS });
    const resolverOf = createResolvers(policy, lookUp);
    const registry = createRegistry(connectors);
    const rateLimits = createRateLimits(rateStore);
    const configurations = createConfigurations(sealing);
    const session = {
      database,
      registry,
      sealing,
      configurations,
      resolverOf,
      rateLimits,
      tracing,
    };

    const units = await connectRpcClient(broker, unitsContract);
    const polls = createScheduler(broker, pollSchedule);
    const removal = removalJob(configuration.REMOVAL_ATTEMPTS);
    const removals = createJobQueue(broker, removal);
    const interactions = createJobQueue(broker, interactionJob);
    const deliveries = createJobQueue(broker, deliveryJob);
    const replays = createJobQueue(broker, replayJob);
    const groups = createScheduler(broker, groupSchedule);
    const subscriptions = createScheduler(broker, subscriptionSchedule);
    const outbox = createOutbox({ sealing, deliveries, log });
    const publishEnded = (id: string) => publishHint(broker, interactionTopic(id));

    const publishSubscriptions = () => publishHint(broker, subscriptionsTopic);

    const queues = {
      ...{ polls, removals, interactions, groups },
      ...{ deliveries, replays, subscriptions },
    };
    const { clock } = broker;
    const quotas = readQuotaLimits('connectors', configuration);
    const changeLimits = { timeoutMs: changeTimeouts.pollMs, stopping };
    const readClient = clientReader({ pool, log, tracing });
    const store = createPollStore({ pool, units, outbox, activity, tracing });
    const pollRequests = createPollRequests(polls, { intervalMs: requestedPollIntervalMs });
    onClose(() => pollRequests.stop());
    const trials = createBulkhead({ ...interactionBulkheadSize, ...changeLimits });
    serve(broker, {
      contract: connectorsContract,
      handlers,
      needs: {
        ...session,
        ...queues,
        clock,
        pool,
        units,
        outbox,
        allowPrivate,
        publishEnded,
        publishSubscriptions,
        readClient,
        store,
        countClientsOf: clientCounter(pool),
        pollRequests,
        quotas,
        metrics,
        trials,
        trialTurns: createTrialTurns(),
        log,
      },
      concurrency: callConcurrency,
      problemOf: databaseProblem,
      onUnexpected: (error, call) => log.error({ err: error, ...call }, 'call failed'),
    });
    startRemovalWorker(broker, { ...session, pool, units, polls, outbox, log }, removal);
    const bulkhead = createBulkhead({
      ...interactionBulkheadSize,
      timeoutMs: configuration.INTERACTION_TIMEOUT_MS,
      stopping,
    });
    const asking = { ...session, pool, units, polls, bulkhead, publishEnded, log };
    startInteractionWorker(broker, asking);
    startBatchWorker(broker, { ...asking, outbox, stopping });
    const delivering = { database, sealing, resolverOf, publishEnded, tracing, log, stopping };
    startDeliveryWorker(broker, delivering);
    startReplayWorker(broker, { ...delivering, units, replays });
    startSubscriptionWorker(broker, { ...delivering, units });
    const subscribe = createHintSubscriber(broker);
    onClose(wakeSubscriptions({ pool, subscribe, subscriptions, log }));

    const sweeps = {
      authorizations: () => sweepAuthorizations({ database }),
      interactions: () => sweepInteractions({ database }),
      batches: () => sweepBatches({ database, pool, outbox, publishEnded }),
      deliveries: () => sweepDeliveries({ database }),
      removedClients: () => sweepRemovedClients({ database }),
      revokedApps: () => sweepRevokedApps({ database }),
      activity: () => sweepActivity({ database }),
      audit: () => forwardAuditEntries({ database, units }),
    };
    onClose(startSweeps(sweeps, log));
    onClose(startForwarding({ pool, units, log }));
    const check = () => Promise.all([broker.check(), requireDatabase(database)]);
    readMetrics(metrics, { database, pools, broker, registry });
    onClose(await serveProbes({ port: configuration.HEALTH_PORT, check, metrics, log }));
    onClose(
      await startRotation(
        broker,
        { database, pool, sealing, log, stopping },
        { intervalMs: configuration.SECRETS_ROTATION_INTERVAL_MS },
      ),
    );
    onClose(
      startReconciliation(
        broker,
        { pool, log, expected: expectedJobs({ pool, registry, configurations, ...queues }) },
        { intervalMs: configuration.RECONCILIATION_INTERVAL_MS },
      ),
    );
    const hookNeeds = { pool, hookBase: reachableBase(configuration.PUBLIC_URL), stopping, log };
    // Last, since what is polled by a process that is still busy with its start is late.
    const pauses = watchPauses();
    onClose(() => pauses.stop());
    startPollWorker(
      broker,
      {
        ...session,
        pool,
        units,
        outbox,
        quotas,
        keepRegistered: (...polled) => keepRegistered(hookNeeds, ...polled),
        pauses,
        metrics,
        activity,
        log,
        stopping,
      },
      configuration,
    );
    const { LISTENERS_PER_WORKER: perWorker, LISTENERS_PER_DEVELOPER: perDeveloper } =
      configuration;
    const worker = broker.nodeId;
    const listenerNeeds = {
      ...session,
      readClient,
      store,
      connections: createConnections({
        perHost: configuration.LISTENERS_PER_HOST,
        // As many as a client of `wot` has subscriptions.
        hostsPerClient: 64,
        connectingPerHost: 10,
        connecting: 100,
        turnMs: { min: 100, max: 250 },
        maxConnectingMs: 60_000,
      }),
      inStep: createSteps(hearingStepMs),
      quotas,
      polls,
      metrics,
      log,
    };
    const listening = startListening({
      worker,
      leases: createLeases(pool, { worker, ...leaseTimes }),
      limits: { perWorker, perDeveloper },
      times: leaseTimes,
      start: (client, events) => startListener(listenerNeeds, Object.assign({}, client, events)),
      broker,
      subscribe,
      log,
    });
    onClose(() => listening.stop());
    metrics.addSource(() => ({ trellis_listeners: toReadings(listening.counts()) }));
  },
});

const toReadings = (counts: ReadonlyMap<string, number>) =>
  ['connecting', 'connected', 'disconnected'].map((state) => ({
    value: counts.get(state) ?? 0,
    labels: [state],
  }));

/** Connects to the servers. At the end, running work is aborted before the connections are closed. */
async function connect(
  { configuration, log, tracing, onClose }: ServiceContext<Configuration>,
  metrics: RuntimeMetrics,
) {
  const { DATABASE_URL, DATABASE_CONNECTIONS, QUEUE_DATABASE_URL, REDIS_URL, QUEUE_SHARDS } =
    configuration;
  const { database, pool, pools, close } = openDatabase(DATABASE_URL, {
    maxConnections: DATABASE_CONNECTIONS,
    tracer: tracing,
  });
  onClose(close);

  // Stores what was counted until the polls have ended.
  const activity = startCounting({ pool, log });
  onClose(() => activity.stop());

  const broker = await connectBroker({
    redisUrl: REDIS_URL,
    shards: QUEUE_SHARDS,
    databaseUrl: QUEUE_DATABASE_URL ?? DATABASE_URL,
    name,
    observer: { ...observeCaller(metrics), ...observeCallee(metrics), ...observeJobs(metrics) },
    tracer: tracing,
    onError: (error) => log.warn({ err: error }, 'message queue'),
    onClockSkew: (skewMs) => log.warn({ skewMs }, 'clock skew against the message queue'),
  });
  onClose(() => broker.close());

  const stop = new AbortController();
  onClose(() => stop.abort());

  const redis = REDIS_URL
    ? connectRedis(REDIS_URL, { enableOfflineQueue: false, commandTimeout: countTimeoutMs })
    : undefined;
  // While Redis is down, each worker counts alone.
  redis?.on('error', () => undefined);
  onClose(() => redis?.disconnect());

  const rateStore = redis ? { redis } : { pool };
  return { database, pool, pools, broker, rateStore, activity, stopping: stop.signal };
}
