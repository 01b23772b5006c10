import { Problem, type Caller, type EventMatch } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { validate as isUuid } from 'uuid';
import { candidateThings } from '../ordered/candidates.sql.js';
import { findUnitsOfFilter, matchesWithin } from '../ordered/ordered.js';
import { matchAll, matchingKeys, type Match } from '../ordered/page.js';
import { filterColumns } from '../things/filter.js';
import { matchingThings, readThingKeys } from './match.sql.js';
import type { ChangeRow } from './read.sql.js';

/** Selects the changes whose things currently meet the conditions of a match. */
export type MatchThings = (rows: ChangeRow[]) => Promise<ChangeRow[]>;

/**
 * The limits for finding out whether the status of a client concerns a matching thing: things of a client, and clients of a
 * page. Beyond them, a status always matches: thousands of clients may fail together.
 */
const maxThingsOfClient = 1_000;
const maxClients = 50;

/** The maximum number of unknown things that a problem names. */
const maxNamed = 20;

/** Prepares to match things; throws `invalid_request` if the caller does not see the unit of the match. */
export async function thingMatcher(
  db: pg.PoolClient,
  caller: Caller,
  match: EventMatch,
): Promise<MatchThings> {
  const { things, type, capability, client } = match;
  const matches = await openMatches(db, caller, match);
  const isAnyThing = matches.length === 0;
  const isLookedUp = type ?? capability ?? match.in ?? match.below;

  async function matchingIds(ids: string[]): Promise<ReadonlySet<string>> {
    const rows = await readKeys(db, caller, ids);
    const keys = await matchAll(matches)(rows.map(({ key }) => key));
    return new Set(rows.flatMap(({ key, id }) => (keys.has(key) ? [id] : [])));
  }

  /** Returns whether an event of a client concerns a matching thing. */
  async function concerns(id: string): Promise<boolean> {
    if (client !== undefined && client !== id) return false;
    if (things === undefined && isLookedUp === undefined) return true;
    const rows = things
      ? (await readKeys(db, caller, things)).filter((thing) => thing.client === id)
      : await query(db, candidateThings.client, [caller.developer, maxThingsOfClient, id]);
    if (rows.length === maxThingsOfClient) return true;
    return (await matchAll(matches)(rows.map(({ key }) => key))).size > 0;
  }

  return async (rows) => {
    if (isAnyThing && things === undefined) return rows;
    const present = rows.filter(({ kind }) => isOfThing(kind) && !isDeletion(kind));
    const ids = [...new Set(present.map(({ resource }) => resource!))];
    const matching = isAnyThing || ids.length === 0 ? new Set(ids) : await matchingIds(ids);
    const clients = new Map<string, boolean>();
    for (const { kind, resource } of rows) {
      if (isOfThing(kind) || clients.has(resource!)) continue;
      clients.set(resource!, clients.size >= maxClients || (await concerns(resource!)));
    }
    const clientOf = ({ kind, resource, client: made }: ChangeRow) =>
      kind === 'client_deleted' ? resource : made;
    const mayHaveMatched = (row: ChangeRow) =>
      isLookedUp === undefined &&
      (client === undefined || clientOf(row) === client) &&
      (things === undefined || row.kind !== 'client_deleted');
    return rows.filter((row) => {
      if (isDeletion(row.kind)) return mayHaveMatched(row);
      return isOfThing(row.kind) ? matching.has(row.resource!) : clients.get(row.resource!);
    });
  };
}

const isOfThing = (kind: string) => kind !== 'client_status_changed';

/** The kinds of events of which only the subject and the client are known. */
const isDeletion = (kind: string) => kind === 'thing_deleted' || kind === 'client_deleted';

/** Throws `invalid_request` for a unit, and `unknown_reference` for things, that the caller does not see. */
export async function requireNamed(
  db: pg.PoolClient,
  caller: Caller,
  match: EventMatch,
): Promise<void> {
  await findUnitsOfFilter(db, caller, match);
  const { things = [] } = match;
  const known = new Set((await readKeys(db, caller, things)).map(({ id }) => id));
  const detail = 'There is no such thing.';
  const errors = things.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/things/${index}`, detail }],
  );
  if (errors.length > 0) {
    throw new Problem('unknown_reference', detail, { errors: errors.slice(0, maxNamed) });
  }
}

const readKeys = (db: pg.PoolClient, { developer, subject }: Caller, ids: string[]) =>
  query(db, readThingKeys, [ids.filter((id) => isUuid(id)), developer, subject ?? null]);

/** Returns the conditions for which things have to be looked up. */
async function openMatches(
  db: pg.PoolClient,
  caller: Caller,
  { type, capability, client, ...match }: EventMatch,
): Promise<Match[]> {
  const within = await findUnitsOfFilter(db, caller, match);
  const matches = matchesWithin(db, 'things', within);
  if ((type ?? capability ?? client) === undefined) return matches;
  const columns = [caller.subject ?? null, ...filterColumns({ type, capability, client })];
  return [(keys) => matchingKeys(db, matchingThings, [keys, ...columns]), ...matches];
}
