import { z } from 'zod';
import { list } from '../bounded.js';
import { caller, onResource, subjectId, uuid } from '../caller.js';
import { capability } from '../capabilities.js';
import { defineCalls } from '../contract.js';
import { eventCursor, thingEvent, thingEventKind } from './events.js';
import { page, pageOf } from '../paging.js';
import { anyJson, plainText, text } from '../text.js';
import { expecting, versionOf } from '../version.js';
import { sealed } from './instances.js';
import { testMessageTimeouts } from '../timeouts.js';
import { deliveryAttempt } from './webhooks.js';

/** The maximum number of things that a subscription names. */
const maxNamedThings = 1_000;

/** The maximum length of a value to compare with (characters of JSON). */
const maxComparedLength = 1_024;

/** The maximum length of an id in any form (characters). */
const maxIdLength = 4_096;
const id = z.string().max(maxIdLength);

/** The moment at which a condition on a value becomes true, or stops being true. */
export const crossing = z.enum(['begins', 'ends']);
export type Crossing = z.infer<typeof crossing>;

const conditions = ['above', 'below', 'equals', 'changed'] as const;

/** A condition on the value of a property, reported when it begins or ends to hold and not with every value. */
export const valueCondition = z
  .strictObject({
    property: plainText.meta({ description: 'The name of the property.' }),
    above: z.number().optional(),
    below: z.number().optional(),
    equals: anyJson
      .refine(
        (value) => JSON.stringify(value).length <= maxComparedLength,
        `Must take at most ${maxComparedLength} characters of JSON.`,
      )
      .optional(),
    changed: z.literal(true).optional().meta({ description: 'Reports each new value.' }),
    hysteresis: z.number().nonnegative().optional().meta({
      description:
        'How far a value must return beyond `above` or `below` before the condition ends.',
    }),
    when: list(crossing, 2)
      .optional()
      .meta({ description: 'Whether to report that the condition begins, ends, or both.' }),
  })
  .superRefine((given, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    const [first, second] = conditions.filter((name) => given[name] !== undefined);
    if (first === undefined) refuse('above', 'Or `below`, `equals` or `changed`: required.');
    if (second !== undefined) refuse(second, `Cannot be given together with \`${first!}\`.`);
    const isThreshold = given.above !== undefined || given.below !== undefined;
    if (given.hysteresis !== undefined && !isThreshold) {
      refuse('hysteresis', 'Goes with `above` or `below`.');
    }
    if (given.when?.length === 0) refuse('when', 'Must have an item.');
    if (given.when !== undefined && given.changed) refuse('when', 'Does not go with `changed`.');
  });
export type ValueCondition = z.infer<typeof valueCondition>;

/** The events of a subscription: those that meet every condition. */
export const eventMatch = z
  .strictObject({
    things: list(id, maxNamedThings).optional().meta({ description: 'Of these things.' }),
    type: text.optional().meta({ description: 'Of things with this `@type`.' }),
    capability: capability.optional().meta({ description: 'Of things with this capability.' }),
    subject: id.optional().meta({ description: 'Of things in the list of this subject.' }),
    client: id.optional().meta({ description: 'Of things that this connector client created.' }),
    in: id.optional().meta({ description: 'Of things that are directly in this unit.' }),
    below: id.optional().meta({ description: 'Of things in this unit or anywhere below it.' }),
    events: list(thingEventKind, 100).optional().meta({ description: 'These kinds of events.' }),
    value: valueCondition.optional().meta({
      description: 'Only changes of values by which this condition begins or ends.',
    }),
  })
  .superRefine((given, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (given.in !== undefined && given.below !== undefined) {
      refuse('below', 'Cannot be given together with `in`.');
    }
    if (given.events?.length === 0) refuse('events', 'Must have an item.');
    if (given.things?.length === 0) refuse('things', 'Must have an item.');
    if (given.value && given.events && !given.events.includes('property_changed')) {
      refuse('value', 'Is a condition of `property_changed`, which `events` does not have.');
    }
  });
export type EventMatch = z.infer<typeof eventMatch>;

