import { safeJson } from './safe-text.js';

/** A value of a property on one line: a text as it is, anything else as JSON. */
export const shortValue = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : safeJson(value);

/** Values by name on one line. */
export const shortValues = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${shortValue(value)}`)
    .join(' ');
