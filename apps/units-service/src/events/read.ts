import { thingEvent, type Caller, type ThingEvent, type ThingEventKind } from '@trellis/contracts';
import type { Database } from '../database.js';
import { Prisma } from '../generated/prisma/client.js';
import { kept } from './prune.js';

export interface Wanted {
  caller: Caller;
  after?: string | undefined;
  thing?: string | undefined;
  property?: string | undefined;
  kinds?: ThingEventKind[] | undefined;
  limit: number;
}

interface Row {
  key: bigint;
  xact: string;
  thing: string;
  kind: string;
  name: string | null;
  value: string | null;
  /** Whether no transaction before it is under way any more. */
  settled: boolean;
}

/**
 * What has happened to the things that the caller sees, in the order of transactions. What belongs to
 * a transaction before which others are still under way waits for these: so no event is ever passed
 * over. A cursor is transaction, key, and the time at which it was given.
 */
export async function readEvents({ prisma }: Database, wanted: Wanted) {
  const [now] = await prisma.$queryRaw<{ horizon: string }[]>`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`;
  const cursorAt = (xact: string, key: bigint) => `${xact}-${key}-${Date.now()}`;
  const start = cursorAt(now!.horizon, 0n);
  if (wanted.after === undefined) return { events: [], cursor: start, more: false, missed: false };

  const [xact, key, given] = wanted.after.split('-') as [string, string, string];
  const missed = Date.now() - Number(given) > kept;
  if (missed) return { events: [], cursor: start, more: false, missed };
  const rows = await prisma.$queryRaw<Row[]>`
    SELECT key, xact::text AS xact, thing, kind, name, value,
      xact < ${now!.horizon}::xid8 AS settled
    FROM events
    WHERE ${ofCaller(wanted)} AND (xact, key) > (${xact}::xid8, ${BigInt(key)})
    ORDER BY events.xact, key LIMIT ${wanted.limit}`;
  const settled = rows.filter((row) => row.settled);
  const last = settled.at(-1);
  // Before the horizon nothing comes any more: next time it need not be looked through again.
  const isPast = rows.length === 0 && BigInt(xact) < BigInt(now!.horizon);
  const unchanged = isPast ? start : cursorAt(xact, BigInt(key));
  return {
    events: settled.map((row) => eventOf(row, cursorAt(row.xact, row.key))),
    cursor: last ? cursorAt(last.xact, last.key) : unchanged,
    more: rows.length === wanted.limit || settled.length < rows.length,
    missed,
  };
}

function ofCaller({ caller: { developer, subject }, thing, property, kinds }: Wanted): Prisma.Sql {
  const conditions = [
    Prisma.sql`developer = ${developer}`,
    ...(subject === undefined ? [] : [Prisma.sql`subject = ${subject}`]),
    ...(thing === undefined ? [] : [Prisma.sql`thing = ${thing}::uuid`]),
    ...(property === undefined ? [] : [Prisma.sql`name = ${property}`]),
    ...(kinds === undefined ? [] : [Prisma.sql`kind = ANY(${kinds})`]),
  ];
  return Prisma.join(conditions, ' AND ');
}

function eventOf({ thing, kind, name, value }: Row, cursor: string): ThingEvent {
  const shared = { cursor, thing, kind };
  if (kind === 'thing_updated') return thingEvent.parse({ ...shared, available: value === 'true' });
  if (kind === 'property_changed') {
    return thingEvent.parse({ ...shared, name, value: JSON.parse(value!) as unknown });
  }
  return thingEvent.parse(shared);
}
