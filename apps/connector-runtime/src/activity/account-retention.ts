import {
  requireExpected,
  retentionsVersion,
  type ConnectorsContract,
  type ContractHandler,
  type Handler,
} from '@trellis/contracts';
import {
  inLockingTransaction,
  listPartitions,
  purgeInBatches,
  readRetention,
  requireTimeLeft,
  storeRetention,
  type ExpiredDays,
} from '@trellis/database';
import type { Pool } from 'pg';
import type { Runtime } from '../runtime.js';

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

/** Changes the retentions of both services; a lock of the account in this database lets its changes take turns. */
export const changeRetention: Handler<'retention.change', Needs & Pick<Runtime, 'units'>> = (
  { pool, units, operationsDays },
  { developer, history_days: history, activity_days: activity, expected },
  deadline,
) =>
  inLockingTransaction(pool, {
    lock: (db) =>
      db.query(`SELECT pg_advisory_xact_lock(hashtextextended('retention of ' || $1, 0))`, [
        developer,
      ]),
    async run(db) {
      const read = async () => ({
        history_days: await units('retention.read', { developer }),
        activity_days: { limit: operationsDays, days: await readRetention(db, developer) },
      });
      requireExpected(retentionsVersion(await read()), expected);
      requireTimeLeft(deadline);
      if (history !== undefined) await units('retention.update', { developer, days: history });
      if (activity !== undefined) await storeRetention(db, { developer, days: activity });
      return read();
    },
    deadline,
  });

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
