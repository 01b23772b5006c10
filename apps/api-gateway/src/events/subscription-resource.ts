import {
  anyJson,
  eventCursor,
  eventMatch,
  type EventMatch,
  type Subscription,
  subscription as schema,
  subscriptionAttempt,
} from '@trellis/contracts';
import { type IdForms, requireSubject } from '@trellis/operations';
import { z } from 'zod';
import { receiverUrl } from './callback-resource.js';
import type { Hrefs } from '../resources/hrefs.js';
import { reference } from '../resources/reference.js';

/** The members that all operations on subscriptions have. */
export const subscriptionRow = {
  tag: 'Subscriptions',
  access: { scope: 'svc.things.read', subject: 'optional' },
} as const;

export const newSubscription = z
  .strictObject({
    match: eventMatch.describe('Which events: those that meet every condition.'),
    url: receiverUrl
      .optional()
      .describe('Where messages are posted. Without one, events are read as a stream.'),
    from: eventCursor
      .optional()
      .describe(
        'The position after which messages begin: a `cursor`, or the id of an event; the present one by default.',
      ),
  })
  .superRefine(({ url, from }, context) => {
    if (from === undefined || url !== undefined) return;
    const message = 'Goes with `url`; a stream begins after its `Last-Event-ID`.';
    context.addIssue({ code: 'custom', path: ['from'], message });
  })
  .meta({
    id: 'NewSubscription',
    example: {
      match: { capability: 'temperature', value: { property: 'temperature', above: 28 } },
      url: 'https://app.example/hot',
    },
  });

export const subscriptionPatch = z
  .strictObject({
    match: z
      .record(z.string(), anyJson)
      .optional()
      .describe('Changes of the conditions: a member that is null is removed.'),
    url: receiverUrl
      .optional()
      .describe(
        'Where messages are posted from now on. Also when it is the same, those that are held up are sent at once, ' +
          'and one that was stopped goes on.',
      ),
  })
  .meta({ id: 'SubscriptionPatch', example: { match: { value: { above: 30 } } } });

export const subscriptionResource = schema
  .extend({
    id: z.string(),
    href: z.url(),
    events: reference,
    secret: z
      .string()
      .optional()
      .describe('Signs the messages (Standard Webhooks). Shown only when it is new.'),
  })
  .meta({ id: 'Subscription' });

export const subscriptionAttemptResource = subscriptionAttempt.meta({ id: 'SubscriptionAttempt' });

export const subscriptionToJson = (
  subscription: Subscription,
  hrefs: Hrefs,
): z.output<typeof subscriptionResource> => ({
  ...subscription,
  id: `urn:uuid:${subscription.id}`,
  href: hrefs.subscription(subscription.id),
  events: { href: hrefs.subscriptionEvents(subscription.id) },
});

/** Replaces the ids in a match by those that services know. */
export const withBareMatch = (match: EventMatch, forms: IdForms): EventMatch => ({
  ...match,
  ...(match.things && { things: match.things.map((id) => forms.resource(id)) }),
  ...(match.client !== undefined && { client: forms.resource(match.client) }),
  ...(match.in !== undefined && { in: forms.resource(match.in) }),
  ...(match.below !== undefined && { below: forms.resource(match.below) }),
  ...(match.subject !== undefined && {
    subject: requireSubject(forms, match.subject, '/match/subject'),
  }),
});
