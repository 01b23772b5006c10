import { z } from 'zod';
import { nothing, page, pageOf, uuid } from './caller.js';
import { defineContract } from './call.js';
import { anyJson, plainText } from './text.js';

/** What apps can ask to be told. */
export const announcementType = z.enum(['thing_created', 'thing_deleted', 'client_status_changed']);
export type AnnouncementType = z.infer<typeof announcementType>;

/** Where an app takes action requests for its things, and announcements. */
export const callback = z.object({
  url: z.string(),
  events: z.array(announcementType),
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
});

/** One message to a callback. */
export const delivery = z.object({
  id: uuid,
  type: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number().int(),
  /** Status that the app answered at last. */
  response_status: z.number().int().optional(),
  /** Why the last attempt failed. */
  error: z.string().optional(),
  created: z.iso.datetime(),
  attempted: z.iso.datetime().optional(),
});
export type Delivery = z.infer<typeof delivery>;

/** An app of a developer. */
const ofApp = z.object({ developer: plainText, app: z.string() });
const onDelivery = ofApp.extend({ id: z.string() });

/** What connector-runtime answers about callbacks. */
export const callbackCalls = defineContract({
  queue: 'connectors',
  calls: {
    'callbacks.put': {
      input: ofApp.extend({
        url: z.string(),
        events: z.array(announcementType),
        /** Sealed; it is kept when the callback is new, or when `rotate` is set. */
        secret: z.string(),
        rotate: z.boolean(),
      }),
      output: z.object({ callback, isNew: z.boolean(), secretKept: z.boolean() }),
      problems: [],
    },
    'callbacks.read': { input: ofApp, output: callback, problems: [] },
    'callbacks.remove': { input: ofApp, output: nothing, problems: [] },
    'deliveries.list': {
      input: ofApp.extend({ page, status: delivery.shape.status.optional() }),
      output: pageOf(delivery),
      problems: [],
    },
    'deliveries.read': {
      input: onDelivery,
      output: delivery.extend({ payload: anyJson }),
      problems: [],
    },
    /** Sends a message again. */
    'deliveries.repeat': { input: onDelivery, output: delivery, problems: ['interaction_ended'] },
  },
});
