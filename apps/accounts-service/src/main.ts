import { accountsContract, connectorsContract, type SecretsHealth } from '@trellis/contracts';
import { createPurgeClock, databaseProblem } from '@trellis/database';
import { openMailer } from '@trellis/mail';
import { connectBroker, connectRpcClient, serve } from '@trellis/messaging';
import {
  ConfigurationError,
  createMetrics,
  observeCallee,
  readBroker,
  readPools,
  readPurging,
  runService,
  serveProbes,
  startMaintenance,
} from '@trellis/platform';
import { createSealing } from '@trellis/sealing';
import { baseOf, configuration, openIdOf } from './configuration.js';
import { openDatabase } from './database.js';
import { handlers } from './handlers.js';
import { scheduleErasures } from './organizations/deletion.js';
import { requireDatabase } from './health.js';
import { metricRows } from './metrics.js';
import { createAuth, secretsOf } from './people/auth.js';
import { rotateSecrets } from './people/rotate-secrets.js';
import { purgeExpired } from './purge.js';

const name = 'accounts-service';

await runService({
  name,
  configuration,
  async start({ configuration, log, tracing, onClose }) {
    const metrics = createMetrics(metricRows, {
      ofProcess: configuration.HEALTH_PORT !== undefined,
    });
    const { prisma, pools, close } = openDatabase(configuration.DATABASE_URL, {
      maxConnections: configuration.DATABASE_CONNECTIONS,
      tracer: tracing,
    });
    onClose(close);

    const broker = await connectBroker({
      redisUrl: configuration.REDIS_URL,
      shards: configuration.QUEUE_SHARDS,
      databaseUrl: configuration.QUEUE_DATABASE_URL ?? configuration.DATABASE_URL,
      name,
      observer: observeCallee(metrics),
      tracer: tracing,
      onError: (error) => log.warn({ err: error }, 'message queue'),
      onClockSkew: (skewMs) => log.warn({ skewMs }, 'clock skew against the message queue'),
    });
    onClose(() => broker.close());

    const purgeClock = createPurgeClock(pools.prisma!, log);
    const mailer = openMailer(configuration, log);
    onClose(() => mailer?.close());
    if (configuration.SIGN_UP === 'open' && !mailer) {
      throw new ConfigurationError(
        'SIGN_UP: open needs SMTP_URL and SMTP_FROM, to confirm addresses',
      );
    }
    const connectors = await connectRpcClient(broker, connectorsContract);
    const base = baseOf(configuration);
    const { SECRETS_KEYS: secretsKeys, SIGN_UP: signUp } = configuration;
    const idleMs = configuration.PEOPLE_SESSION_IDLE_MINUTES * 60_000;
    const secrets = secretsOf(secretsKeys);
    let secretsHealth: SecretsHealth | undefined;
    const openid = openIdOf(configuration);
    serve(broker, {
      contract: accountsContract,
      handlers,
      needs: {
        prisma,
        connectors,
        graceHours: configuration.DELETION_GRACE_HOURS,
        log,
        clock: broker.clock,
        purgeClock,
        secretsHealth: () => secretsHealth,
        auth: createAuth({ prisma, base, secretsKeys, signUp, idleMs, openid, mailer, log }),
        idleMs,
        sealing: createSealing(secretsKeys),
        mailer,
        base,
      },
      problemOf: databaseProblem,
      onUnexpected: (error, call) => log.error({ err: error, ...call }, 'call failed'),
    });

    onClose(
      startMaintenance({
        tasks: {
          erasures: () => scheduleErasures({ prisma, connectors }),
          secrets: async () => {
            secretsHealth = await rotateSecrets({ prisma, secrets });
          },
        },
        purges: { expired: ({ now }) => purgeExpired(prisma, now) },
        readTime: purgeClock.read,
        log,
      }),
    );
    readBroker(metrics, broker);
    readPools(metrics, pools);
    readPurging(metrics, purgeClock);
    const check = () => Promise.all([broker.check(), requireDatabase(prisma)]);
    onClose(await serveProbes({ port: configuration.HEALTH_PORT, check, metrics }));
  },
});
