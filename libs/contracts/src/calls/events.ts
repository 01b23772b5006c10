import { z } from 'zod';
import { caller, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { anyJson } from '../text.js';
import { clientStatus, failureCode } from './clients.js';

/**
 * What happens to things, and to the clients that observe them. The first three are the terms of W3C WoT
 * Discovery (section 7.3.3); a thing is updated when its description or its availability changes.
 * `thing_event` is one of the events that the thing itself describes, such as that a button was pressed.
 */
export const thingEventKind = z.enum([
  'thing_created',
  'thing_updated',
  'thing_deleted',
  'property_changed',
  'thing_event',
  // The polls of a client fail, or succeed again: of all its things at once.
  'client_status_changed',
]);
export type ThingEventKind = z.infer<typeof thingEventKind>;

/** The largest `xid8` and `bigint` of PostgreSQL. */
const [maxTransaction, maxKey] = [2n ** 64n - 1n, 2n ** 63n - 1n];

/**
 * A position in the order of all changes: transaction, key, and the time of the change there, or when the position was
 * told that is after all changes.
 */
export const eventCursor = z
  .string()
  .regex(/^\d{1,20}-\d{1,19}-\d{1,15}$/, { abort: true })
  .refine(isPossible);

function isPossible(cursor: string): boolean {
  const [transaction = 0n, key = 0n] = cursor.split('-').map(BigInt);
  return transaction <= maxTransaction && key <= maxKey;
}

const common = {
  cursor: eventCursor,
  /** When it was stored; left out by the release before. */
  time: z.iso.datetime().optional(),
  /** Of an event of a client, its id. */
  thing: uuid,
};

export const thingEvent = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.enum(['thing_created', 'thing_deleted']) }),
  z.object({ ...common, kind: z.literal('thing_updated'), available: z.boolean() }),
  z.object({ ...common, kind: z.literal('property_changed'), name: z.string(), value: anyJson }),
  z.object({
    ...common,
    kind: z.literal('thing_event'),
    name: z.string(),
    /** Left out when the event carries nothing. */
    data: anyJson.optional(),
    occurred: z.iso.datetime(),
  }),
  z.object({
    ...common,
    kind: z.literal('client_status_changed'),
    status: clientStatus,
    /** The code of the error. */
    error: failureCode.optional(),
  }),
]);
export type ThingEvent = z.infer<typeof thingEvent>;

export const eventCalls = defineCalls({
  /** The events after a cursor; without a cursor, no events, and the current cursor. */
  'events.read': {
    input: z.object({
      caller,
      after: eventCursor.optional(),
      /** Only events of this thing. */
      thing: uuid.optional(),
      /** Only events of the property, or the event of the thing, that has this name. */
      name: z.string().optional(),
      kinds: z.array(thingEventKind).optional(),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({
      events: z.array(thingEvent),
      /** Where to continue. */
      cursor: eventCursor,
      /** Whether there are more, now or once the transactions under way have ended. */
      more: z.boolean(),
      /**
       * Whether `after` is so old that events since then may have been dropped, or belongs to another
       * database, such as before it was restored from a backup.
       */
      missed: z.boolean(),
    }),
  },
});

/** The topic of hints that something has happened to the things of a developer. */
export const thingsTopic = (developer: string): string => `things.${developer}`;

/** Such a hint: the things, and the subjects in whose lists they are; of any things or subjects if left out. */
export interface ThingsHint {
  things?: string[];
  subjects?: string[];
}
