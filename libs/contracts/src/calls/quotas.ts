import { z } from 'zod';
import { defineCalls } from '../contract.js';
import { quotas, type QuotaName } from '../quotas.js';
import { plainText } from '../text.js';

export const quota = z.object({
  name: z.enum(Object.keys(quotas) as [QuotaName, ...QuotaName[]]),
  limit: z.number().int(),
  /** The amount in use; absent for the quotas of single units and connector clients. */
  used: z.number().int().optional(),
});
export type Quota = z.infer<typeof quota>;

/** The call that every service with quotas answers. */
export const quotaCalls = defineCalls({
  'quotas.read': {
    input: z.object({ developer: plainText }),
    output: z.array(quota),
  },
});
