import { z } from 'zod';

/** A position in the order of all changes. Apps see it as the opaque text of an {@link eventCursor}. */
export interface EventPosition {
  /** The id of a transaction (`xid8`), as text. It and all earlier ones had ended when the cursor was made. */
  xact: string;
  key: string;
  /** When the change was made, or when the cursor after all changes was made (milliseconds since the epoch). */
  time: number;
}

export const formatEventCursor = ({ xact, key, time }: EventPosition): string =>
  `${xact}-${key}-${time}`;

export function parseEventCursor(cursor: string): EventPosition {
  const [xact, key, time] = cursor.split('-') as [string, string, string];
  return { xact, key, time: Number(time) };
}

/** Compares the order of two cursors: negative if the first comes before the second. */
export function compareEventCursors(one: string, other: string): number {
  const [a, b] = [parseEventCursor(one), parseEventCursor(other)];
  const difference = BigInt(a.xact) - BigInt(b.xact) || BigInt(a.key) - BigInt(b.key);
  return Number(difference);
}

/** The largest `xid8` and `bigint` of PostgreSQL. */
const [maxTransaction, maxKey] = [2n ** 64n - 1n, 2n ** 63n - 1n];

function isPossible(cursor: string): boolean {
  const { xact, key } = parseEventCursor(cursor);
  return BigInt(xact) <= maxTransaction && BigInt(key) <= maxKey;
}

export const eventCursor = z
  .string()
  .regex(/^\d{1,20}-\d{1,19}-\d{1,15}$/, { abort: true })
  .refine(isPossible);
