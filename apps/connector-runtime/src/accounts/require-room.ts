import { quotaExceeded, type QuotaLimits } from '@trellis/contracts';
import type { Queries } from '../database.js';

type Quotas = QuotaLimits<'connectors'>;

/**
 * Throws `quota_exceeded` when a developer has more than a quota allows, what the transaction has just
 * created included; it is rolled back then. Until it ends, others that create the same wait.
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
