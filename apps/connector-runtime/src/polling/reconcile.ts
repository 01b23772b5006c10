import type { DeviceProblem, Discovery, Entity, Room } from '@trellis/connector-sdk';
import {
  lacksValues,
  type ClientWarning,
  type Input,
  type UnitsContract,
} from '@trellis/contracts';
import { v5 as uuidFrom } from 'uuid';
import {
  digest,
  findEntityError,
  findRoomError,
  stateOf,
  type CheckedEntity,
  type EntityState,
} from '../isolation/check-entities.js';
import { toFailure, toStorableText, type Failure } from './failure.js';
import type { ClientRow } from '../session.js';
import { identityOf } from './identity.js';
import { rememberNames, type Names } from './names.js';

/** The mapping of an entity as it is stored. */
export interface KnownEntity {
  entity: string;
  thing: string;
  fingerprint: string;
  available: boolean;
  /** Code of the problem that prevented the last poll from finding the entity, which is then unavailable. */
  problem: Failure['code'] | null;
  /** Whether a value of any property is known, or there is no property to read. */
  hasValues: boolean;
  handle: string | null;
  /** False when another entity shows the thing that this one had. */
  thingExists: boolean;
  /** Identifiers of its device; only of what was found. */
  identifiers?: string[];
  /** The names of its abilities; null when none are remembered. */
  names: Names | null;
}

/** An entity that is new or has changed, with its new mapping. */
interface ChangedEntity extends KnownEntity {
  state: EntityState;
  /** See `Device.receivedAt`. */
  receivedAt?: number | undefined;
}

/** Forgets the stored state of an entity, so that anything that is found counts as a change. */
export const withoutState = (entity: KnownEntity): KnownEntity => ({
  ...entity,
  fingerprint: '',
  available: entity.thingExists,
  problem: null,
});

/** An entity that could not be observed, with the code of the problem. */
type UnobservedEntity = KnownEntity & { problem: Failure['code'] };

export interface Changes {
  changed: ChangedEntity[];
  /** Entities of which only the handle, the remembered names, or whether values are known, has changed. */
  rehandled: KnownEntity[];
  /** Entities that were found before and are gone. */
  vanished: KnownEntity[];
  /**
   * Entities that may still exist although they were not found, with the code of the problem. They include deferred
   * ones that were found but cannot become things.
   */
  unobserved: UnobservedEntity[];
  /** A warning for each entity that cannot become a thing. */
  warnings: ClientWarning[];
}

/** Derives the id of the thing of a new entity from client and entity (UUIDv5, RFC 9562). */
export const thingId = (client: string, entity: string): string => uuidFrom(entity, client);

/** Returns a function that chooses the thing of a new entity: the usual one may show a device that had this id before. */
function thingsBeside(
  client: string,
  known: KnownEntity[],
  others: readonly string[],
): (entity: string) => string {
  let taken: Set<string> | undefined;
  return (entity) => {
    taken ??= new Set([...known.map(({ thing }) => thing), ...others]);
    let thing = thingId(client, entity);
    for (let n = 2; taken.has(thing); n += 1) thing = thingId(client, `${entity}\n${n}`);
    return thing;
  };
}

/** Compares the entities that a poll found with those that are stored. Of several with one id, the last one counts. */
export function reconcile(
  client: string,
  known: KnownEntity[],
  { entities, complete, problems }: Pick<Discovery, 'entities' | 'complete' | 'problems'>,
  taken: readonly string[] = [],
): Changes {
  const before = new Map(known.map((mapping) => [mapping.entity, mapping]));
  const found = new Map(entities.map((entity) => [entity.id, entity]));
  const changes: Changes = {
    changed: [],
    rehandled: [],
    vanished: [],
    unobserved: [],
    warnings: [],
  };
  const newThing = thingsBeside(client, known, taken);
  const refused: UnobservedEntity[] = [];
  for (const entity of found.values()) {
    const mapping = before.get(entity.id);
    const change = compare(newThing, mapping, entity);
    if (!change) continue;
    if ('detail' in change) {
      changes.warnings.push(change);
      if (mapping && isDeferred(mapping)) refused.push({ ...mapping, problem: 'connector_failed' });
    } else if ('state' in change) changes.changed.push(change);
    else changes.rehandled.push(change);
  }
  const missing = known.filter((entity) => !found.has(entity.entity)).filter(isPresent);
  if (complete) changes.vanished = missing;
  else changes.unobserved = missing.flatMap(unobservedBy(problems));
  changes.unobserved.push(...refused);
  return changes;
}

/** Returns whether the loss of an entity is deferred, because many went missing at once. */
export const isDeferred = ({ problem }: KnownEntity): boolean => problem === 'sweep_held';

/** Returns whether an entity is not known to be gone. */
export const isPresent = ({ available, problem }: KnownEntity): boolean =>
  available || problem !== null;

