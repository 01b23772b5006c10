import { z } from 'zod';
import { attributes } from '../attributes.js';
import { clientId, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { eventCursor } from './events.js';
import { page, pageOf } from '../paging.js';
import { anyJson, plainText, text } from '../text.js';
import { testMessageTimeouts } from '../timeouts.js';
import { expecting, requiring, versionOf } from '../version.js';
import { interactionBatch } from './batches.js';
import { clientPause, clientStatus, failureCode } from './client.js';
import { failureFacts } from './failure.js';
import { sealed } from './instances.js';

export const webhookEventType = z.enum([
  'thing_created',
  'thing_deleted',
  'thing_event',
  'client_status_changed',
  'client_deleted',
  'batch_ended',
]);
export type WebhookEventType = z.infer<typeof webhookEventType>;

/** The address at which an app receives events, and action requests for its things. */
export const webhook = z.object({
  url: z.string(),
  events: z.array(webhookEventType),
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
});
export type Webhook = z.infer<typeof webhook>;

export const webhookVersion = (webhook: Webhook): string => versionOf(webhook);

/** How many of the latest attempts to send a message, or the messages of a subscription, are shown. */
export const maxShownAttempts = 10;

/** The longest part of an app's answer that is shown (bytes of UTF-8). */
export const maxShownAnswerBytes = 8 * 1024;

/** One attempt to send a message to an app. */
export const deliveryAttempt = z.object({
  at: z.iso.datetime().meta({ description: 'When it began.' }),
  url: z.string().meta({ description: 'Where the message was sent.' }),
  duration_ms: z.number().int().optional().meta({
    description: 'Until the answer was complete, or the attempt was given up.',
  }),
  response_status: z.number().int().optional(),
  error: z.string().optional(),
  answer: z
    .object({
      text: z.string(),
      type: z.string().optional().meta({ description: 'The `Content-Type` that the app states.' }),
      cut: z.boolean().meta({ description: 'Whether it is only the beginning.' }),
    })
    .optional()
    .meta({
      description:
        'The first 8 KiB of the answer, as the app has sent it and decoded as UTF-8. Never interpret it: show it as text.',
    }),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

export const delivery = z.object({
  id: uuid,
  type: z.string(),
  /** The resources that it is about. */
  thing: uuid.optional(),
  client: uuid.optional(),
  interaction: uuid.optional(),
  event: z.string().optional().meta({
    description: 'The name of the event of the thing, or of the requested action.',
  }),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number().int(),
  response_status: z.number().int().optional(),
  error: z.string().optional(),
  created: z.iso.datetime(),
  attempted: z.iso.datetime().optional(),
});
export type Delivery = z.infer<typeof delivery>;

/** A delivery with its message, and its latest attempts, the last one at the end. */
export const deliveryDetails = delivery.extend({
  payload: anyJson,
  last_attempts: z.array(deliveryAttempt),
});
export type DeliveryDetails = z.infer<typeof deliveryDetails>;

/** The deliveries that meet all conditions. */
export const deliveryFilter = z.object({
  status: delivery.shape.status.optional(),
  type: text.optional(),
  thing: uuid.optional(),
  /** First instant, and end (exclusive; milliseconds since the epoch). */
  from: z.number().int().optional(),
  to: z.number().int().optional(),
  /** The status of the last response: one, all of a class such as `5xx`, or `none`, when there is only an error. */
  response_status: z
    .string()
    .regex(/^(?:[1-5](?:\d\d|xx)|none)$/, 'Must be a status, a class such as `5xx`, or `none`.')
    .optional(),
  /** A part of the last error. */
  error: text.optional(),
  /** A part of an error, an answer or an address of the latest attempts. */
  search: text.optional(),
});
export type DeliveryFilter = z.infer<typeof deliveryFilter>;

/** A request to send messages again, and how many it has sent again so far. */
export const redelivery = z.object({
  id: uuid,
  status: z.enum(['running', 'completed']),
  redelivered: z.number().int(),
  created: z.iso.datetime(),
  ended: z.iso.datetime().optional(),
});
export type Redelivery = z.infer<typeof redelivery>;

const ofApp = z.object({ developer: plainText, app: z.string() });
const onDelivery = ofApp.extend({ id: z.string() });

export const webhookCalls = defineCalls({
  'webhooks.put': {
    input: ofApp.extend({
      url: z.string(),
      events: z.array(webhookEventType),
      /** Used if the webhook is new, or if `rotate` is set. */
      secret: sealed,
      rotate: z.boolean(),
      ...requiring,
    }),
    output: z.object({ webhook, isNew: z.boolean(), secretStored: z.boolean() }),
    problems: ['quota_exceeded', 'precondition_failed', 'invalid_token'],
  },
  'webhooks.read': { input: ofApp, output: webhook },
  'webhooks.remove': {
    input: ofApp.extend(expecting),
    problems: ['precondition_failed'],
  },
  /** Sends the events after a cursor again. */
  'webhooks.replay': {
    input: ofApp.extend({ id: uuid, from: eventCursor }),
    output: z.object({ id: uuid }),
    problems: ['position_gone', 'already_exists'],
  },
  /** Sends a message of the type `test` at once, and only once. */
  'webhooks.test': {
    input: ofApp.extend({ id: uuid }),
    output: deliveryDetails,
    timeoutMs: testMessageTimeouts.callMs,
  },
  /** A page that skips many deliveries may be shorter than its limit, or empty, and still have a next one. */
  'deliveries.list': {
    input: ofApp.extend({
      page,
      filter: deliveryFilter,
      /** Newest first, instead of oldest first. */
      descending: z.boolean().optional(),
    }),
    output: pageOf(delivery),
  },
  /** Lists the messages to all apps that name a subject, oldest first. */
  'deliveries.of_subject': {
    input: z.object({ developer: plainText, subject: subjectId, page }),
    output: pageOf(z.object({ id: uuid, app: z.string() })),
  },
  'deliveries.read': { input: onDelivery, output: deliveryDetails },
  'deliveries.redeliver': {
    input: onDelivery,
    output: delivery,
    problems: ['interaction_ended'],
  },
  /** Sends all messages again that meet the conditions, once per id. */
  'redeliveries.start': {
    input: ofApp.extend({ id: uuid, filter: deliveryFilter }),
    output: redelivery,
    problems: ['already_exists'],
  },
  'redeliveries.read': { input: onDelivery, output: redelivery },
});

const attributed = {
  attributes: attributes.optional().meta({ description: 'Left out if there are none.' }),
};

const ofThing = z.object({
  thing_id: uuid,
  client_id: clientId,
  subject: subjectId.meta({ description: 'In whose list the thing is.' }),
  ...attributed,
});

/** The `data` of messages to apps, by type of message. */
export const webhookData = {
  action_requested: z.object({
    interaction_id: uuid,
    thing_id: uuid,
    subject: subjectId.optional().meta({ description: 'In whose list the thing is.' }),
    ...attributed,
    action: z.string(),
    input: anyJson.optional().meta({ description: 'As the action of the thing describes it.' }),
  }),
  thing_created: ofThing,
  thing_deleted: ofThing,
  thing_event: ofThing.extend({
    event: z.string().meta({ description: 'The name of the event.' }),
    data: anyJson.optional().meta({ description: 'As the event of the thing describes it.' }),
    occurred_at: z.iso.datetime(),
  }),
  client_status_changed: z.object({
    client_id: clientId,
    subject: subjectId,
    ...attributed,
    status: clientStatus,
    error: z
      .object({
        code: failureCode,
        detail: z.string().optional(),
        ...failureFacts.shape,
      })
      .optional()
      .meta({ description: 'Why the last poll failed; a replay tells the `code` alone.' }),
    paused: clientPause.optional(),
  }),
  client_deleted: z.object({ client_id: clientId, subject: subjectId, ...attributed }),
  batch_ended: z.object({
    interaction_id: uuid,
    status: interactionBatch.shape.status,
    progress: interactionBatch.shape.progress,
  }),
  test: z.object({}),
} as const satisfies Record<'action_requested' | 'test' | WebhookEventType, z.ZodObject>;

export type WebhookMessageType = keyof typeof webhookData;
export type WebhookData<Type extends WebhookMessageType> = z.infer<(typeof webhookData)[Type]>;
