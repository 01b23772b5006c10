/**
 * A position in the order of all changes: `xact`, key and time of the change there, or when the position was told that
 * is after all changes.
 */
export interface Cursor {
  /** Id of a transaction (`xid8`), as text: it and all before it had ended when the change was told. */
  xact: string;
  key: string;
  /** Milliseconds since the epoch, by the clock of the database. */
  time: number;
}

export const formatCursor = ({ xact, key, time }: Cursor): string => `${xact}-${key}-${time}`;

/** Parses a cursor whose form the contract has checked. */
export function parseCursor(text: string): Cursor {
  const [xact, key, time] = text.split('-') as [string, string, string];
  return { xact, key, time: Number(time) };
}
