import { z } from 'zod';
import { onResource, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';
import { requestedBy } from '../requester.js';
import { anyJson } from '../text.js';
import { eventCursor } from './events.js';
import { availability, targetOutcome } from './thing.js';

/** Kinds of entries; those that are kinds of changes, too, have their names. */
export const logbookKind = z.enum([
  'property_changed',
  'target_changed',
  'thing_event',
  'availability_changed',
  // The thing shows another device since, or its own again.
  'device_replaced',
  'device_restored',
]);
export type LogbookKind = z.infer<typeof logbookKind>;

const common = {
  /** Its position among all changes. */
  cursor: eventCursor,
  time: z.iso.datetime(),
};

const { state } = availability.shape;

/** A change of a thing, with who requested it; without one, the device reported it by itself. */
export const logbookEntry = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    ...requestedBy,
    kind: z.literal('property_changed'),
    name: z.string(),
    /** Left out if it was not known, or is long. */
    previous: anyJson.optional(),
    value: anyJson,
  }),
  z.object({
    ...common,
    ...requestedBy,
    kind: z.literal('target_changed'),
    name: z.string(),
    target: targetOutcome,
  }),
  z.object({
    ...common,
    kind: z.literal('thing_event'),
    name: z.string(),
    data: anyJson.optional(),
    occurred: z.iso.datetime(),
  }),
  z.object({
    ...common,
    kind: z.literal('availability_changed'),
    previous: state,
    value: state,
    /** Why it is unknown. */
    code: z.string().optional(),
    /** Whether it is that of all things of the client. */
    ofClient: z.boolean(),
  }),
  z.object({
    ...common,
    ...requestedBy,
    kind: z.enum(['device_replaced', 'device_restored']),
    /** The thing that had the other device. */
    other: uuid,
  }),
]);
export type LogbookEntry = z.infer<typeof logbookEntry>;

export const logbookCalls = defineCalls({
  /**
   * Reads the entries of a thing, newest first. A page that passes over many changes may be short, or empty, and still have a
   * next one.
   */
  'things.logbook': {
    input: onResource.extend({
      page: page.extend({ cursor: eventCursor.optional() }),
      kinds: z.array(logbookKind),
      /** Only those of the property or event of this name. */
      name: z.string().optional(),
      since: z.iso.datetime().optional(),
      until: z.iso.datetime().optional(),
    }),
    output: pageOf(logbookEntry),
  },
});
