import { webhookData, type WebhookMessageType } from '@trellis/contracts';
import { z } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';

const header = (description: string, id: string) => z.string().meta({ description, param: { id } });

/** The headers of every message, as Standard Webhooks has them. */
export const messageHeaders = z.object({
  'webhook-id': header('The id of the message, the same whenever it is sent again.', 'WebhookId'),
  'webhook-timestamp': header(
    'When it was sent, in seconds since 1970. Refuse what is older than five minutes.',
    'WebhookTimestamp',
  ),
  'webhook-signature': header(
    '`v1,` and the HMAC-SHA256, in Base64, of `{webhook-id}.{webhook-timestamp}.{body}`, by the secret of the ' +
      'callback or subscription; two, separated by a space, for a day after a rotation.',
    'WebhookSignature',
  ),
});

const eventDescription =
  'Sent to apps that subscribed to it, until they answer 2xx, 14 times over about four hours. It may come more ' +
  'than once, and in another order than that of the events.';

const summaries: Record<WebhookMessageType, string> = {
  action_requested: 'An action of a thing of the app is requested',
  thing_created: 'A connector client has created a thing',
  thing_deleted: 'A thing of a connector client is gone',
  thing_event: 'A thing of a connector client has emitted an event',
  client_status_changed: 'A connector client fails, recovers, or is paused',
  client_deleted: 'A connector client is gone, with its things',
  batch_ended: 'A write or an action of many things has ended',
  test: 'Somebody wants to know whether messages arrive',
};

/** Returns the name of a type of message as part of the names of its operation and schema. */
export const messageName = (type: string): string =>
  type.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** Returns the body of messages of a type. */
export const messageOf = (type: string, data: z.ZodObject, id: string) =>
  z
    .object({
      type: z.literal(type),
      timestamp: z.iso.datetime().describe('When it happened.'),
      data,
    })
    .meta({ id });

function describeMessage(type: WebhookMessageType): ZodOpenApiPathItemObject {
  const name = messageName(type);
  const message = messageOf(type, webhookData[type], `${name}Message`);
  return {
    post: {
      operationId: `on${name}`,
      tags: ['Callbacks'],
      summary: summaries[type],
      description: descriptions[type] ?? eventDescription,
      security: [],
      requestParams: { header: messageHeaders },
      requestBody: { required: true, content: { 'application/json': { schema: message } } },
      responses: type === 'action_requested' ? actionAnswers : eventAnswers,
    },
  };
}

const actionDescription =
  'Sent to the app that created the thing. The answer, within 15 seconds, is the outcome. It is sent again, for ' +
  'two minutes at most, if it was certainly not accepted (no connection, 408, 425, 429, 503) or the action is ' +
  '`idempotent`.';

const descriptions: Partial<Record<WebhookMessageType, string>> = {
  action_requested: actionDescription,
  test: 'Sent once, when it is requested by `POST /callback/test`. Answer 2xx, and do nothing else.',
};

const accepted = { description: 'Accepted' };

const actionAnswers = {
  200: {
    description: 'Done; JSON is the output of the action',
    content: { 'application/json': { schema: z.unknown() } },
  },
  204: { description: 'Done, without output' },
};

/** The answers of apps to events. */
export const eventAnswers = {
  '2XX': accepted,
  410: { description: 'No more messages of this type are sent' },
};

/** The messages to callbacks, for the OpenAPI document. */
export const callbackMessages = Object.fromEntries(
  Object.keys(summaries).map((type) => [type, describeMessage(type as WebhookMessageType)]),
);
