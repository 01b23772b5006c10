const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats an instant relative to now, in one unit: `3 minutes ago`, `in 2 hours`. */
export function relativeTime(instant: string | number | undefined | null, now = Date.now()) {
  if (instant === undefined || instant === null) return undefined;
  const seconds = Math.round((new Date(instant).getTime() - now) / 1000);
  if (Number.isNaN(seconds)) return undefined;
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  const count = Math.floor(Math.abs(seconds) / size);
  if (count === 0) return 'now';
  const text = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return seconds < 0 ? `${text} ago` : `in ${text}`;
}

export const clockTime = (instant: string | number): string =>
  new Date(instant).toLocaleTimeString('en-GB');
