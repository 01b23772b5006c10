import { safeJson } from './safe-text.js';

/** Formats a value on one line: text as it is, anything else as JSON. */
export const shortValue = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : safeJson(value);

export const shortValues = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${shortValue(value)}`)
    .join(' ');
