import type { QuotaLimits } from '@trellis/contracts';
import type { TestDatabase } from './database.js';
import { withoutJsonLd } from './units.js';

/** Returns the dependencies of handlers that change units and things, with other quotas than the defaults. */
export const needsOf = (database: TestDatabase, quotas: Partial<QuotaLimits<'units'>> = {}) => ({
  ...database,
  jsonLd: withoutJsonLd,
  publishThingsHint: () => undefined,
  quotas: { ...database.quotas, ...quotas },
});