/** An event, with the crossing if it matched the condition on a value. */
export const matchedEvent = z.intersection(thingEvent, z.object({ turn: crossing.optional() }));
export type MatchedEvent = z.infer<typeof matchedEvent>;

/** A subscription of an app to events, with the progress of its messages. */
export const subscription = z.object({
  id: uuid,
  subject: subjectId.optional(),
  match: eventMatch,
  created: z.iso.datetime(),
  /** The address of messages. A subscription without one is only read as a stream. */
  url: z.string().optional(),
  /** With an address: `stopped` when the receiver has refused further messages. */
  status: z.enum(['active', 'stopped']).optional(),
  /** With an address: the cursor up to which everything has been accepted. */
  cursor: eventCursor.optional(),
  /** When the secret before the last rotation stops signing. */
  previous_secret_until: z.iso.datetime().optional(),
  /** Why the next message has not been accepted yet. */
  error: z
    .object({
      detail: z.string(),
      attempts: z.number().int(),
      since: z.iso.datetime(),
      next_attempt: z.iso.datetime().optional(),
    })
    .optional(),
});
export type Subscription = z.infer<typeof subscription>;

/** One attempt to send a message of a subscription. */
export const subscriptionAttempt = deliveryAttempt.extend({
  message: z
    .object({ id: uuid, type: z.string() })
    .meta({ description: 'The `webhook-id` and the type of the message.' }),
});
export type SubscriptionAttempt = z.infer<typeof subscriptionAttempt>;

/** Returns the version of what can be changed of a subscription. */
export const subscriptionVersion = ({ match, url }: Subscription): string =>
  versionOf([match, url ?? null]);

/** The call for matching events, which units-service answers. */
export const matchCalls = defineCalls({
  /**
   * Reads the matching events after a cursor; without a cursor, no events and the current cursor, after a check that the
   * unit and the things of the match exist. A page ends after 1000 examined events.
   */
  'events.match': {
    input: z.object({ caller, match: eventMatch, after: eventCursor.optional() }),
    output: z.object({
      events: z.array(matchedEvent),
      cursor: eventCursor,
      more: z.boolean(),
      missed: z.boolean(),
    }),
    problems: ['rate_limited', 'unknown_reference'],
  },
});

export const subscriptionCalls = defineCalls({
  'subscriptions.create': {
    input: z.object({
      caller,
      app: z.string(),
      id: uuid,
      match: eventMatch,
      /** The address of messages, the secret that signs them, and the cursor after which they begin. */
      delivery: z.object({ url: z.string(), secret: sealed, cursor: eventCursor }).optional(),
    }),
    output: subscription,
    problems: ['quota_exceeded', 'invalid_token'],
  },
  'subscriptions.list': { input: z.object({ caller, page }), output: pageOf(subscription) },
  'subscriptions.read': { input: onResource, output: subscription },
  /** Changes the given members. A new address resumes messages that fail or were stopped. */
  'subscriptions.update': {
    input: onResource.extend({
      match: eventMatch.optional(),
      url: z.string().optional(),
      ...expecting,
    }),
    output: subscription,
    problems: ['invalid_request', 'precondition_failed'],
  },
  /** Replaces the secret of a subscription; the old one keeps signing for a day. */
  'subscriptions.rotate': {
    input: onResource.extend({
      /** Identifies the rotation; a repeated request rotates only once. */
      rotation: uuid,
      secret: sealed,
    }),
    output: subscription,
    problems: ['invalid_request'],
  },
  /** Returns the latest attempts, the last one at the end. */
  'subscriptions.attempts': {
    input: onResource,
    output: z.object({ attempts: z.array(subscriptionAttempt) }),
  },
  /** Sends a message of the type `test` at once, and only once; what waits stays where it is. */
  'subscriptions.test': {
    input: onResource.extend({ message: uuid }),
    output: subscriptionAttempt,
    problems: ['invalid_request'],
    timeoutMs: testMessageTimeouts.callMs,
  },
  'subscriptions.remove': {
    input: onResource.extend(expecting),
    problems: ['precondition_failed'],
  },
});
