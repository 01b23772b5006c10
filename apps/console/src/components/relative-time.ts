const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** Formats an instant relative to now; both are in ms since the epoch. */
export function relativeTime(instant: number, now: number): string {
  const distance = instant - now;
  if (Math.abs(distance) < 10_000) return distance > 1_000 ? 'in a few seconds' : 'just now';
  const [unit, length] = units.find(([, length]) => Math.abs(distance) >= length)!;
  return format.format(Math.round(distance / length), unit);
}
