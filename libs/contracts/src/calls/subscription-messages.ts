import { z } from 'zod';
import { attributes } from '../attributes.js';
import { clientId, uuid } from '../caller.js';
import { anyJson } from '../text.js';
import { clientPause, clientStatus, failureCode } from './client.js';
import { eventCursor, type ThingEventKind } from './events.js';
import { crossing } from './subscriptions.js';
import { targetOutcome } from './thing.js';

const ofSubscription = z.object({ subscription_id: uuid });

const common = ofSubscription.extend({
  cursor: eventCursor.meta({ description: 'A `Last-Event-ID` to continue after it.' }),
  attributes: attributes.optional().meta({ description: 'Those of the thing or the client.' }),
});

const ofThing = common.extend({ thing_id: uuid });
const ofProperty = ofThing.extend({ property: z.string().meta({ description: 'Its name.' }) });

/** The `data` of messages of subscriptions, by type of message. */
export const subscriptionData = {
  thing_created: ofThing,
  thing_updated: ofThing.extend({ available: z.boolean() }),
  thing_deleted: ofThing,
  property_changed: ofProperty.extend({
    value: anyJson,
    turn: crossing
      .optional()
      .meta({ description: 'Whether the condition begins or ends with this value.' }),
  }),
  target_changed: ofProperty.extend({ target: targetOutcome }),
  thing_event: ofThing.extend({
    event: z.string().meta({ description: 'The name of the event.' }),
    data: anyJson.optional().meta({ description: 'As the event of the thing describes it.' }),
    occurred_at: z.iso.datetime(),
  }),
  client_status_changed: common.extend({
    client_id: clientId,
    status: clientStatus,
    error: z.object({ code: failureCode }).optional(),
    paused: clientPause.optional(),
  }),
  client_deleted: common.extend({ client_id: clientId }),
  reset: common,
  test: ofSubscription,
} as const satisfies Record<ThingEventKind | 'reset' | 'test', z.ZodObject>;

export type SubscriptionMessageType = keyof typeof subscriptionData;

/** The body of a message, in the form of Standard Webhooks. */
export type SubscriptionMessage = {
  [Type in SubscriptionMessageType]: {
    type: Type;
    timestamp: string;
    data: z.infer<(typeof subscriptionData)[Type]>;
  };
}[SubscriptionMessageType];
