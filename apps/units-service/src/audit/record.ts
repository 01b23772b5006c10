import type { AuditEntry, Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { insertEntries } from './record.sql.js';

/** Stores the entries of a batch of calls, even after their deadline. An entry that is sent again is stored once. */
export const recordEntries: Handler<'audit.record', { pool: pg.Pool }> = async (
  { pool },
  calls,
) => {
  await storeEntries(
    pool,
    calls.flatMap(({ input }) => input.entries),
  );
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
