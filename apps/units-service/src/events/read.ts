import {
  thingEvent,
  type Handler,
  type Received,
  type ThingEvent,
  type UnitsContract,
} from '@trellis/contracts';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { formatCursor, parseCursor, type Cursor } from './cursor.js';
import { retentionMs } from './prune.js';

type Input = Received<UnitsContract, 'events.read'>;

/**
 * A page ends with the event that exceeds this length (bytes of the values). Whoever follows a stream
 * holds a page in memory, and values may be as long as a body.
 */
const pageBytes = 1024 * 1024;

interface Row {
  key: bigint;
  xact: string;
  thing: string;
  kind: string;
  name: string | null;
  value: string | null;
  occurred: Date | null;
  created: Date;
  /** Whether every transaction before this event's has ended. */
  isSettled: boolean;
  /** How many rows were found, including those that did not fit on the page. */
  found: number;
}

/**
 * Reads what happened to the things that the caller sees, in the order of transactions. An event is
 * held back while a transaction before its own is in progress, so that a cursor never skips an event
 * that is committed later.
 */
export const readEvents: Handler<'events.read', { prisma: PrismaClient }> = async (
  { prisma },
  input,
) => {
  const horizon = await findHorizon(prisma);
  const present = formatCursor(horizon, 0n);
  if (input.after === undefined) return { events: [], cursor: present, more: false, missed: false };

  const after = parseCursor(input.after);
  const isAhead = BigInt(after.xact) > BigInt(horizon);
  const missed = isAhead || Date.now() - after.issuedAt > retentionMs;
  if (missed) return { events: [], cursor: present, more: false, missed };
  const rows = await findEvents(prisma, input, { after, horizon });
  const found = rows[0]?.found ?? 0;
  const settled = rows.filter(({ isSettled }) => isSettled);
  const last = settled.at(-1);
  // Nothing can be added before the horizon any more, so the next read need not search there again.
  const isPast = rows.length === 0 && BigInt(after.xact) < BigInt(horizon);
  const unchanged = isPast ? present : formatCursor(after.xact, after.key);
  return {
    events: settled.map(toEvent),
    cursor: last ? formatCursor(last.xact, last.key) : unchanged,
    more: found === input.limit || settled.length < found,
    missed,
  };
};

/** The oldest transaction that may still be in progress. */
async function findHorizon(prisma: PrismaClient): Promise<string> {
  const [row] = await prisma.$queryRaw<{ horizon: string }[]>`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`;
  return row!.horizon;
}

function findEvents(
  prisma: PrismaClient,
  input: Input,
  { after, horizon }: { after: Cursor; horizon: string },
): Promise<Row[]> {
  return prisma.$queryRaw<Row[]>`
    SELECT key, xact::text AS xact, thing, kind, name, value, occurred, created,
      xact < ${horizon}::xid8 AS "isSettled", found::int AS found
    FROM (
      SELECT *, count(*) OVER () AS found,
        sum(coalesce(octet_length(value), 0)) OVER (ORDER BY xact, key)
          - coalesce(octet_length(value), 0) AS bytes_before
      FROM (
        SELECT key, xact, thing, kind, name, value, occurred, created FROM events
        WHERE ${toCondition(input)} AND (xact, key) > (${after.xact}::xid8, ${after.key})
        ORDER BY xact, key LIMIT ${input.limit}
      ) AS listed
    ) AS counted
    WHERE bytes_before <= ${pageBytes}
    ORDER BY counted.xact, key`;
}

function toCondition({ caller: { developer, subject }, thing, name, kinds }: Input) {
  const conditions = [Prisma.sql`developer = ${developer}`];
  if (subject !== undefined) conditions.push(Prisma.sql`subject = ${subject}`);
  if (thing !== undefined) conditions.push(Prisma.sql`thing = ${thing}::uuid`);
  if (name !== undefined) conditions.push(Prisma.sql`name = ${name}`);
  if (kinds !== undefined) conditions.push(Prisma.sql`kind = ANY(${kinds})`);
  return Prisma.join(conditions, ' AND ');
}

function toEvent({ xact, key, thing, kind, name, value, occurred, created }: Row): ThingEvent {
  const event = { cursor: formatCursor(xact, key), time: created.toISOString(), thing, kind };
  if (kind === 'thing_updated') return thingEvent.parse({ ...event, available: value === 'true' });
  if (kind === 'property_changed') {
    return thingEvent.parse({ ...event, name, value: JSON.parse(value!) as unknown });
  }
  if (kind === 'thing_event') {
    const carried = value === null ? {} : { data: JSON.parse(value) as unknown };
    return thingEvent.parse({ ...event, name, occurred: occurred!.toISOString(), ...carried });
  }
  if (kind === 'client_status_changed') {
    const status = value === null ? 'STARTED' : 'ERROR';
    return thingEvent.parse({ ...event, status, ...(value !== null && { error: value }) });
  }
  return thingEvent.parse(event);
}
