import type { Thing } from '@trellis/contracts';

type Timed = Pick<Thing, 'value_times'>;

/** Returns when the value of a property last changed, or became unknown. */
export function valueTime({ value_times: times = {} }: Timed, name: string): Date | undefined {
  return Object.hasOwn(times, name) ? new Date(times[name]!) : undefined;
}

/**
 * Since when the values of properties are what they are, as `Last-Modified` (RFC 9110, section 8.8.2), which has
 * whole seconds.
 */
export function lastModified(thing: Timed, names: string[]): Record<string, string> {
  const times = names.flatMap((name) => valueTime(thing, name)?.getTime() ?? []);
  if (times.length === 0) return {};
  return { 'Last-Modified': new Date(times.reduce((a, b) => Math.max(a, b))).toUTCString() };
}
