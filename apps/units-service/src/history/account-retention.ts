import type { Handler } from '@trellis/contracts';
import {
  listPartitions,
  purgeInBatches,
  readRetention,
  storeRetention,
  type ExpiredDays,
} from '@trellis/database';
import type pg from 'pg';

interface Needs {
  pool: pg.Pool;
  /** The retention of the installation (days). */
  historyDays: number;
}

export const readHistoryRetention: Handler<'retention.read', Needs> = async (
  { pool, historyDays },
  { developer },
) => ({ limit: historyDays, days: await readRetention(pool, developer) });

export const updateHistoryRetention: Handler<'retention.update', Needs> = async (
  { pool },
  chosen,
) => {
  await storeRetention(pool, chosen);
  return {};
};

/** How many things, and how many values of a day, one statement looks at. */
const things = 1_000;
const values = 10_000;

const dayMs = 24 * 60 * 60_000;

/** Deletes the past values of an account that ended on some days. */
export async function purgeHistoryOf(
  pool: pg.Pool,
  { developer, from, before }: ExpiredDays,
): Promise<void> {
  const days = await listPartitions(pool, 'thing_history');
  const expired = [...days].filter(([, day]) => day >= from && day < before);
  const partitions = ['thing_history_default', ...expired.map(([name]) => name)];
  for (let after: string | undefined = '0'; after !== undefined;) {
    const { rows }: { rows: { key: string }[] } = await pool.query<{ key: string }>(
      `SELECT key FROM things WHERE developer = $1 AND key > $2 ORDER BY key LIMIT ${things}`,
      [developer, after],
    );
    const keys = rows.map(({ key }) => key);
    for (const partition of partitions) {
      await purgeInBatches(values, async (most) => {
        const { rowCount } = await pool.query(
          `DELETE FROM ${partition} WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM ${partition}
            WHERE thing_key = ANY ($1::bigint[]) AND second < $2 LIMIT ${most}))`,
          [keys, new Date(before * dayMs)],
        );
        return rowCount ?? 0;
      });
    }
    after = rows.length === things ? keys.at(-1) : undefined;
  }
}
