import { quotaExceeded, type QuotaLimits } from '@trellis/contracts';
import type { Queries } from '../database.js';

type Quotas = QuotaLimits<'connectors'>;

/**
 * Throws `quota_exceeded` when a developer exceeds a quota, including what this transaction has just created.
 * Transactions that create the same wait for each other.
 */
export async function requireRoom(
  tx: Queries,
  quotas: Quotas,
  { name, developer }: { name: keyof Quotas; developer: string },
): Promise<void> {
  const limit = quotas[name];
  const row = await tx.usage.findUnique({
    where: { developer_quota: { developer, quota: name } },
    select: { used: true },
  });
  const used = Number(row?.used ?? 0);
  if (used > limit) throw quotaExceeded(name, { limit, used: used - 1 });
}
