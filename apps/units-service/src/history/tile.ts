import type { PeriodOfValue } from '@trellis/contracts';

/** A time in milliseconds since the epoch; what has not ended ends at `Infinity`. */
export interface Period {
  since: number;
  until: number;
}

/** A time for which a thing had a value. */
export interface ValuePeriod extends Period {
  value: unknown;
}

/** Values that are closer together have nothing between them but what was not kept (ms). */
const resolutionMs = 2_000;

/** The time that two values leave open because those between them were not kept belongs to the first. */
function bridge(values: readonly ValuePeriod[]): ValuePeriod[] {
  return values.map((value, index) => {
    const next = values[index + 1];
    return next && next.since - value.until < resolutionMs
      ? { ...value, until: next.since }
      : value;
  });
}

/** What is left of a time without others, which are in their order and apart. */
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

/** Times that overlap or touch, made one, in their order. */
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
 * The values that a thing had in a time, in their order, and between them the times of which nothing is known. Values
 * that reach beyond the time are shown with all of theirs.
 */
export function tile(
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
