import { z } from 'zod';
import { subjectId, uuid } from './caller.js';
import { interactionBatch } from './calls/batches.js';
import { clientStatus, failureCode } from './calls/clients.js';
import type { WebhookEventType } from './calls/webhooks.js';
import { anyJson } from './text.js';

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
