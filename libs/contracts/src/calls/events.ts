import { z } from 'zod';
import { attributes } from '../attributes.js';
import { caller, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { anyJson } from '../text.js';
import { clientPause, clientStatus, failureCode } from './client.js';
import { targetOutcome } from './thing.js';

/** A position in the order of all changes. Apps see it as the opaque text of an {@link eventCursor}. */
export interface EventPosition {
  /** The id of a transaction (`xid8`), as text. It and all earlier ones had ended when the cursor was made. */
  xact: string;
  key: string;
  /** When the change was made, or when the cursor after all changes was made (milliseconds since the epoch). */
  time: number;
}

export const formatEventCursor = ({ xact, key, time }: EventPosition): string =>
  `${xact}-${key}-${time}`;

export function parseEventCursor(cursor: string): EventPosition {
  const [xact, key, time] = cursor.split('-') as [string, string, string];
  return { xact, key, time: Number(time) };
}

/** Compares the order of two cursors: negative if the first comes before the second. */
export function compareEventCursors(one: string, other: string): number {
  const [a, b] = [parseEventCursor(one), parseEventCursor(other)];
  const difference = BigInt(a.xact) - BigInt(b.xact) || BigInt(a.key) - BigInt(b.key);
  return Number(difference);
}

/** The largest `xid8` and `bigint` of PostgreSQL. */
const [maxTransaction, maxKey] = [2n ** 64n - 1n, 2n ** 63n - 1n];

function isPossible(cursor: string): boolean {
  const { xact, key } = parseEventCursor(cursor);
  return BigInt(xact) <= maxTransaction && BigInt(key) <= maxKey;
}

export const eventCursor = z
  .string()
  .regex(/^\d{1,20}-\d{1,19}-\d{1,15}$/, { abort: true })
  .refine(isPossible);

/**
 * The kinds of events of things and of the clients that observe them. The first three are the terms of W3C WoT Discovery
 * (section 7.3.3); a thing is updated when its description or availability changes. `thing_event` is an event that the
 * thing itself describes, such as a pressed button.
 */
export const thingEventKind = z.enum([
  'thing_created',
  'thing_updated',
  'thing_deleted',
  'property_changed',
  // A write was requested, queued, confirmed, not confirmed in time, or withdrawn.
  'target_changed',
  'thing_event',
  // A client fails, recovers, or is paused, which concerns all its things.
  'client_status_changed',
  // A client is gone for good, with all its things.
  'client_deleted',
]);
export type ThingEventKind = z.infer<typeof thingEventKind>;

/** The state of a client, as the client itself has it; while it is paused, the rest is from before. */
export const clientState = z.object({
  status: clientStatus,
  /** The code of the error. */
  error: failureCode.optional(),
  paused: clientPause.optional(),
});
export type ClientState = z.infer<typeof clientState>;

const common = {
  cursor: eventCursor,
  /** When it was stored. */
  time: z.iso.datetime(),
  /** The id of the thing, or of the client. */
  thing: uuid,
  /** Those of the thing or of the client; left out if there are none. */
  attributes: attributes.optional(),
};

export const thingEvent = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.enum(['thing_created', 'thing_deleted', 'client_deleted']) }),
  z.object({ ...common, kind: z.literal('thing_updated'), available: z.boolean() }),
  z.object({ ...common, kind: z.literal('property_changed'), name: z.string(), value: anyJson }),
  z.object({
    ...common,
    kind: z.literal('target_changed'),
    name: z.string(),
    target: targetOutcome,
  }),
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
    ...clientState.shape,
  }),
]);
export type ThingEvent = z.infer<typeof thingEvent>;

export const eventCalls = defineCalls({
  /** Reads the events after a cursor; without a cursor, no events and the current cursor. */
  'events.read': {
    input: z.object({
      caller,
      after: eventCursor.optional(),
      /** Only events of this thing. */
      thing: uuid.optional(),
      /** Only events of the property, or described events, of this name. */
      name: z.string().optional(),
      kinds: z.array(thingEventKind).optional(),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({
      events: z.array(thingEvent),
      cursor: eventCursor,
      /** Whether more may follow: already stored, or stored by a transaction that is still open. */
      more: z.boolean(),
      /** Whether events after `after` may have been purged, or lost because the database was restored from a backup. */
      missed: z.boolean(),
    }),
  },
});

/** Returns the topic of hints about events of a developer's things. */
export const thingsTopic = (developer: string): string => `things.${developer}`;

/** A hint: the things and the subjects in whose lists they are; left out if any may be concerned. */
export interface ThingsHint {
  things?: string[];
  subjects?: string[];
}
