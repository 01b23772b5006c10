import { DateTime } from 'luxon';

/** A length of time by the clock (ms), or of days, weeks, months or years by the calendar. */
export type Interval =
  { ms: number } | { calendar: 'day' | 'week' | 'month' | 'year'; count: number };

const calendarUnits = { D: 'day', W: 'week', M: 'month', Y: 'year' } as const;

const dayMs = 24 * 60 * 60_000;

const form =
  /^P(?:(?<count>\d{1,3})(?<unit>[DWMY])|T(?=\d)(?:(?<h>\d{1,2})H)?(?:(?<m>\d{1,4})M)?(?:(?<s>\d{1,5})S)?)$/;

/**
 * The interval that an ISO 8601 duration says: whole hours, minutes and seconds up to a day, or a number of days,
 * weeks, months or years; undefined for any other text.
 */
export function parseInterval(text: string): Interval | undefined {
  const groups = form.exec(text)?.groups;
  if (!groups) return undefined;
  if (groups.unit !== undefined) {
    const count = Number(groups.count);
    const calendar = calendarUnits[groups.unit as keyof typeof calendarUnits];
    return count > 0 ? { calendar, count } : undefined;
  }
  const { h = 0, m = 0, s = 0 } = groups;
  const ms = (Number(h) * 3_600 + Number(m) * 60 + Number(s)) * 1_000;
  return ms > 0 && ms <= dayMs ? { ms } : undefined;
}

/**
 * Returns the name by which a time zone of the IANA database is known, however it is written; undefined for any other text.
 */
export function canonicalZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

interface Divided {
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
  interval: Interval;
  /** Time zone of the IANA database. */
  zone: string;
}

/**
 * The edges of the intervals from one instant to another, these two included. Those by the clock are counted from each
 * midnight of the zone on, so that the last one of a day is shorter where they do not divide it; those by the calendar
 * begin at a midnight, weeks on Mondays. Ends after `max` intervals.
 */
export function edgesOf({ from, to, interval, zone }: Divided, max: number): number[] {
  const begin = DateTime.fromMillis(from, { zone });
  const next = 'ms' in interval ? byClock(begin, interval.ms) : byCalendar(begin, interval);
  const edges = [from];
  for (const edge of next) {
    if (edge >= to || edges.length > max) break;
    if (edge > edges.at(-1)!) edges.push(edge);
  }
  return [...edges, to];
}

function* byCalendar(
  begin: DateTime,
  { calendar, count }: Extract<Interval, { calendar: string }>,
): Generator<number> {
  const first = begin.startOf(calendar);
  for (let index = 1; ; index += 1) {
    yield first.plus({ [calendar]: index * count }).toMillis();
  }
}

function* byClock(begin: DateTime, ms: number): Generator<number> {
  const midnight = begin.startOf('day');
  for (let day = 0; ; day += 1) {
    const start = midnight.plus({ day }).toMillis();
    const end = midnight.plus({ day: day + 1 }).toMillis();
    const passed = day === 0 ? Math.floor((begin.toMillis() - start) / ms) : 0;
    for (let edge = start + passed * ms; edge < end; edge += ms) yield edge;
  }
}
