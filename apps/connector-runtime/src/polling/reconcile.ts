import { hash } from 'node:crypto';
import type { Discovery, Entity } from '@trellis/connector-sdk';
import type { ClientWarning } from '@trellis/contracts';
import { configure } from 'safe-stable-stringify';
import { v5 as uuidFrom } from 'uuid';
import { toStorableText } from './failure.js';
import { findEntityError } from './validate.js';

/** What the mapping of an entity stores since the last poll. */
export interface KnownEntity {
  entity: string;
  thing: string;
  fingerprint: string;
  available: boolean;
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
});

export interface Changes {
  changed: ChangedEntity[];
  /** Entities of which only the handle has changed; their things have not. */
  rehandled: KnownEntity[];
  /** Entities that were there and are not any more. */
  vanished: KnownEntity[];
  /** The entities that cannot be things. */
  warnings: ClientWarning[];
}

/** The id of an entity's thing: always the same, whoever computes it (UUIDv5, RFC 9562). */
export const thingId = (client: string, entity: string): string => uuidFrom(entity, client);

/** Compares what a poll discovered with what was known. Of entities with one id the last counts. */
export function reconcile(
  client: string,
  known: KnownEntity[],
  { entities, complete }: Pick<Discovery, 'entities' | 'complete'>,
): Changes {
  const before = new Map(known.map((mapping) => [mapping.entity, mapping]));
  const found = new Map(entities.map((entity) => [entity.id, entity]));
  const changes: Changes = { changed: [], rehandled: [], vanished: [], warnings: [] };
  for (const entity of found.values()) {
    const change = compare(client, before.get(entity.id), entity);
    if (!change) continue;
    if ('detail' in change) changes.warnings.push(change);
    else if ('state' in change) changes.changed.push(change);
    else changes.rehandled.push(change);
  }
  if (complete) {
    changes.vanished = known.filter(({ entity, available }) => available && !found.has(entity));
  }
  return changes;
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
  const isSame = known?.fingerprint === fingerprint && known?.available === available;
  if (isSame && known?.handle === handle) return undefined;
  if (fingerprint === undefined) return toWarning(entity, 'Its state is not JSON.');
  const error = findEntityError(found);
  if (error !== undefined) return toWarning(entity, error);
  const mapping = { entity, thing: thingId(client, entity), fingerprint, available, handle };
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
