import { auditJob, modelSchedule, readQuotaLimits, unitsContract } from '@trellis/contracts';
import { createPurgeClock, databaseProblem, purgeAccounts } from '@trellis/database';
import { connectBroker, createScheduler, serve, startJobWorker } from '@trellis/messaging';
import {
  createMetrics,
  observeCallee,
  observeJobs,
  readBroker,
  readJobs,
  readPools,
  readPurging,
  runService,
  serveProbes,
  repeat,
  startMaintenance,
} from '@trellis/platform';
import { purgeAudit, storeEntries } from './audit/record.js';
import { configuration } from './configuration.js';
import { openDatabase } from './database/open.js';
import { changesHintPublisher } from './events/hints.js';
import { discardForeignChanges, maintainChanges, purgeOccurrences } from './events/retention.js';
import { handlers } from './handlers.js';
import { requireDatabase } from './health.js';
import { purgeReplacedThings } from './things/merge.js';
import { moveHistory } from './history/move.js';
import { purgeHistoryOf } from './history/account-retention.js';
import { maintainHistory } from './history/retention.js';
import { metricRows } from './metrics.js';
import { purgeRequests } from './requests/requests.js';
import { purgeErasures } from './erasure/erase.js';
import { expireTargets } from './things/settle-targets.js';
import { thingsHintPublisher } from './things/hints.js';
import { openJsonLdProcessor } from './units/json-ld/processor.js';
import { purgeImports, resumeImports } from './units/models/imports.js';
import { openModelReader } from './units/models/reader.js';
import { startImportWorker } from './units/models/run.js';

const name = 'units-service';

await runService({
  name,
  configuration,
  async start({ configuration, log, tracing, onClose }) {
    const metrics = createMetrics(metricRows, {
      ofProcess: configuration.HEALTH_PORT !== undefined,
    });
    const { prisma, pool, pools, traversals, close } = openDatabase({
      url: configuration.DATABASE_URL,
      maxConnections: configuration.DATABASE_CONNECTIONS,
      maxTraversalConnections: configuration.TRAVERSAL_CONNECTIONS,
      traversalTimeoutMs: configuration.TRAVERSAL_TIMEOUT_MS,
      tracer: tracing,
    });
    onClose(close);

    const jsonLd = openJsonLdProcessor({
      timeoutMs: configuration.JSON_LD_TIMEOUT_MS,
      maxHeapMb: configuration.JSON_LD_MAX_HEAP_MB,
      maxProcesses: configuration.JSON_LD_PROCESSES,
      maxWaitingPerDeveloper: configuration.JSON_LD_MAX_WAITING,
      onError: (error) => log.error({ err: error }, 'JSON-LD process'),
    });
    onClose(() => jsonLd.close());
    const models = openModelReader({
      onError: (error) => log.error({ err: error }, 'process for models ended'),
    });
    onClose(() => models.close());

    const broker = await connectBroker({
      redisUrl: configuration.REDIS_URL,
      shards: configuration.QUEUE_SHARDS,
      databaseUrl: configuration.QUEUE_DATABASE_URL ?? configuration.DATABASE_URL,
      name,
      observer: { ...observeCallee(metrics), ...observeJobs(metrics) },
      tracer: tracing,
      onError: (error) => log.warn({ err: error }, 'message queue'),
      onClockSkew: (skewMs) => log.warn({ skewMs }, 'clock skew against the message queue'),
    });
    onClose(() => broker.close());
    const stopping = new AbortController();
    onClose(() => stopping.abort());

    const modelImports = createScheduler(broker, modelSchedule);
    const quotas = readQuotaLimits('units', configuration);
    const history = {
      days: configuration.HISTORY_DAYS,
      maxValuesPerDay: quotas.history_values,
    };
    const purgeClock = createPurgeClock(pool, log);
    onClose(
      startMaintenance({
        tasks: {
          changes: (time) => maintainChanges(pool, configuration.CHANGES_DAYS, time),
          restoredChanges: discardForeignChanges(pool),
          history: (time) => maintainHistory(pool, history, time),
          mergedHistory: () => moveHistory(pool),
          modelImports: () => resumeImports({ pool, modelImports }),
        },
        purges: {
          replacedThings: ({ now }) => purgeReplacedThings(pool, now),
          occurrences: ({ now }) => purgeOccurrences(pool, now),
          requests: () => purgeRequests(pool),
          erasures: ({ now }) => purgeErasures(pool, now),
          modelImports: ({ now }) => purgeImports(pool, now),
          accountHistory: ({ now }) =>
            purgeAccounts(
              pool,
              { days: history.days, purge: (expired) => purgeHistoryOf(pool, expired) },
              now,
            ),
          audit: ({ now }) => purgeAudit(pool, configuration.AUDIT_DAYS, now),
        },
        readTime: purgeClock.read,
        log,
      }),
    );

    const { clock } = broker;
    const publishThingsHint = thingsHintPublisher(broker);
    onClose(
      repeat('targets', () => expireTargets(pool, publishThingsHint), { intervalMs: 5_000, log }),
    );
    const publishChangesHint = changesHintPublisher(broker);
    serve(broker, {
      contract: unitsContract,
      handlers,
      needs: {
        prisma,
        pool,
        traversals,
        jsonLd,
        clock,
        purgeClock,
        quotas,
        historyDays: history.days,
        publishThingsHint,
        publishChangesHint,
        modelImports,
      },
      problemOf: databaseProblem,
      onUnexpected: (error, call) => log.error({ err: error, ...call }, 'call failed'),
    });
    startJobWorker(broker, auditJob, {
      handle: ({ entries }) => storeEntries(pool, entries),
      concurrency: 4,
      onFailure: (error, job) => log.warn({ err: error, job }, 'storing entries of the audit log'),
      onDeadLetter: async ({ entries }, job) =>
        log.error({ job, entries: entries.length }, 'entries of the audit log set aside'),
    });
    const importing = { pool, jsonLd, quotas, models, publishChangesHint };
    startImportWorker(broker, { ...importing, stopping: stopping.signal, log });
    const check = () => Promise.all([broker.check(), requireDatabase(prisma)]);
    readBroker(metrics, broker);
    readJobs(metrics, broker, [unitsContract.queue, auditJob.queue, modelSchedule.queue]);
    readPools(metrics, pools);
    readPurging(metrics, purgeClock);
    onClose(await serveProbes({ port: configuration.HEALTH_PORT, check, metrics }));
  },
});
