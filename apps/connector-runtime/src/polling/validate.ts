import type { Entity, Room } from '@trellis/connector-sdk';
import { longText, text, thingState } from '@trellis/contracts';
import { z } from 'zod';

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
export const findEntityError = (entity: Entity): string | undefined =>
  isDeeperThan(maxDepth, entity)
    ? `Must not be nested more than ${maxDepth} levels.`
    : findError(entitySchema, entity);

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
