import type { Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import { readInstanceActivityRows } from '../accounts/activity.sql.js';
import { byHour, firstHour, longest, sumOf } from '../accounts/read-activity.js';
import type { Runtime } from '../runtime.js';
import { requireVisibleInstance } from './read.js';

/** Reads what the polls of an instance's clients did. An account has one instance of a type. */
export const readInstanceActivity: Handler<
  'instances.activity',
  Pick<Runtime, 'database' | 'pool'>
> = async ({ database, pool }, on) => {
  const { developer, connectorType } = await requireVisibleInstance(database, on);
  const now = Date.now();
  const from = new Date(firstHour(now)).toISOString();
  const rows = await query(pool, readInstanceActivityRows, [developer, from, connectorType]);
  const hours = byHour(rows, now).map(({ from, within }) => {
    const sum = sumOf(within);
    const { polls } = sum;
    const durationMs = within.reduce((total, row) => total + row.durationMs, 0);
    return {
      from,
      ...sum,
      mean_duration_seconds: polls === 0 ? 0 : durationMs / polls / 1_000,
      max_duration_seconds: longest(within.map(({ maxDurationMs }) => maxDurationMs)),
    };
  });
  return { hours };
};
