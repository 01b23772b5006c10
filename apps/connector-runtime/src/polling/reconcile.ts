import { hash } from 'node:crypto';
import type { DeviceProblem, Discovery, Entity } from '@trellis/connector-sdk';
import { lacksValues, type ClientWarning } from '@trellis/contracts';
import { configure } from 'safe-stable-stringify';
import { v5 as uuidFrom } from 'uuid';
import { toFailure, toStorableText, type Failure } from './failure.js';
import { findEntityError } from './validate.js';

/** What the mapping of an entity stores since the last poll. */
export interface KnownEntity {
  entity: string;
  thing: string;
  fingerprint: string;
  available: boolean;
  /** The code of the problem that kept the last poll from finding it; it is not available then. */
  problem: Failure['code'] | null;
  /** Whether it has a value of some property, or no property to read. */
  hasValues: boolean;
  handle: string | null;
}

/** An entity that is new or has changed, with its new mapping. */
interface ChangedEntity extends KnownEntity {
  state: Omit<Entity, 'id' | 'handle'>;
}

/** An entity whose thing may not be in the state that was stored: whatever is found is a change. */
export const withoutState = (entity: KnownEntity): KnownEntity => ({
  ...entity,
  fingerprint: '',
  available: true,
  problem: null,
});

/** An entity that could not be observed, and the code of the problem. */
type UnobservedEntity = KnownEntity & { problem: Failure['code'] };

export interface Changes {
  changed: ChangedEntity[];
  /** Entities whose things have not changed, but what else their mappings say. */
  rehandled: KnownEntity[];
  /** Entities that were there and are not any more. */
  vanished: KnownEntity[];
  /**
   * Entities that a problem kept from being found, with its code: whether they are there is not known. So are those
   * of a held sweep that were found, but cannot be things.
   */
  unobserved: UnobservedEntity[];
  /** The entities that cannot be things. */
  warnings: ClientWarning[];
}

/** The id of an entity's thing: always the same, whoever computes it (UUIDv5, RFC 9562). */
export const thingId = (client: string, entity: string): string => uuidFrom(entity, client);

/** Compares what a poll discovered with what was known. Of entities with one id the last counts. */
export function reconcile(
  client: string,
  known: KnownEntity[],
  { entities, complete, problems }: Pick<Discovery, 'entities' | 'complete' | 'problems'>,
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
  const refused: UnobservedEntity[] = [];
  for (const entity of found.values()) {
    const mapping = before.get(entity.id);
    const change = compare(client, mapping, entity);
    if (!change) continue;
    if ('detail' in change) {
      changes.warnings.push(change);
      if (mapping && isHeld(mapping)) refused.push({ ...mapping, problem: 'connector_failed' });
    } else if ('state' in change) changes.changed.push(change);
    else changes.rehandled.push(change);
  }
  const missing = known.filter((entity) => !found.has(entity.entity)).filter(isNotGone);
  if (complete) changes.vanished = missing;
  else changes.unobserved = missing.flatMap(unobservedBy(problems));
  changes.unobserved.push(...refused);
  return changes;
}

/** Whether an entity is missing in a sweep that is held. */
export const isHeld = ({ problem }: KnownEntity): boolean => problem === 'sweep_held';

/** Whether it is not known yet that an entity is gone. */
export const isNotGone = ({ available, problem }: KnownEntity): boolean =>
  available || problem !== null;

/** Finds the problem that tells why an entity was not found: its own, or else one of no device in particular. */
function unobservedBy(problems: DeviceProblem[]) {
  const codes = new Map<string | undefined, Failure['code']>();
  for (const { device, failure } of problems.toReversed()) {
    codes.set(device, toFailure(failure).code);
  }
  return (known: KnownEntity): UnobservedEntity[] => {
    const problem = codes.get(known.entity) ?? codes.get(undefined);
    if (problem === undefined || problem === known.problem || isHeld(known)) return [];
    return [{ ...known, available: false, problem }];
  };
}

/** Only what has changed is validated: what is stored was valid. */
function compare(
  client: string,
  known: KnownEntity | undefined,
  found: Entity,
): ChangedEntity | KnownEntity | ClientWarning | undefined {
  const { id: entity, handle = null, ...state } = found;
  const { available } = state;
  const fingerprint = digest(state);
  const isSame =
    known?.fingerprint === fingerprint && known?.available === available && known.problem === null;
  // Values that are left out may be known from before.
  const hasValues = !lacksValues(state) || (state.forgotten !== undefined && !!known?.hasValues);
  if (isSame && known?.handle === handle && known.hasValues === hasValues) return undefined;
  if (fingerprint === undefined) return toWarning(entity, 'Its state is not JSON.');
  const error = findEntityError(found);
  if (error !== undefined) return toWarning(entity, error);
  const thing = thingId(client, entity);
  const mapping = { entity, thing, fingerprint, available, problem: null, hasValues, handle };
  return isSame ? mapping : { state, ...mapping };
}

const toWarning = (entity: unknown, error: string): ClientWarning => ({
  code: 'connector_failed',
  detail: toStorableText(`The device cannot be a thing: ${error}`),
  ...(typeof entity === 'string' && { connector_thing_id: toStorableText(entity) }),
});

/** Writes JSON with sorted members (RFC 8785); throws for what JSON cannot express. */
const canonicalize = configure({ strict: true, bigint: false });

/**
 * A digest that is the same for the same state, whatever the order of its members; `undefined` for what
 * JSON cannot express.
 */
function digest(state: ChangedEntity['state']): string | undefined {
  try {
    return hash('sha256', canonicalize(state), 'base64url');
  } catch {
    return undefined;
  }
}
