import { z } from 'zod';
import { subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { eventCursor } from './events.js';
import { page, pageOf } from '../paging.js';
import { anyJson, plainText } from '../text.js';
import { expecting, requiring, versionOf } from '../version.js';
import { interactionBatch } from './batches.js';
import { clientStatus, failureCode } from './clients.js';
import { sealed } from './instances.js';

export const webhookEventType = z.enum([
  'thing_created',
  'thing_deleted',
  'thing_event',
  'client_status_changed',
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

export const delivery = z.object({
  id: uuid,
  type: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number().int(),
  response_status: z.number().int().optional(),
  error: z.string().optional(),
  created: z.iso.datetime(),
  attempted: z.iso.datetime().optional(),
});
export type Delivery = z.infer<typeof delivery>;

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
  'deliveries.list': {
    input: ofApp.extend({
      page,
      status: delivery.shape.status.optional(),
      /** Newest first, instead of oldest first. */
      descending: z.boolean().optional(),
    }),
    output: pageOf(delivery),
  },
  'deliveries.read': { input: onDelivery, output: delivery.extend({ payload: anyJson }) },
  'deliveries.redeliver': {
    input: onDelivery,
    output: delivery,
    problems: ['interaction_ended'],
  },
});

const ofThing = z.object({
  thing_id: uuid,
  client_id: uuid.meta({ description: 'The connector client that made the thing.' }),
  subject: subjectId.meta({ description: 'In whose list the thing is.' }),
});

/** The `data` of messages to apps, by type of message. */
export const webhookData = {
  action_requested: z.object({
    interaction_id: uuid,
    thing_id: uuid,
    subject: subjectId.optional().meta({ description: 'In whose list the thing is.' }),
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
    client_id: uuid,
    subject: subjectId,
    status: clientStatus,
    error: z
      .object({ code: failureCode, detail: z.string().optional() })
      .optional()
      .meta({ description: 'Why the last poll failed; a replay tells no `detail`.' }),
  }),
  batch_ended: z.object({
    interaction_id: uuid,
    status: interactionBatch.shape.status,
    progress: interactionBatch.shape.progress,
  }),
} as const satisfies Record<'action_requested' | WebhookEventType, z.ZodObject>;

export type WebhookMessageType = keyof typeof webhookData;
export type WebhookData<Type extends WebhookMessageType> = z.infer<(typeof webhookData)[Type]>;
