/** A position in the order of all events: transaction, key, and the time when it was issued. */
export interface Cursor {
  /** Id of the transaction (`xid8`), as text. */
  xact: string;
  key: bigint;
  /** Milliseconds since the epoch. */
  issuedAt: number;
}

export const formatCursor = (xact: string, key: bigint): string => `${xact}-${key}-${Date.now()}`;

/** Parses a cursor whose form the contract has checked. */
export function parseCursor(text: string): Cursor {
  const [xact, key, issuedAt] = text.split('-') as [string, string, string];
  return { xact, key: BigInt(key), issuedAt: Number(issuedAt) };
}
