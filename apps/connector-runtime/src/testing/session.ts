import { createResolver, type Connector } from '@trellis/connector-sdk';
import { createSealing, generateKey } from '@trellis/sealing';
import { createRateLimits } from '../limits/rates.js';
import { createRegistry } from '../registry.js';
import type { SessionNeeds } from '../session.js';
import type { TestDatabase } from './database.js';

/** What sessions need, with some connectors and a key of their own. */
export const sessionNeeds = (
  { database, pool }: TestDatabase,
  connectors: readonly Connector[],
): SessionNeeds => ({
  database,
  registry: createRegistry(connectors),
  sealing: createSealing(generateKey()),
  resolve: createResolver({ allowPrivate: true }),
  rateLimits: createRateLimits({ pool }),
});
