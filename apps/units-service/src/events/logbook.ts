import {
  formatEventCursor,
  logbookEntry,
  parseEventCursor,
  type Handler,
  type LogbookEntry,
  type LogbookKind,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { toId } from '../batches/calls.js';
import { noSuchThing } from '../visibility/rules.js';
import { maxScannedEntries, readEntries, type LogbookRow } from './logbook.sql.js';

/** The kinds of changes that may be an entry of a kind. */
const changesOf = (kind: LogbookKind): string[] =>
  kind === 'availability_changed' ? ['thing_updated', 'client_status_changed'] : [kind];

/** The largest `xid8` and `bigint`: a position after all changes. */
const end = { xact: String(2n ** 64n - 1n), key: String(2n ** 63n - 1n) };

/** Reads what happened to a thing, and who requested it, newest first. */
export const readLogbook: Handler<'things.logbook', { pool: pg.Pool }> = async (
  { pool },
  { caller, id, page: { limit, cursor }, kinds, name, since, until },
) => {
  const { xact, key } = cursor === undefined ? end : parseEventCursor(cursor);
  const rows = await query(pool, readEntries, [
    toId(id),
    caller.developer,
    caller.subject ?? null,
    xact,
    key,
    since ?? '-infinity',
    until ?? 'infinity',
    kinds.flatMap(changesOf),
    name ?? null,
    limit,
  ]);
  const [page] = rows;
  if (!page) throw noSuchThing();
  const found = rows.filter(isEntry);
  return { items: found.map(toEntry), next: continueAfter(page, found) };
};

type Found = LogbookRow & { key: string };

const isEntry = (row: LogbookRow): row is Found => row.key !== null;

/** Returns the cursor of the last entry of the page or, if more may follow, of the last scanned change. */
function continueAfter(page: LogbookRow, found: Found[]): string | undefined {
  if (found.length < page.found) return cursorOf(found.at(-1)!);
  if (page.scanned < maxScannedEntries) return undefined;
  const { lastXact, lastKey, lastCreated } = page;
  return formatEventCursor({ xact: lastXact!, key: lastKey!, time: lastCreated!.getTime() });
}

const cursorOf = ({ xact, key, created }: Found): string =>
  formatEventCursor({ xact, key, time: created.getTime() });

const parsed = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text));

function toEntry(row: Found): LogbookEntry {
  const { kind, name, value, previous, cause, other, created } = row;
  const common = { cursor: cursorOf(row), time: created.toISOString(), kind };
  const requester = cause ?? undefined;
  switch (kind) {
    case 'property_changed':
      return logbookEntry.parse({
        ...common,
        name,
        requester,
        value: parsed(value),
        ...(previous !== null && { previous: parsed(previous) }),
      });
    case 'target_changed':
      return logbookEntry.parse({ ...common, name, requester, target: parsed(value) });
    case 'thing_event':
      return logbookEntry.parse({
        ...common,
        name,
        occurred: row.occurred?.toISOString(),
        ...(value !== null && { data: parsed(value) }),
      });
    case 'thing_updated':
    case 'client_status_changed':
      return logbookEntry.parse({ ...common, ...availabilityOf(row) });
    default:
      return logbookEntry.parse({ ...common, requester, other });
  }
}

/** Returns what a change says about the availability of the thing. */
function availabilityOf({ kind, value, previous, cause, state }: Found) {
  const ofClient = kind === 'client_status_changed';
  const codeOf = (cause ?? {}) as { code?: string };
  const [before, after] = ofClient
    ? [previous ?? state, whyUnknown(value) ?? state]
    : [previous, codeOf.code ?? value];
  return {
    kind: 'availability_changed' as const,
    previous: stateOf(before),
    value: stateOf(after),
    ...(stateOf(after) === 'unknown' && { code: after }),
    ofClient,
  };
}

/** Returns why nothing is known of the things of a client from the value of its change. */
const whyUnknown = (value: string | null) => (value?.startsWith('{') ? 'client_paused' : value);

/** Returns the state for whether a thing is available (`true`, `false`), or why that is unknown. */
function stateOf(text: string | null) {
  if (text === 'true') return 'available';
  return text === 'false' ? 'unavailable' : 'unknown';
}
