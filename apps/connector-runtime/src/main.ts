import { createNameLookup, createResolvers } from '@trellis/connector-sdk';
import {
  changeTimeouts,
  connectorsContract,
  agentsEndedTopic,
  erasuresTopic,
  interactionTopic,
  readQuotaLimits,
  unitsContract,
} from '@trellis/contracts';
import { createPurgeClock, databaseProblem } from '@trellis/database';
import { openMailer } from '@trellis/mail';
import { connectRpcClient, serve } from '@trellis/messaging';
import {
  createMetrics,
  readPurging,
  runService,
  serveProbes,
  repeat,
  startMaintenance,
} from '@trellis/platform';
import { createSealing } from '@trellis/sealing';
import { createAgentRoutes } from './agents/route.js';
import { endDeadRelays } from './agents/relays.js';
import { startAlertWorker } from './alerts/deliver.js';
import { startAlerts } from './alerts/start.js';
import { forwardAuditEntries } from './accounts/operator-actions.js';
import { clientCounter } from './accounts/read-activity.js';
import { requestDeviceTokens } from './clients/authorization/device-requests.js';
import { startForwarding } from './clients/forward-changes.js';
import { startRemovalWorker } from './clients/removal-job.js';
import { createTrialSlots } from './clients/trial/run.js';
import { configuration } from './configuration.js';
import { connect } from './connect.js';
import { createOutbox } from './delivery/outbox.js';
import { createDeliveryBulkhead } from './delivery/send.js';
import { subscriptionsTopic } from './delivery/subscriptions/change.js';
import { startSubscriptionWorker } from './delivery/subscriptions/send.js';
import { wakeSubscriptions } from './delivery/subscriptions/wake.js';
import { startDeliveryWorker } from './delivery/webhooks/deliver.js';
import { startRedeliveryWorker } from './delivery/webhooks/redeliveries.js';
import { startReplayWorker } from './delivery/webhooks/replay.js';
import { startErasureWorker } from './erasures/erase.js';
import { handlers } from './handlers.js';
import { requireDatabase } from './health.js';
import { reachableBase, renewRegistration } from './hooks/registration.js';
import { createPollRequests } from './hooks/poll-requests.js';
import { startBulkWorker } from './interactions/bulk/run.js';
import { createClaims, createTargetReader } from './interactions/claim.js';
import { connectListeners } from './interactions/open-connections.js';
import { startInteractionWorker } from './interactions/perform.js';
import { createBulkhead } from './limits/bulkhead.js';
import { interactionBulkheadSize } from './limits/bulkhead-sizes.js';
import { openIsolation } from './isolation/isolation.js';
import { egressPolicy } from './limits/egress.js';
import { createRateLimits } from './limits/rates.js';
import { createLastSeen, lastSeenIntervalMs } from './listening/last-seen.js';
import { createOffers } from './listening/offers.js';
import { startListeners } from './listening/start-listeners.js';
import { loadConnectors } from './load-connectors.js';
import { expectedJobs } from './maintenance/expected-jobs.js';
import {
  endLateBulkCommands,
  failLostInteractions,
  maintainOperations,
  purges,
} from './maintenance/purge.js';
import { startRotation } from './maintenance/rotation/start.js';
import { startReconciliation } from './maintenance/reconciliation.js';
import { metricRows } from './metrics.js';
import { startPollWorker } from './polling/poll.js';
import { createClientReader } from './polling/read.js';
import { watchStalls } from './polling/stalls.js';
import { createPollStore } from './polling/store.js';
import { openQueues } from './queues.js';
import { readMetrics } from './read-metrics.js';
import { createRegistry } from './registry.js';
import { runQueued } from './interactions/queue.js';
import { createConfigurations } from './secrets/configuration.js';
import { startUsage } from './usage/count.js';

const name = 'connector-runtime';

/**
 * Messages handled at once, each with up to 128 calls. The number is high because a removal only waits for
 * units-service most of the time.
 */
const callConcurrency = 256;

/** Shortest interval between polls that a vendor can trigger (ms): some polls cost dozens of requests. */
const requestedPollIntervalMs = 10_000;

