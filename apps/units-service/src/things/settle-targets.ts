import type { Thing } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { publishHints, type PublishThingsHint } from './hints.js';
import { toKnown } from './request-targets.js';
import { storeChanged, type ThingTargets } from './store-targets.js';
import { expire, isAnyPending, parseTargets, settle } from './targets.js';
import { lockExpired, type TargetsRow } from './targets.sql.js';

/** The reported values of a thing. */
interface Reported extends Pick<Thing, 'id' | 'properties'> {
  /** Only those that were reported. */
  values: Readonly<Record<string, unknown>>;
  client: string;
  /** When it was observed, or null. */
  observed: string | null;
  /** When the values were received, if that was before. */
  received?: string | undefined;
}

/**
 * Settles the targets that things had before their devices reported. Called after the values are stored, so that events
 * come in that order. Returns the ids of the things whose targets are still pending.
 */
export async function settleTargets(
  db: pg.PoolClient,
  rows: (TargetsRow & { id: string; client: string | null })[],
  reported: Reported[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const before = new Map(rows.map((row) => [row.id, row]));
  const pending: string[] = [];
  const changed = reported.flatMap(({ id, client, values, properties, observed, received }) => {
    const row = before.get(id);
    // After a replacement, the old device may still report.
    if (row?.client !== client) return [];
    const { now, valueTimes, values: previous } = toKnown(row);
    const at = received ?? observed;
    const observation = { previous, observed: at === null ? Infinity : Date.parse(at) };
    const targets = parseTargets(row.targets);
    const after = settle(targets, { values, properties, valueTimes, now, ...observation });
    if (isAnyPending(after?.targets ?? targets)) pending.push(id);
    return after ? [{ key: row.key, ...after, observed }] : [];
  });
  await storeChanged(db, changed);
  return pending;
}

/** The most things whose targets expire in one transaction. */
const atOnce = 500;

/** Ends targets whose time is over; see {@link expire}. */
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
