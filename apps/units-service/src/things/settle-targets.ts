import type { Thing } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { publishHints, type PublishThingsHint } from './hints.js';
import { toKnown } from './request-targets.js';
import { storeChanged, type ThingTargets } from './store-targets.js';
import { expire, parseTargets, settle } from './targets.js';
import { lockExpired, type TargetsRow } from './targets.sql.js';

/** The reported values of a thing. */
interface Reported extends Pick<Thing, 'id' | 'properties'> {
  /** Only those that were reported. */
  values: Readonly<Record<string, unknown>>;
  /** When it was observed, or null. */
  observed: string | null;
}

/**
 * Settles the targets that things had before their devices reported. Called after the values are stored, so that events
 * come in that order.
 */
export async function settleTargets(
  db: pg.PoolClient,
  rows: (TargetsRow & { id: string })[],
  reported: Reported[],
): Promise<void> {
  if (rows.length === 0) return;
  const before = new Map(rows.map((row) => [row.id, row]));
  const changed = reported.flatMap(({ id, values, properties, observed }): ThingTargets[] => {
    const row = before.get(id);
    if (!row) return [];
    const { now, values: previous } = toKnown(row);
    const at = observed === null ? Infinity : Date.parse(observed);
    const observation = { previous, observed: at };
    const after = settle(parseTargets(row.targets), { values, properties, now, ...observation });
    return after ? [{ key: row.key, ...after, observed }] : [];
  });
  await storeChanged(db, changed);
}

/** The most things whose targets expire in one transaction. */
const atOnce = 500;

/** Marks pending targets as unconfirmed whose time is over. */
export async function expireTargets(
  pool: pg.Pool,
  publishThingsHint: PublishThingsHint,
): Promise<void> {
  for (;;) {
    const rows = await inTransaction(pool, async (db) => {
      const rows = await query(db, lockExpired, [atOnce]);
      const changed = rows.map((row): ThingTargets => {
        const after = expire(parseTargets(row.targets), toKnown(row));
        return { key: row.key, ...after, observed: null };
      });
      await storeChanged(db, changed);
      return rows;
    });
    publishHints(
      publishThingsHint,
      rows.map(({ id, developer, subject }) => ({
        developer,
        subject: subject ?? undefined,
        things: [id],
      })),
    );
    if (rows.length < atOnce) return;
  }
}
