import type { Handler, IntervalOfValues } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Traversals } from '../database/traversals.js';
import { toId } from '../batches/calls.js';
import { readIntervalsOf, type IntervalRow } from './intervals.sql.js';

export const readIntervals: Handler<'history.intervals', { traversals: Traversals }> = async (
  { traversals },
  { caller, ids, name, edges },
  { expiresAt },
) => {
  // PostgreSQL cannot store such a text.
  if (name.includes('\u0000')) return { series: [] };
  const { developer, subject = null } = caller;
  const instants = edges.map((edge) => new Date(edge));
  const known = ids.map(toId).filter((id) => id !== null);
  const values = [known, developer, subject, name, instants, instants[0], instants.at(-1)];
  const rows = await traversals({ developer, expiresAt, reads: 'history' }, (db) =>
    query(db, readIntervalsOf, values),
  );
  const series = new Map<string, IntervalOfValues[]>();
  for (const row of rows) {
    const intervals = series.get(row.id);
    if (intervals) intervals.push(toInterval(row));
    else series.set(row.id, [toInterval(row)]);
  }
  return { series: [...series].map(([id, intervals]) => ({ id, intervals })) };
};

function toInterval({ start, end, coverage, count, ...row }: IntervalRow): IntervalOfValues {
  const { min, max, mean, last_number, last_value, shares } = row;
  const last = last_value === null ? last_number : (JSON.parse(last_value) as unknown);
  return {
    start,
    end,
    coverage,
    count,
    min: min ?? undefined,
    max: max ?? undefined,
    mean: mean ?? undefined,
    ...(coverage > 0 && { last }),
    ...(shares && {
      shares: shares.map(([value, share]) => ({ value: JSON.parse(value) as unknown, share })),
    }),
  };
}
