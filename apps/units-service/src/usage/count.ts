import {
  formatEventCursor,
  parseEventCursor,
  type EventPosition,
  type Handler,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { countNext, maxCounted, type CountRow } from './count.sql.js';

/** Before all changes. */
const start: EventPosition = { xact: '0', key: '0', time: 0 };

/** Counts the next changes of all accounts. After a position of another database, it goes on with the next change. */
export const countChanges: Handler<'usage.count', { pool: pg.Pool }> = async (
  { pool },
  { position },
) => {
  const from = position === undefined ? start : parseEventCursor(position);
  const rows = await query(pool, countNext, [from.xact, from.key, new Date(from.time)]);
  const page = rows[0]!;
  const end = { xact: page.horizon, key: '0', time: page.now.getTime() };
  if (BigInt(from.xact) > BigInt(page.horizon)) {
    return { counts: [], position: formatEventCursor(end), more: false };
  }
  const more = page.settled === maxCounted;
  const next = page.settled === page.scanned && !more ? end : lastOf(page, from);
  const counts = rows.filter(isCount).map(({ developer, day, subject, client, ...row }) => ({
    developer,
    day,
    subject,
    ...(client !== null && { client }),
    events: row.events,
    bytes: Number(row.bytes),
    ...(row.things !== null && { things: row.things }),
  }));
  return { counts, position: formatEventCursor(next), more };
};

const isCount = (row: CountRow): row is CountRow & { developer: string } => row.developer !== null;

/** Returns the position of the last counted change; without one, the position before. */
const lastOf = (
  { lastXact, lastKey, lastCreated }: CountRow,
  from: EventPosition,
): EventPosition =>
  lastXact === null ? from : { xact: lastXact, key: lastKey!, time: lastCreated!.getTime() };
