import { Problem } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Runtime } from '../runtime.js';
import type { ClientRow } from '../session.js';
import { renameThings } from '../delivery/subscriptions/rename-things.js';
import { identityOf, unambiguous, type Identified } from './identity.js';
import { isPresent, type KnownEntity } from './reconcile.js';
import {
  moveMappings,
  readIdentifiers,
  readMergedThings,
  type IdentifiedEntity,
} from './recognize.sql.js';

export type RecognizeNeeds = Pick<Runtime, 'database' | 'pool' | 'store'>;

interface Found {
  known: KnownEntity[];
  entities: Identified[];
  /** Returns whether an entity that was not found is gone, and not just out of sight. */
  isGone(entity: KnownEntity): boolean;
}

interface Recognized {
  /** The known entities, with the ids under which they are found now. */
  known: KnownEntity[];
  /** Ids that no new thing may get, besides those of the known ones. */
  taken: string[];
}

/**
 * Recognizes devices that are found under other ids than before by an identifier in common, as the device registry of Home
 * Assistant does. Their things stay; of several things that are one device, the oldest stays, and the others are merged into
 * it, once they are gone.
 *
 * An identifier that several devices share, such as the address of their bridge, identifies none of them.
 */
export async function recognize(
  needs: RecognizeNeeds,
  client: ClientRow,
  { known, entities, isGone }: Found,
): Promise<Recognized> {
  const found = new Set(entities.map((entity) => entity.id));
  const before = new Set(known.map(({ entity }) => entity));
  const missing = known.filter((one) => !found.has(one.entity));
  const areNew = entities.some((entity) => !before.has(entity.id));
  const mayDiffer = areNew
    ? known.length > 0 || client.status !== 'STARTING'
    : missing.some((one) => isPresent(one) && isGone(one));
  if (!mayDiffer) return { known, taken: [] };
  const remembered = await query(needs.pool, readIdentifiers, [client.key]);
  requireSame(known, remembered, found);
  const [merged] = await query(needs.pool, readMergedThings, [client.key]);
  const away = new Set(missing.map(({ entity }) => entity));
  const gone = new Set(missing.filter(isGone).map(({ entity }) => entity));
  const matches = matchesOf(remembered, entities).filter(([entity, earlier]) =>
    (before.has(entity) ? gone : away).has(earlier),
  );
  const moves = findMoves(remembered, matches, gone);
  if (moves.length > 0) await storeMoves(needs, client, moves);
  return {
    known: applied(known, moves),
    taken: [
      ...(merged?.things ?? []),
      ...moves.flatMap(({ others }) => others.map(({ thing }) => thing)),
    ],
  };
}

/** Throws `superseded` when another poll or report has renamed or added entities, so that they must be compared again. */
function requireSame(
  known: KnownEntity[],
  remembered: IdentifiedEntity[],
  found: ReadonlySet<string>,
): void {
  const before = new Set(known.map(({ entity }) => entity));
  const now = new Set(remembered.map(({ entity }) => entity));
  const isOther =
    known.some(({ entity }) => !now.has(entity)) ||
    remembered.some(({ entity }) => found.has(entity) && !before.has(entity));
  if (isOther) throw superseded();
}

const superseded = () => new Problem('superseded', 'The client was polled or reported meanwhile.');

/** Throws `superseded` when another poll or report has stored some of them. */
async function storeMoves(
  { database, pool, store }: RecognizeNeeds,
  client: ClientRow,
  moves: Move[],
): Promise<void> {
  const merged = moves.flatMap(({ into, others }) =>
    others.flatMap((other) => (other.thingExists ? { from: other.thing, into: into.thing } : [])),
  );
  if (merged.length > 0) {
    await store.mergeThings(client, merged);
    await renameThings(database, client.developer, merged);
  }
  const moved = await query(pool, moveMappings, [
    client.key,
    moves.map(({ into }) => into.entity),
    moves.map(({ into }) => into.thing),
    moves.map(({ entity }) => entity),
    moves.flatMap(({ others }) => others.map((other) => other.entity)),
    moves.flatMap(({ others }) => others.map((other) => other.thing)),
    moves.flatMap(({ into, others }) => others.map(() => into.entity)),
    client.polled?.toISOString() ?? null,
  ]);
  if (moved.length < moves.length) throw superseded();
}

interface Move {
  /** The id under which the device is found. */
  entity: string;
  /** Of the entities that are this device, the oldest, and the others. */
  into: IdentifiedEntity;
  others: IdentifiedEntity[];
}

/** An entity that is found, and one that is remembered by an identifier of it. */
type Match = [entity: string, earlier: string];

function matchesOf(remembered: IdentifiedEntity[], entities: Identified[]): Match[] {
  const rememberedBy = unambiguous(remembered.map((one) => [one.entity, one.identifiers]));
  const foundBy = unambiguous(entities.map((entity) => [entity.id, identityOf(entity)]));
  return [...foundBy].flatMap(([identifier, entity]) => {
    const earlier = rememberedBy.get(identifier);
    return earlier === undefined || earlier === entity ? [] : [[entity, earlier] satisfies Match];
  });
}

/** Finds the devices that entities have become. `remembered` is in the order of age. */
function findMoves(
  remembered: IdentifiedEntity[],
  matches: Match[],
  gone: ReadonlySet<string>,
): Move[] {
  const becomes = new Map<string, Set<string>>();
  // The first match counts: an entity cannot become two devices.
  const moved = new Set<string>();
  for (const [entity, earlier] of matches) {
    if (moved.has(earlier)) continue;
    moved.add(earlier);
    becomes.set(entity, (becomes.get(entity) ?? new Set()).add(earlier));
  }
  return [...becomes].map(([entity, earlier]) => {
    const same = remembered.filter((one) => one.entity === entity || earlier.has(one.entity));
    const into = same.find(({ thingExists }) => thingExists) ?? same[0]!;
    const others = same.filter(
      (one) => one !== into && (one.entity === entity || gone.has(one.entity)),
    );
    return { entity, into, others };
  });
}

/** Renames known entities; the state of a thing that was merged has to be stored again. */
function applied(known: KnownEntity[], moves: Move[]): KnownEntity[] {
  if (moves.length === 0) return known;
  const moved = new Map(moves.map(({ into, entity }) => [into.entity, entity]));
  const dropped = new Set(moves.flatMap(({ others }) => others.map(({ entity }) => entity)));
  return known
    .filter(({ entity }) => !dropped.has(entity))
    .map((one) => {
      const entity = moved.get(one.entity);
      return entity === undefined ? one : { ...one, entity, fingerprint: '' };
    });
}