await runService({
  name,
  configuration,
  async start(service) {
    const { configuration, log, tracing, onClose } = service;
    const connectors = await loadConnectors(configuration.CONNECTORS);
    const metrics = createMetrics(metricRows, {
      ofProcess: configuration.HEALTH_PORT !== undefined,
    });
    const connected = await connect({ ...service, name }, metrics);
    const { database, pool, pools, broker, rateStore, activity, journal, stopping } = connected;
    const subscribe = broker.hints.subscribe;
    const units = await connectRpcClient(broker, unitsContract);
    const queues = openQueues(broker, { removalAttempts: configuration.REMOVAL_ATTEMPTS });

    const sealing = createSealing(configuration.SECRETS_KEYS);
    const registry = createRegistry(connectors);
    const egress = egressPolicy(configuration);
    const quotas = readQuotaLimits('connectors', configuration);
    const session = {
      database,
      pool,
      registry,
      sealing,
      configurations: createConfigurations(sealing),
      resolverOf: createResolvers(
        egress,
        createNameLookup({ servers: configuration.NAME_SERVERS }),
      ),
      throughAgent: createAgentRoutes({ pool, sealing, clock: broker.clock }),
      rateLimits: createRateLimits(rateStore),
      clock: broker.clock,
      tracing,
      journal,
    };
    const purgeClock = createPurgeClock(pool, log);
    const outbox = createOutbox({ sealing, deliveries: queues.deliveries, log });
    const readClient = createClientReader({ pool, log, tracing });
    const answering = new Set(
      connectors.filter(({ devicesAnswer }) => devicesAnswer).map(({ typeId }) => typeId),
    );
    const store = createPollStore({ pool, units, outbox, activity, tracing, answering });
    const publishEnded = (id: string) => broker.hints.publish(interactionTopic(id));

    const mailer = openMailer(configuration, log);
    onClose(() => mailer?.close());

    const isolation = openIsolation({ log });
    onClose(() => isolation.close());

    const publishAgentsEnded = (agents: string[], except?: string) =>
      broker.hints.publish(agentsEndedTopic, { agents, except });

    // Calls.
    const pollRequests = createPollRequests(queues.polls, { intervalMs: requestedPollIntervalMs });
    onClose(() => pollRequests.stop());
    serve(broker, {
      contract: connectorsContract,
      handlers,
      needs: {
        ...session,
        ...queues,
        purgeClock,
        units,
        outbox,
        allowPrivate: egress.allowPrivate,
        publishEnded,
        publishAgentsEnded,
        publishErasures: () => broker.hints.publish(erasuresTopic),
        publishSubscriptions: () => broker.hints.publish(subscriptionsTopic),
        readClient,
        store,
        countClientsOf: clientCounter(pool),
        pollRequests,
        quotas,
        operationsDays: configuration.OPERATIONS_DAYS,
        isolation,
        metrics,
        trials: createBulkhead({
          ...interactionBulkheadSize,
          timeoutMs: changeTimeouts.pollMs,
          stopping,
        }),
        trialSlots: createTrialSlots(),
        testMessages: createDeliveryBulkhead(stopping),
        mailer,
        base: configuration.PUBLIC_URL,
        alertTests: createDeliveryBulkhead(stopping),
        log,
      },
      concurrency: callConcurrency,
      problemOf: databaseProblem,
      onUnexpected: (error, call) => log.error({ err: error, ...call }, 'call failed'),
    });

    // Removals, interactions, and messages to apps.
    const { polls, replays, subscriptions } = queues;
    startRemovalWorker(
      broker,
      { ...session, units, polls, outbox, log },
      configuration.REMOVAL_ATTEMPTS,
    );
    const bulkhead = createBulkhead({
      ...interactionBulkheadSize,
      timeoutMs: configuration.INTERACTION_TIMEOUT_MS,
      stopping,
    });
    const offers = createOffers();
    const openConnections = await connectListeners({ broker, sealing, offers, bulkhead });
    const interacting = {
      ...session,
      units,
      polls,
      isolation,
      bulkhead,
      openConnections,
      pollRequests,
      claimInteraction: createClaims(pool),
      readTarget: createTargetReader(pool),
      publishEnded,
      log,
    };
    startInteractionWorker(broker, interacting);
    startBulkWorker(broker, { ...interacting, outbox, stopping });
    const delivering = { ...session, publishEnded, log, stopping };
    startDeliveryWorker(broker, delivering);
    startReplayWorker(broker, { ...delivering, units, replays });
    startRedeliveryWorker(broker, { database, pool, deliveries: queues.deliveries, log });
    const { removals } = queues;
    startErasureWorker(broker, { database, pool, units, removals, publishAgentsEnded, log });
    startSubscriptionWorker(broker, { ...delivering, units });
    startAlertWorker(broker, { ...delivering, mailer, metrics, base: configuration.PUBLIC_URL });
    onClose(wakeSubscriptions({ pool, subscribe, subscriptions, log }));

    // Maintenance.
    onClose(
      startMaintenance({
        tasks: {
          audit: () => forwardAuditEntries({ database, units }),
          lostInteractions: ({ now }) => failLostInteractions({ database }, now),
          operations: (time) =>
            maintainOperations({ database, pool }, configuration.OPERATIONS_DAYS, time),
          bulkCommands: () => endLateBulkCommands({ database, pool, outbox, publishEnded }),
        },
        purges: purges({ database, pool }, configuration),
        readTime: purgeClock.read,
        log,
      }),
    );
    onClose(
      repeat(
        'queuedInteractions',
        () => runQueued({ pool, units, publishEnded, interactions: queues.interactions }),
        { intervalMs: 2_000, log },
      ),
    );
    onClose(
      repeat('deviceCodes', () => requestDeviceTokens({ ...session, polls, log }), {
        intervalMs: 1_000,
        log,
      }),
    );
    onClose(
      repeat('relays', () => endDeadRelays({ pool, polls, log }), { intervalMs: 5_000, log }),
    );
    onClose(startForwarding({ pool, units, outbox, log }));
    readMetrics(metrics, { database, pools, broker, registry });
    readPurging(metrics, purgeClock);
    const check = () => Promise.all([broker.check(), requireDatabase(database)]);
    onClose(await serveProbes({ port: configuration.HEALTH_PORT, check, metrics }));
    onClose(
      await startRotation(
        broker,
        { database, pool, sealing, log, stopping },
        { intervalMs: configuration.SECRETS_ROTATION_INTERVAL_MS },
      ),
    );
    const { alertMessages } = queues;
    onClose(
      startAlerts(
        broker,
        { pool, units, quotas, alertMessages, log },
        { intervalMs: configuration.ALERTS_INTERVAL_MS },
      ),
    );
    onClose(
      startUsage(broker, { pool, units, log }, { intervalMs: configuration.USAGE_INTERVAL_MS }),
    );
    onClose(
      startReconciliation(
        broker,
        { pool, log, expected: expectedJobs({ ...session, ...queues, pool }) },
        { intervalMs: configuration.RECONCILIATION_INTERVAL_MS },
      ),
    );

    // Polls and listeners come last, since a process that is still starting polls late.
    const stalls = watchStalls();
    onClose(() => stalls.stop());
    const polling = { ...session, pool, readClient, store, quotas, isolation, polls, metrics, log };
    const registering = { pool, hookBase: reachableBase(configuration.PUBLIC_URL), stopping, log };
    startPollWorker(
      broker,
      {
        ...polling,
        renewRegistration: (session, hook) => renewRegistration(registering, session, hook),
        stalls,
        activity,
        stopping,
      },
      configuration,
    );
    const seen = createLastSeen({ pool, units });
    onClose(repeat('seen', () => seen.flush(), { intervalMs: lastSeenIntervalMs, log }));
    const listening = startListeners(
      broker,
      { ...polling, offers, subscribe, seen },
      configuration,
    );
    onClose(() => listening.stop());
    metrics.addSource(() => ({ trellis_listeners: toReadings(listening.counts()) }));
  },
});

const toReadings = (counts: ReadonlyMap<string, number>) =>
  ['connecting', 'connected', 'disconnected'].map((state) => ({
    value: counts.get(state) ?? 0,
    labels: [state],
  }));
