import {
  formatEventCursor,
  parseEventCursor,
  thingEvent,
  thingEventKind,
  type Caller,
  type EventPosition,
  type Handler,
  type ThingEvent,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import {
  maxScanned,
  readChangesOf,
  readPosition,
  sourceOf,
  type ChangeRow,
  type PageRow,
  type PositionRow,
} from './read.sql.js';

interface ChangesQuery {
  caller: Caller;
  after?: string | undefined;
  kinds: readonly string[];
  name?: string | undefined;
  thing?: string | undefined;
  limit: number;
}

interface ChangePage {
  rows: ChangeRow[];
  cursor: string;
  /** Whether more may follow: already stored, or stored by a transaction that is still open. */
  more: boolean;
  /** Whether changes after the given cursor have been purged, or were never stored in this database. */
  missed: boolean;
}

/**
 * Reads a page of the changes after a cursor. Without a cursor, or when it is too old, returns no changes and the
 * current cursor.
 */
export async function readPage(
  pool: pg.Pool,
  { caller, after, kinds, name, thing, limit }: ChangesQuery,
): Promise<ChangePage> {
  if (after === undefined) {
    const [position] = await query(pool, readPosition, []);
    return { rows: [], cursor: currentCursor(position!), more: false, missed: false };
  }
  const from = parseEventCursor(after);
  const { developer, subject = null } = caller;
  const values = [developer, subject, from.xact, from.key, kinds, name ?? null, thing ?? null];
  const found = await query(pool, readChangesOf[sourceOf(kinds, thing)], [...values, limit]);
  const page = found[0]!;
  const isAhead = BigInt(from.xact) > BigInt(page.horizon);
  if (isAhead || from.time < page.since.getTime()) {
    return { rows: [], cursor: currentCursor(page), more: false, missed: true };
  }
  const rows = found.filter((row): row is PageRow & ChangeRow => row.key !== null);
  const isCut = rows.length < page.found;
  const isLong = page.scanned === maxScanned;
  return {
    rows,
    cursor: formatEventCursor(continueAt(page, from, { last: rows.at(-1), isCut, isLong })),
    more: isCut || isLong || page.isPending,
    missed: false,
  };
}

/** Returns the cursor after everything that has been committed: nothing can be added before the horizon. */
const currentCursor = ({ horizon, now }: PositionRow): string =>
  formatEventCursor({ xact: horizon, key: '0', time: now.getTime() });

/** Returns the cursor after the last change of the page, the last scanned change, or all changes. */
function continueAt(
  page: PageRow,
  from: EventPosition,
  { last, isCut, isLong }: { last: ChangeRow | undefined; isCut: boolean; isLong: boolean },
): EventPosition {
  if (isCut) return positionOf(last!);
  if (!isLong) return { xact: page.horizon, key: '0', time: page.now.getTime() };
  if (page.lastXact === null) return from;
  return { xact: page.lastXact, key: page.lastKey!, time: page.lastCreated!.getTime() };
}

export const positionOf = ({ xact, key, created }: ChangeRow): EventPosition => ({
  xact,
  key,
  time: created.getTime(),
});

/**
 * Reads the events of the things that the caller sees, in the order of commits. An event is deferred while an earlier
 * transaction is in progress, so that a cursor never skips an event that is committed later.
 */
export const readEvents: Handler<'events.read', { pool: pg.Pool }> = async (
  { pool },
  { kinds = thingEventKind.options, ...input },
) => {
  const { rows, ...page } = await readPage(pool, { kinds, ...input });
  return { events: rows.map(toEvent), ...page };
};

/** Returns the state of a client from the value of its change: JSON while it is paused, otherwise the code of its error. */
export function clientStateOf(value: string | null): object {
  if (value === null) return { status: 'STARTED' };
  return value.startsWith('{') ? (JSON.parse(value) as object) : { status: 'ERROR', error: value };
}

export function toEvent({ kind, name, value, occurred, ...row }: ChangeRow): ThingEvent {
  const { resource: thing, created, attributes } = row;
  const cursor = formatEventCursor(positionOf({ kind, name, value, occurred, ...row }));
  const ofResource = { thing, ...(attributes && { attributes }) };
  const event = { cursor, time: created.toISOString(), ...ofResource, kind };
  if (kind === 'thing_updated') return thingEvent.parse({ ...event, available: value === 'true' });
  if (kind === 'property_changed') {
    return thingEvent.parse({ ...event, name, value: JSON.parse(value!) as unknown });
  }
  if (kind === 'target_changed') {
    return thingEvent.parse({ ...event, name, target: JSON.parse(value!) as unknown });
  }
  if (kind === 'thing_event') {
    const carried = value === null ? {} : { data: JSON.parse(value) as unknown };
    return thingEvent.parse({ ...event, name, occurred: occurred!.toISOString(), ...carried });
  }
  if (kind === 'client_status_changed') {
    return thingEvent.parse({ ...event, ...clientStateOf(value) });
  }
  return thingEvent.parse(event);
}
