import { quota, quotas, type Quota } from '@trellis/contracts';
import { z } from 'zod';

const quotaResource = quota
  .extend({
    per: z
      .enum(['developer', 'unit', 'client'])
      .describe('What has the quota: the account, or every single unit or connector client.'),
    counts: z.string().describe('What is counted.'),
    used: quota.shape.used.describe('How much is in use; for quotas of the account.'),
  })
  .meta({ id: 'Quota' });

export const limitsResource = z
  .object({ quotas: z.array(quotaResource) })
  .meta({ id: 'Limits', description: 'The quotas of an account.' });

export const limitsToJson = (found: readonly Quota[]): z.output<typeof limitsResource> => ({
  quotas: found.map(({ name, limit, used }) => {
    const { per, counts } = quotas[name];
    return { name, per, counts, limit, ...(used !== undefined && { used }) };
  }),
});
