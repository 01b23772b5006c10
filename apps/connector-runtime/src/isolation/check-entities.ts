import { hash } from 'node:crypto';
import {
  discover,
  Misconfigured,
  type Discovery,
  type Entity,
  type Room,
} from '@trellis/connector-sdk';
import { longText, text, thingState } from '@trellis/contracts';
import { configure } from 'safe-stable-stringify';
import { z } from 'zod';

/** Polls a connector that may find only so many entities. */
export async function discoverAtMost(
  max: number,
  ...given: Parameters<typeof discover>
): Promise<Discovery> {
  const discovery = await discover(...given);
  if (discovery.entities.length <= max) return discovery;
  throw new Misconfigured(
    `The client finds more than ${max} devices, the maximum. Configure it to find fewer.`,
    { cause: 'too_many_devices' },
  );
}

export type EntityState = Omit<Entity, 'id' | 'handle' | 'parts' | 'keys'>;

/** An entity that was checked where it was found. */
export interface CheckedEntity extends Entity {
  check: EntityCheck;
}

interface EntityCheck {
  /** A digest of its state; undefined for a state that is not JSON. */
  fingerprint: string | undefined;
  /** Why it cannot be a thing. */
  error: string | undefined;
}

/** Writes JSON with sorted members (RFC 8785); throws for what JSON cannot express. */
const canonicalize = configure({ strict: true, bigint: false });

/** Returns a digest of a state that ignores the order of members; `undefined` for what JSON cannot express. */
export function digest(state: EntityState): string | undefined {
  try {
    return hash('sha256', canonicalize(state), 'base64url');
  } catch {
    return undefined;
  }
}

const remoteId = longText.min(1).max(512);

const entitySchema = thingState.extend({ id: remoteId, handle: longText.max(1024).optional() });

const roomSchema = z.object({
  id: remoteId,
  name: text,
  type: text,
  parent: longText.max(512).optional(),
  devices: z.array(remoteId).max(10_000),
});

/** The deepest nesting within an entity, so that recursion does not overflow the stack. */
const maxDepth = 100;

/** Returns why an entity cannot be a thing. Connectors pass on data of remote technologies unchecked. */
export function findEntityError(entity: Entity | CheckedEntity): string | undefined {
  if ('check' in entity) return entity.check.error;
  return isDeeperThan(maxDepth, entity)
    ? `Must not be nested more than ${maxDepth} levels.`
    : findError(entitySchema, entity);
}

/** Returns what a thing shows of an entity. */
export function stateOf(entity: Entity | CheckedEntity): EntityState {
  const {
    id,
    handle: _handle,
    parts: _parts,
    keys: _keys,
    receivedAt: _receivedAt,
    check: _check,
    ...state
  } = { check: undefined, ...entity };
  state.identifiers ??= [{ type: 'id', value: id }];
  return state;
}

/** Checks an entity before it is sent to the service. The state of an invalid one is dropped. */
export function checkEntity(entity: Entity): CheckedEntity {
  const fingerprint = digest(stateOf(entity));
  const error = fingerprint === undefined ? 'Its state is not JSON.' : findEntityError(entity);
  if (error === undefined) return { ...entity, check: { fingerprint, error } };
  const empty = { title: '', types: [], properties: {}, actions: {}, events: {}, values: {} };
  return { id: String(entity.id), ...empty, available: false, check: { fingerprint, error } };
}

/** Returns why a room cannot be stored. */
export const findRoomError = (room: Room): string | undefined => findError(roomSchema, room);

function findError(schema: z.ZodType, given: unknown): string | undefined {
  const result = schema.safeParse(given);
  if (result.success) return undefined;
  const { path, message } = result.error.issues[0]!;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}
