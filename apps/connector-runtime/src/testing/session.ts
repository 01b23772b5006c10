import { createResolvers, type Connector } from '@trellis/connector-sdk';
import { readQuotaLimits, type QuotaLimits } from '@trellis/contracts';
import { createSealing, generateKey } from '@trellis/sealing';
import type { Pool } from 'pg';
import { configuration } from '../configuration.js';
import { createRateLimits } from '../limits/rates.js';
import { createRegistry } from '../registry.js';
import { createConfigurations } from '../secrets/configuration.js';
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

/** Creates the needs of sessions, with the given connectors and a new key. */
export const sessionNeeds = (
  { database, pool }: TestDatabase,
  connectors: readonly Connector[],
): SessionNeeds & { pool: Pool; quotas: Quotas } => {
  const sealing = createSealing(generateKey());
  return {
    database,
    pool,
    registry: createRegistry(connectors),
    sealing,
    configurations: createConfigurations(sealing),
    resolverOf: createResolvers({ allowPrivate: true }),
    rateLimits: createRateLimits({ pool }),
    clock: { now: () => Date.now() },
    quotas: defaultQuotas,
  };
};
