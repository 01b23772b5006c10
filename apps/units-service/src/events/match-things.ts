import { Problem, type Caller, type EventMatch } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { validate as isUuid } from 'uuid';
import { fewThings, keysBelow, keysIn } from '../ordered/few.sql.js';
import { findPlaces, matchPlace } from '../ordered/few.js';
import { matchAll, type Match } from '../ordered/page.js';
import { filterColumns } from '../things/filter.js';
import { matchingThings, readThingKeys } from './match.sql.js';
import type { ChangeRow } from './read.sql.js';

/** Those of some changes whose things meet the conditions of a match as they are now. */
export type MatchThings = (rows: ChangeRow[]) => Promise<ChangeRow[]>;

/**
 * How many things of a client are looked at to find out whether its status concerns one that matches, and of how many
 * clients in a page. Of more, the status is told anyway: thousands of clients may fail together.
 */
const maxThingsOfClient = 1_000;
const maxClients = 50;

/** How many of the things that are unknown a problem names. */
const maxNamed = 20;

/** Throws `invalid_request` when the unit of the match is not there for the caller. */
export async function thingMatcher(
  db: pg.PoolClient,
  caller: Caller,
  match: EventMatch,
): Promise<MatchThings> {
  const { things, type, capability, client } = match;
  const matches = await openMatches(db, caller, match);
  const keysOf = (ids: string[]) =>
    query(db, readThingKeys, [
      ids.filter((id) => isUuid(id)),
      caller.developer,
      caller.subject ?? null,
    ]);
  const isAnyThing = matches.length === 0;
  const isLookedUp = type ?? capability ?? match.in ?? match.below;

  async function matchingIds(ids: string[]): Promise<ReadonlySet<string>> {
    const rows = await keysOf(ids);
    const keys = await matchAll(matches)(rows.map(({ key }) => key));
    return new Set(rows.flatMap(({ key, id }) => (keys.has(key) ? [id] : [])));
  }

  /** Whether what happens to a client concerns a thing that matches. */
  async function concerns(id: string): Promise<boolean> {
    if (client !== undefined && client !== id) return false;
    if (things === undefined && isLookedUp === undefined) return true;
    const rows = things
      ? (await keysOf(things)).filter((thing) => thing.client === id)
      : await query(db, fewThings.client, [caller.developer, maxThingsOfClient, id]);
    if (rows.length === maxThingsOfClient) return true;
    return (await matchAll(matches)(rows.map(({ key }) => key))).size > 0;
  }

  return async (rows) => {
    if (isAnyThing && things === undefined) return rows;
    const present = rows.filter(({ kind }) => isOfThing(kind) && kind !== 'thing_deleted');
    const ids = [...new Set(present.map(({ resource }) => resource!))];
    const matching = isAnyThing || ids.length === 0 ? new Set(ids) : await matchingIds(ids);
    const clients = new Map<string, boolean>();
    for (const { kind, resource } of rows) {
      if (isOfThing(kind) || clients.has(resource!)) continue;
      clients.set(resource!, clients.size >= maxClients || (await concerns(resource!)));
    }
    // Of a thing that is gone it is known whose it was, and not what it was or where.
    const wasMeant = (row: ChangeRow) =>
      isLookedUp === undefined && (client === undefined || row.client === client);
    return rows.filter((row) => {
      if (row.kind === 'thing_deleted') return wasMeant(row);
      return isOfThing(row.kind) ? matching.has(row.resource!) : clients.get(row.resource!);
    });
  };
}

const isOfThing = (kind: string) => kind !== 'client_status_changed';

/** Throws `invalid_request` for a unit, and `unknown_reference` for things, that the caller does not see. */
export async function requireNamed(
  db: pg.PoolClient,
  caller: Caller,
  match: EventMatch,
): Promise<void> {
  await findPlaces(db, caller, match);
  const { things = [] } = match;
  const { developer, subject = null } = caller;
  const found = await query(db, readThingKeys, [
    things.filter((id) => isUuid(id)),
    developer,
    subject,
  ]);
  const known = new Set(found.map(({ id }) => id));
  const detail = 'There is no such thing.';
  const errors = things.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/things/${index}`, detail }],
  );
  if (errors.length > 0) {
    throw new Problem('unknown_reference', detail, { errors: errors.slice(0, maxNamed) });
  }
}

/** The conditions that things have to be looked up for. */
async function openMatches(
  db: pg.PoolClient,
  caller: Caller,
  { type, capability, client, ...match }: EventMatch,
): Promise<Match[]> {
  const places = await findPlaces(db, caller, match);
  const matches: Match[] = [];
  if ((type ?? capability ?? client) !== undefined) {
    const columns = filterColumns({ type, capability, client });
    matches.push(async (keys) => {
      const rows = await query(db, matchingThings, [keys, caller.subject ?? null, ...columns]);
      return new Set(rows.map(({ key }) => key));
    });
  }
  if (places.in !== undefined) matches.push(matchPlace(db, keysIn.things, places.in));
  if (places.below !== undefined) matches.push(matchPlace(db, keysBelow.things, places.below));
  return matches;
}
