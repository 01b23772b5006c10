import { z } from 'zod';
import { list } from '../bounded.js';
import { caller, nothing, onResource, subjectId, uuid } from '../caller.js';
import { capability } from '../capabilities.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';
import { anyJson, plainText, text } from '../text.js';
import { expecting, versionOf } from '../version.js';
import { eventCursor, thingEvent, thingEventKind } from './events.js';
import { sealed } from './instances.js';

/** The most things that a subscription names. */
const maxNamedThings = 1_000;

/** The longest value that others are compared with (characters of JSON). */
const maxComparedLength = 1_024;

/** The longest form of an id (characters). */
const maxIdLength = 4_096;
const id = z.string().max(maxIdLength);

/** When a condition of a value is told: when it becomes true, or when it is true no more. */
const turn = z.enum(['begins', 'ends']);
export type Turn = z.infer<typeof turn>;

const conditions = ['above', 'below', 'equals', 'changed'] as const;

/** A condition of a property's value, told when it turns and not with each value for which it stays as it is. */
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
    changed: z.literal(true).optional().meta({ description: 'Tells each new value.' }),
    hysteresis: z.number().nonnegative().optional().meta({
      description: 'How far a value has to be back beyond `above` or `below` for that to end.',
    }),
    when: list(turn, 2)
      .optional()
      .meta({ description: 'Whether it is told that the condition begins, ends, or both.' }),
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

/** Which events a subscription has: those that meet every condition. */
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
      description: 'Of the changes of values only those by which this turns.',
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

/** An event, and if it has met the condition of a value, in which way. */
export const matchedEvent = z.intersection(thingEvent, z.object({ turn: turn.optional() }));
export type MatchedEvent = z.infer<typeof matchedEvent>;

/** What an app wants to be told of, and how far it has been, where it is told by messages. */
export const subscription = z.object({
  id: uuid,
  subject: subjectId.optional(),
  match: eventMatch,
  created: z.iso.datetime(),
  /** Where messages are posted. A subscription without an address is only read as a stream. */
  url: z.string().optional(),
  /** Of one with an address: `stopped` when the receiver has said that it wants no more. */
  status: z.enum(['active', 'stopped']).optional(),
  /** Of one with an address: everything up to this position has been accepted. */
  cursor: eventCursor.optional(),
  /** Until when the secret before the last rotation signs as well. */
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

/** The version of what can be changed of a subscription. */
export const subscriptionVersion = ({ match, url }: Subscription): string =>
  versionOf([match, url ?? null]);

/** Of events that match: answered by units-service. */
export const matchCalls = defineCalls({
  /**
   * The events after a cursor that match; without a cursor, no events, and the current cursor, once the unit and the
   * things of the match have been found. A page ends where 1000 events have been looked at.
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
      /** The app that subscribes; gateways of the release before leave it out. */
      app: z.string().optional(),
      id: uuid,
      match: eventMatch,
      /** With an address: where it is, what signs its messages, and after which position they begin. */
      delivery: z.object({ url: z.string(), secret: sealed, cursor: eventCursor }).optional(),
    }),
    output: subscription,
    problems: ['quota_exceeded', 'invalid_token'],
  },
  'subscriptions.list': { input: z.object({ caller, page }), output: pageOf(subscription) },
  'subscriptions.read': { input: onResource, output: subscription },
  /** Changes what is given. With an address messages are sent again that are held up, or have been stopped. */
  'subscriptions.update': {
    input: onResource.extend({
      match: eventMatch.optional(),
      url: z.string().optional(),
      ...expecting,
    }),
    output: subscription,
    problems: ['invalid_request', 'precondition_failed'],
  },
  /** Gives a subscription another secret; the one before signs as well for a day. */
  'subscriptions.rotate': {
    input: onResource.extend({
      /** Identifies the rotation, which a repeated request does not make anew. */
      rotation: uuid,
      secret: sealed,
    }),
    output: subscription,
    problems: ['invalid_request'],
  },
  'subscriptions.remove': {
    input: onResource.extend(expecting),
    output: nothing,
    problems: ['precondition_failed'],
  },
});
