import type { ConnectorsContract, ContractHandler } from '@trellis/contracts';
import {
  listPartitions,
  purgeInBatches,
  readRetention,
  storeRetention,
  type ExpiredDays,
} from '@trellis/database';
import type { Pool } from 'pg';

interface Needs {
  pool: Pool;
  /** The retention of the installation (days). */
  operationsDays: number;
}

export const readActivityRetention: ContractHandler<
  ConnectorsContract,
  'retention.read',
  Needs
> = async ({ pool, operationsDays }, { developer }) => ({
  limit: operationsDays,
  days: await readRetention(pool, developer),
});

export const updateActivityRetention: ContractHandler<
  ConnectorsContract,
  'retention.update',
  Needs
> = async ({ pool }, chosen) => {
  await storeRetention(pool, chosen);
  return {};
};

const dayMs = 24 * 60 * 60_000;

/** Deletes the operations of an account of some days. */
export async function purgeOperationsOf(
  pool: Pool,
  { developer, from, before }: ExpiredDays,
): Promise<void> {
  const days = await listPartitions(pool, 'client_operations');
  const expired = [...days].filter(([, day]) => day >= from && day < before);
  for (const partition of ['client_operations_default', ...expired.map(([name]) => name)]) {
    await purgeInBatches(10_000, async (most) => {
      const { rowCount } = await pool.query(
        `DELETE FROM ${partition} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${partition} WHERE developer = $1 AND day < $2 LIMIT ${most}))`,
        [developer, new Date(before * dayMs)],
      );
      return rowCount ?? 0;
    });
  }
}