/** Finds the problem that explains a missing entity: its own, or else one that names no device. */
function unobservedBy(problems: DeviceProblem[]) {
  const codes = new Map<string | undefined, Failure['code']>();
  for (const { device, failure } of problems.toReversed()) {
    codes.set(device, toFailure(failure).code);
  }
  return (known: KnownEntity): UnobservedEntity[] => {
    const problem = codes.get(known.entity) ?? codes.get(undefined);
    if (problem === undefined || problem === known.problem || isDeferred(known)) return [];
    return [{ ...known, available: false, problem }];
  };
}

/** Compares one entity. Validates only what has changed, because what is stored was valid. */
function compare(
  newThing: (entity: string) => string,
  known: KnownEntity | undefined,
  given: Entity | CheckedEntity,
): ChangedEntity | KnownEntity | ClientWarning | undefined {
  const { entity: found, names } = rememberNames(given, known?.names ?? null);
  const { id: entity, handle = null, available } = found;
  const state = stateOf(found);
  const fingerprint = 'check' in found ? found.check.fingerprint : digest(state);
  const isSame =
    known?.fingerprint === fingerprint && known?.available === available && known.problem === null;
  // Values that are left out may be known already.
  const hasValues = !lacksValues(state) || (state.forgotten !== undefined && !!known?.hasValues);
  const isMapped =
    known?.handle === handle && known.hasValues === hasValues && known.names === names;
  if (isSame && isMapped) return undefined;
  if (fingerprint === undefined) return toWarning(entity, 'Its state is not JSON.');
  const error = findEntityError(found);
  if (error !== undefined) return toWarning(entity, error);
  const mapping = {
    entity,
    thing: known?.thing ?? newThing(entity),
    thingExists: true,
    fingerprint,
    available,
    problem: null,
    hasValues,
    handle,
    identifiers: identityOf(found),
    names,
  };
  return isSame ? mapping : { state, receivedAt: found.receivedAt, ...mapping };
}

/** Warns about a device that cannot become a thing. */
export const toWarning = (entity: unknown, error: string): ClientWarning => ({
  code: 'connector_failed',
  cause: 'device_invalid',
  detail: toStorableText(`The device cannot be a thing: ${error}`),
  connector_thing_id: typeof entity === 'string' ? toStorableText(entity) : undefined,
});

const usualAdvice =
  'The technology answers, and has no device that is supported. If there are any, check whether this account may see them.';

/** Warns about a client without any device; the listener may know some that a poll does not find. */
export function emptyWarnings(
  { entities, adviceIfEmpty = usualAdvice }: Pick<Discovery, 'entities' | 'adviceIfEmpty'>,
  known: KnownEntity[],
): ClientWarning[] {
  if (entities.length > 0 || known.some(isPresent)) return [];
  return [{ code: 'no_devices', cause: 'nothing_found', detail: toStorableText(adviceIfEmpty) }];
}

/** The status of a client as units-service knows it. */
export type PublishedStatus = NonNullable<Input<UnitsContract, 'things.upsert'>['status']>;

/** Differences between what was found and what is stored. */
export interface ClientChanges extends Changes {
  /** The rooms to store, as JSON; undefined when nothing is known about them. */
  rooms: string | undefined;
  /** The status to publish to units-service, if that may have changed. */
  status?: PublishedStatus | undefined;
}

/** Compares what a poll discovered with what is stored. */
export function compareDiscovery(
  { id, isListening }: Pick<ClientRow, 'id' | 'isListening'>,
  known: KnownEntity[],
  discovery: Discovery,
  taken: readonly string[],
): ClientChanges {
  // A device that the listener reports may be available although a poll does not reach it.
  const isCoveredByListener = isListening && discovery.listenCoverage !== 'part';
  const problems = isCoveredByListener ? [] : discovery.problems;
  const { warnings, ...changes } = reconcile(id, known, { ...discovery, problems }, taken);
  const checked = checkRooms(discovery.rooms ?? []);
  const hasRooms = discovery.rooms !== undefined && discovery.complete;
  return {
    ...changes,
    warnings: [...warnings, ...checked.warnings],
    rooms: hasRooms ? JSON.stringify(checked.rooms) : undefined,
  };
}

/** Returns the valid rooms, and a warning for each of the others. */
function checkRooms(found: Room[]): { rooms: Room[]; warnings: ClientWarning[] } {
  const rooms: Room[] = [];
  const warnings: ClientWarning[] = [];
  for (const room of found) {
    const error = findRoomError(room);
    if (error === undefined) rooms.push(room);
    else {
      const detail = toStorableText(`A room was left out: ${error}`);
      warnings.push({ code: 'connector_failed', cause: 'device_invalid', detail });
    }
  }
  return { rooms, warnings };
}
