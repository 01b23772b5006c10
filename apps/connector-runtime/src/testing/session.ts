import { createResolvers, type Connector } from '@trellis/connector-sdk';
import { createSealing, generateKey } from '@trellis/sealing';
import type { Pool } from 'pg';
import { createRateLimits } from '../limits/rates.js';
import { createRegistry } from '../registry.js';
import { createConfigurations } from '../secrets/configurations.js';
import type { SessionNeeds } from '../session.js';
import type { TestDatabase } from './database.js';

/** What sessions need, with some connectors and a key of their own. */
export const sessionNeeds = (
  { database, pool }: TestDatabase,
  connectors: readonly Connector[],
): SessionNeeds & { pool: Pool } => {
  const sealing = createSealing(generateKey());
  return {
    database,
    pool,
    registry: createRegistry(connectors),
    sealing,
    configurations: createConfigurations(sealing),
    resolverOf: createResolvers({ allowPrivate: true }),
    rateLimits: createRateLimits({ pool }),
  };
};
