import { quota, type Quota, quotas } from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation } from '../operation.js';

const quotaResource = quota
  .extend({
    per: z
      .enum(['developer', 'unit', 'client'])
      .describe('What has the quota: the account, or every single unit or connector client.'),
    counts: z.string().describe('What is counted.'),
    used: quota.shape.used.describe('How much is in use; for quotas of the account.'),
  })
  .meta({ id: 'Quota' });

const limitsResource = z
  .object({ quotas: z.array(quotaResource) })
  .meta({ id: 'Limits', description: 'The quotas of an account.' });

const limitsToJson = (found: readonly Quota[]): z.output<typeof limitsResource> => ({
  quotas: found.map(({ name, limit, used }) => {
    const { per, counts } = quotas[name];
    return { name, per, counts, limit, ...(used !== undefined && { used }) };
  }),
});

export const limitOperations: Operation[] = [
  operation.get('/api/v1/limits', {
    tag: 'Limits',
    id: 'getLimits',
    summary: 'Retrieve limits',
    description: 'The quotas of the account, and how much of each is in use.',
    access: { scope: 'svc.units.read' },
    answer: { status: 200, body: limitsResource },
    async handle({ units, connectors, caller: { developer } }) {
      const found = await Promise.all([
        units('quotas.read', { developer }),
        connectors('quotas.read', { developer }),
      ]);
      return { body: limitsToJson(found.flat()) };
    },
  }),
];
