import { subscriptionData, type SubscriptionMessageType } from '@trellis/contracts';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { eventAnswers, messageHeaders, messageName, messageOf } from './callback-messages.js';

const summaries: Record<SubscriptionMessageType, string> = {
  thing_created: 'A thing that the subscription matches is created',
  thing_updated: 'A thing changes, or becomes available or unavailable',
  thing_deleted: 'A thing is deleted',
  property_changed: 'A property changes, or a condition on it begins or ends',
  target_changed: 'A write is requested, confirmed or not confirmed',
  thing_event: 'A thing emits an event',
  client_status_changed: 'A connector client fails, recovers, or is paused',
  client_deleted: 'A connector client is gone, with its things',
  reset: 'Events were missed: read the current state',
  test: 'Somebody wants to know whether messages arrive',
};

const eventDescription =
  'Sent to the address of a subscription, one at a time and in order, until it answers 2xx. It may come more than once.';

const descriptions: Partial<Record<SubscriptionMessageType, string>> = {
  test: 'Sent once, when it is requested by `POST /subscriptions/{id}/test`. Answer 2xx, and do nothing else.',
};

const gone = { description: 'The subscription stops until its address is set again' };

function describeMessage(type: SubscriptionMessageType): ZodOpenApiPathItemObject {
  const name = `Subscription${messageName(type)}`;
  const schema = messageOf(type, subscriptionData[type], `${name}Message`);
  return {
    post: {
      operationId: `on${name}`,
      tags: ['Subscriptions'],
      summary: summaries[type],
      description: descriptions[type] ?? eventDescription,
      security: [],
      requestParams: { header: messageHeaders },
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { ...eventAnswers, 410: gone },
    },
  };
}

/** The messages of subscriptions, for the OpenAPI document; callbacks have messages with the same types. */
export const subscriptionMessages = Object.fromEntries(
  Object.keys(summaries).map((type) => [
    `subscription_${type}`,
    describeMessage(type as SubscriptionMessageType),
  ]),
);
