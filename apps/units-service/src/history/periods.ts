import type { PeriodOfValue } from '@trellis/contracts';

/** A period in milliseconds since the epoch; the current one ends at `Infinity`. */
export interface Period {
  since: number;
  until: number;
}

/** A period in which a thing had a value. */
export interface ValuePeriod extends Period {
  value: unknown;
}

/** The distance of two values up to which only omitted values can lie between them (ms). */
const resolutionMs = 2_000;

/** Extends values over a following time whose values were left out. */
function bridge(values: readonly ValuePeriod[]): ValuePeriod[] {
  return values.map((value, index) => {
    const next = values[index + 1];
    return next && next.since - value.until < resolutionMs
      ? { ...value, until: next.since }
      : value;
  });
}

/** Subtracts gaps, which are sorted and disjoint, from a period. */
function without({ since, until }: Period, gaps: readonly Period[]): Period[] {
  const left: Period[] = [];
  let start = since;
  for (const gap of gaps) {
    if (gap.until <= start) continue;
    if (gap.since >= until) break;
    if (gap.since > start) left.push({ since: start, until: gap.since });
    start = gap.until;
  }
  if (start < until) left.push({ since: start, until });
  return left;
}

/** Merges periods that overlap or touch, and sorts them. */
function union(periods: readonly Period[]): Period[] {
  const merged: Period[] = [];
  for (const { since, until } of [...periods].sort((a, b) => a.since - b.since)) {
    const last = merged.at(-1);
    if (last && since <= last.until) last.until = Math.max(last.until, until);
    else merged.push({ since, until });
  }
  return merged;
}

/**
 * Returns the periods of values that overlap a period, in their order and in full, with periods without a value for the
 * gaps between them.
 */
export function toPeriods(
  values: readonly ValuePeriod[],
  gaps: readonly Period[],
  { since: from, until: to }: Period,
): PeriodOfValue[] {
  const merged = union(gaps);
  const items: PeriodOfValue[] = [];
  let end = from;
  for (const { value, ...period } of bridge(values)) {
    for (const { since, until } of without(period, merged)) {
      if (until <= end || since >= to) continue;
      if (since > end) items.push({ since: end, until: since });
      items.push({ since, ...(until !== Infinity && { until }), value });
      end = until;
    }
  }
  if (end < to) items.push({ since: end, until: to });
  return items;
}
