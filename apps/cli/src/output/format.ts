import type { components, EventData } from '@trellis/client';
import type { Printer } from './printer.js';
import { safeJson } from './text.js';

/** Formats a value on one line: text as it is, anything else as JSON. */
export const shortValue = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : safeJson(value);

/** A requested value. It is shown until it ends, and when it does. */
export type Target = EventData['target_changed']['target'];

export const targetText = ({ value, status }: Pick<Target, 'value' | 'status'>): string =>
  `→ ${shortValue(value)} (${status === 'unconfirmed' ? 'not confirmed' : status})`;

/** Formats a value with the one that is requested, if any: `off → on (pending)`. */
export const valueText = (value: unknown, target: Target | undefined): string =>
  target ? `${shortValue(value)} ${targetText(target)}`.trimStart() : shortValue(value);

export const shortValues = (
  values: Record<string, unknown>,
  targets: Record<string, Target> = {},
): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${valueText(value, targets[name])}`)
    .join(' ');

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

/** Formats an instant in local time: `2026-12-24 18:00:00`. */
export const dayAndTime = (instant: string): string => {
  const at = new Date(instant);
  return `${at.toLocaleDateString('sv-SE')} ${at.toLocaleTimeString('en-GB')}`;
};

type Removal = components['schemas']['Removal'] | undefined;

export function showRemoval({ note }: Printer, removal: Removal): void {
  const counts = [
    ['client', removal?.clients.length],
    ['thing', removal?.things.length],
    ['link', removal?.links.length],
  ] as const;
  const parts = counts
    .filter(([, count]) => count)
    .map(([what, count]) => `${count} ${what}${count === 1 ? '' : 's'}`);
  note(parts.length > 0 ? `This also deletes ${parts.join(', ')}.` : 'This deletes nothing else.');
}

export const availabilityText = ({ availability }: { availability: { state: string } }): string =>
  availability.state;
