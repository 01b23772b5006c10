import { z } from 'zod';
import { caller, uuid } from './caller.js';
import { defineContract } from './call.js';
import { anyJson } from './text.js';

/**
 * What happens to things. The first three are the words of W3C WoT Discovery (section 7.3.3); a
 * thing is updated when its description or its availability changes.
 */
export const thingEventKind = z.enum([
  'thing_created',
  'thing_updated',
  'thing_deleted',
  'property_changed',
]);
export type ThingEventKind = z.infer<typeof thingEventKind>;

/** A place in the order of all events. */
export const eventCursor = z.string().regex(/^\d{1,20}-\d{1,19}-\d{1,15}$/);

const common = { cursor: eventCursor, thing: uuid };

export const thingEvent = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.enum(['thing_created', 'thing_deleted']) }),
  z.object({ ...common, kind: z.literal('thing_updated'), available: z.boolean() }),
  z.object({ ...common, kind: z.literal('property_changed'), name: z.string(), value: anyJson }),
]);
export type ThingEvent = z.infer<typeof thingEvent>;

/** What units-service answers about events. */
export const eventCalls = defineContract({
  queue: 'units',
  calls: {
    /** What has happened after a place; without one, where the order stands now. */
    'events.read': {
      input: z.object({
        caller,
        after: eventCursor.optional(),
        /** Of one thing alone. */
        thing: uuid.optional(),
        /** Of one property alone. */
        property: z.string().optional(),
        kinds: z.array(thingEventKind).optional(),
        limit: z.number().int().min(1).max(1000).default(200),
      }),
      output: z.object({
        events: z.array(thingEvent),
        /** Where to go on. */
        cursor: eventCursor,
        /** Whether more is to be had at once, or as soon as transactions under way have ended. */
        more: z.boolean(),
        /** Whether `after` is so long ago that events in between may be forgotten. */
        missed: z.boolean(),
      }),
      problems: [],
    },
  },
});

/** The topic on which hints come when something happens to the things of a developer. */
export const thingsTopic = (developer: string): string => `things.${developer}`;

/** Such a hint: which things they are and whose list they are in, as far as that is known. */
export interface ThingsHint {
  things?: string[];
  subject?: string;
}
