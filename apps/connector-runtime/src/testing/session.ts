import { createResolvers, type Connector } from '@trellis/connector-sdk';
import { connectorTypeOf, readQuotaLimits, type QuotaLimits } from '@trellis/contracts';
import { createSealing, generateKey } from '@trellis/sealing';
import { configuration } from '../configuration.js';
import { createRateLimits } from '../limits/rates.js';
import { discoverAtMost } from '../isolation/check-entities.js';
import { perform } from '../isolation/device-request.js';
import { createRegistry } from '../registry.js';
import { createAgentRoutes } from '../agents/route.js';
import { createConfigurations } from '../secrets/configuration.js';
import type { Isolation } from '../isolation/isolation.js';
import type { SessionNeeds } from '../session.js';
import type { TestDatabase } from './database.js';

type Quotas = QuotaLimits<'connectors'>;

/** The quotas that are enforced by default. */
export const defaultQuotas: Quotas = readQuotaLimits(
  'connectors',
  configuration.parse({
    DATABASE_URL: 'postgresql://localhost/test',
    SECRETS_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  }),
);

/** Polls and performs requests in this process, since others do not know the connectors of a test. */
const isolationInProcess = (connectors: readonly Connector[]): Isolation => ({
  async discover({ typeId }, context, { maxEntities }) {
    const connector = connectors.find((one) => one.typeId === connectorTypeOf(typeId))!;
    return { ...(await discoverAtMost(maxEntities, connector, context)), cpuMs: 0, bytes: 0 };
  },
  perform({ typeId }, context, _options, request) {
    const connector = connectors.find((one) => one.typeId === connectorTypeOf(typeId))!;
    return perform(connector, context, request);
  },
  close: () => undefined,
});

/** Creates the needs of sessions, with the given connectors and a new key. */
export const sessionNeeds = (
  { database, pool }: TestDatabase,
  connectors: readonly Connector[],
): SessionNeeds & { quotas: Quotas; isolation: Isolation } => {
  const sealing = createSealing(generateKey());
  return {
    database,
    pool,
    registry: createRegistry(connectors),
    sealing,
    configurations: createConfigurations(sealing),
    resolverOf: createResolvers({ allowPrivate: true }),
    throughAgent: createAgentRoutes({ pool, sealing, clock: { now: () => Date.now() } }),
    rateLimits: createRateLimits({ pool }),
    clock: { now: () => Date.now() },
    journal: { add: () => undefined },
    quotas: defaultQuotas,
    isolation: isolationInProcess(connectors),
  };
};
