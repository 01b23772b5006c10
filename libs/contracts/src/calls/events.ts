import { z } from 'zod';
import { caller, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { eventCursor } from '../event-cursor.js';
import { anyJson } from '../text.js';
import { clientStatus, failureCode } from './clients.js';

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
  'thing_event',
  // The polls of a client fail, or succeed again, which concerns all its things.
  'client_status_changed',
]);
export type ThingEventKind = z.infer<typeof thingEventKind>;

const common = {
  cursor: eventCursor,
  /** When it was stored. */
  time: z.iso.datetime(),
  /** The id of the thing, or of the client. */
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
      /** Whether there are more, now or once the transactions in progress have ended. */
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
