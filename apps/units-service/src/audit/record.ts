import type { AuditEntry, Handler } from '@trellis/contracts';
import { purgeInBatches, query } from '@trellis/database';
import type pg from 'pg';
import { deleteOldestEntries, insertEntries } from './record.sql.js';

/** Stores the entries of a batch of calls, even after their deadline. An entry that is sent again is stored once. */
export const recordEntries: Handler<'audit.record', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  const entries = calls.flatMap(({ input }) => input.entries);
  await storeEntries(pool, entries);
  return calls.map(() => ({}));
};

/** Stores entries with one statement, except those stored already. */
export async function storeEntries(pool: pg.Pool, entries: readonly AuditEntry[]): Promise<void> {
  await query(pool, insertEntries, [entriesOf(entries.map((audit) => ({ input: { audit } })))]);
}

interface AuditedCall {
  input: { audit?: AuditEntry | undefined };
}

/**
 * Returns the entries of a batch of calls as a parameter of the statement that executes them. `positionOf` returns the
 * position of a call in that statement, from 1.
 */
export function entriesOf<Call extends AuditedCall>(
  calls: readonly Call[],
  positionOf = (_call: Call, index: number) => index + 1,
): string {
  const rows = calls.flatMap((call, index) => {
    const { audit } = call.input;
    return audit ? [toRow(audit, positionOf(call, index))] : [];
  });
  return JSON.stringify(rows);
}

const toRow = ({ actor, resource, items, ...entry }: AuditEntry, position: number) => ({
  position,
  ...entry,
  actor_type: actor.type,
  actor: actor.id,
  resource_type: resource.type,
  resource_ids: resource.ids,
  ...items,
});

const dayMs = 24 * 60 * 60_000;

/** Deletes the entries that are older than `days` at `now`. */
export async function purgeAudit(pool: pg.Pool, days: number, now: Date): Promise<void> {
  const end = leastIdAt(now.getTime() - days * dayMs);
  await purgeInBatches(10_000, async (most) => {
    const [deleted] = await query(pool, deleteOldestEntries, [end, most]);
    return deleted!.count;
  });
}

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
