/** The largest time in a UUIDv7 (milliseconds since the epoch), which has 48 bits. */
const maxTime = 2 ** 48 - 1;

/** Returns the smallest UUIDv7 of an instant (milliseconds since the epoch). */
export function leastIdAt(instant: number): string {
  const hex = Math.min(Math.max(0, instant), maxTime).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** A UUID greater than that of any entry. */
export const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Returns the time in a UUIDv7 (RFC 9562, section 5.7). */
export const timeOf = (id: string): string =>
  new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();
