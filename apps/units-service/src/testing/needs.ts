import type { QuotaLimits } from '@trellis/contracts';
import type { TestDatabase } from './database.js';
import { withoutJsonLd } from './units.js';

/** What handlers need that change units and things, with some quotas other than by default. */
export const needsOf = (database: TestDatabase, quotas: Partial<QuotaLimits<'units'>> = {}) => ({
  ...database,
  jsonLd: withoutJsonLd,
  publishThingsHint: () => undefined,
  quotas: { ...database.quotas, ...quotas },
});
