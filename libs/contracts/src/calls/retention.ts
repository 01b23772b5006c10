import { z } from 'zod';
import { defineCalls } from '../contract.js';
import { plainText } from '../text.js';

const days = z.number().int();

/** How long an account stores something: as long as the installation (`limit`), or for fewer `days` of its choice. */
export const retention = z.object({ limit: days, days: days.nullable() });
export type Retention = z.infer<typeof retention>;

/** The calls of each service that has something with a retention: past values, or the operations of clients. */
export const retentionCalls = defineCalls({
  'retention.read': { input: z.object({ developer: plainText }), output: retention },
  /** Hides at once all that is older, and deletes it later. */
  'retention.update': {
    input: z.object({ developer: plainText, days: days.min(1).nullable() }),
  },
});
