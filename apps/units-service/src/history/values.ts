import { Problem, type Handler, type IntervalOfValues } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { toId } from '../batches/calls.js';
import type { Traversals } from '../database/traversals.js';
import { toPeriods, type Period, type ValuePeriod } from './periods.js';
import { readIntervalsOf, readValuesIn, type IntervalRow, type ValueRow } from './values.sql.js';

/** The maximum number of gaps that a page reads. */
const maxGaps = 2_000;

/** Reads the values of a property of a thing in a period, page by page. */
export const readValues: Handler<'history.values', { pool: pg.Pool }> = async (
  { pool },
  { caller, id, name, from, to, descending, limit },
) => {
  // PostgreSQL cannot store such a text.
  if (name.includes('\u0000')) throw noSuchProperty();
  const { developer, subject = null } = caller;
  const order = descending ? 'descending' : 'ascending';
  // Three may have ended just before, one may overlap the start, and one shows that more follow.
  const maxEnded = limit + 5;
  const rows = await query(pool, readValuesIn[order], [
    toId(id),
    developer,
    subject,
    name,
    new Date(from),
    new Date(to),
    maxEnded,
    maxGaps,
  ]);
  if (rows.length === 0) throw noSuchProperty();
  const periods = rows.filter(isPeriod);
  const gaps = periods.filter(({ kind }) => kind === 'gap');
  const values = periods.filter(({ kind }) => kind !== 'gap').sort((a, b) => a.since - b.since);
  const ended = values.filter(({ kind, until }) => kind === 'ended' && until < to);
  const window = { since: from, until: to };
  if (descending) {
    if (ended.length >= maxEnded - 1) window.since = Math.max(from, ended[0]!.until);
    if (gaps.length === maxGaps) window.since = Math.max(window.since, gaps.at(-1)!.since);
  } else {
    if (ended.length >= maxEnded - 1) window.until = Math.min(to, ended.at(-1)!.since);
    if (gaps.length === maxGaps) window.until = Math.min(window.until, gaps.at(-1)!.since);
  }
  return toPage(toPeriods(values.map(toValue), gaps, window), {
    from,
    to,
    descending,
    limit,
    window,
  });
};

interface PageOptions {
  from: number;
  to: number;
  descending: boolean;
  limit: number;
  window: Period;
}

function toPage(
  all: ReturnType<typeof toPeriods>,
  { from, to, descending, limit, window }: PageOptions,
) {
  const items = descending ? all.toReversed().slice(0, limit) : all.slice(0, limit);
  const last = all.length > limit ? items.at(-1) : undefined;
  const end = descending ? (last?.since ?? window.since) : (last?.until ?? window.until);
  const isMore = descending ? end > from : end < to;
  return { items, ...(isMore && { next: end }) };
}

type PeriodRow = ValueRow & Period;
const isPeriod = (row: ValueRow): row is PeriodRow => row.since !== null;

const toValue = ({ since, until, number, value }: PeriodRow): ValuePeriod => ({
  since,
  until,
  value: value === null ? number : (JSON.parse(value) as unknown),
});

const noSuchProperty = () =>
  new Problem('not_found', 'There is no such thing, or it has no such property to read.');

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
  const tooSlow = 'The history takes too long to read; ask for a shorter time.';
  const rows = await traversals({ developer, expiresAt, tooSlow }, (db) =>
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
