import {
  quotaExceeded,
  type QuotaLimits,
  type ConnectorsContract,
  type ContractHandler,
} from '@trellis/contracts';
import { readQuotas } from '@trellis/database';
import type { Pool } from 'pg';
import type { Queries } from '../database.js';

type Quotas = QuotaLimits<'connectors'>;

/**
 * Throws `quota_exceeded` when a developer exceeds a quota, including what this transaction has just created, or would
 * with what it is going to create. Transactions that create the same wait for each other.
 */
export async function requireRoom(
  tx: Queries,
  quotas: Quotas,
  { name, developer, planned = 0 }: { name: keyof Quotas; developer: string; planned?: number },
): Promise<void> {
  const limit = quotas[name];
  const row = await tx.usage.findUnique({
    where: { developer_quota: { developer, quota: name } },
    select: { used: true },
  });
  const used = Number(row?.used ?? 0);
  if (used + planned <= limit) return;
  throw quotaExceeded(name, { limit, used: planned > 0 ? used : used - 1 });
}

/** Returns the quotas of this service and how much of them a developer uses. */
export const readQuotaUse: ContractHandler<
  ConnectorsContract,
  'quotas.read',
  { pool: Pool; quotas: QuotaLimits<'connectors'> }
> = ({ pool, quotas }, { developer }) => readQuotas(pool, quotas, developer);
