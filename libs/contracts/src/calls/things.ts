import { z } from 'zod';
import { list } from '../bounded.js';
import { caller, nothing, onResource, subjectId, uuid } from '../caller.js';
import { capability } from '../capabilities.js';
import { defineCalls } from '../contract.js';
import { affordances, dataSchema, descriptive, isThingType } from '../data-schema.js';
import { page, pageOf, pageOfIds, walkPage } from '../paging.js';
import { orderBy, place, queryText } from '../search.js';
import { anyJson, longText, plainText, text } from '../text.js';
import { removalTimeouts } from '../timeouts.js';
import { expecting, versionOf } from '../version.js';
import { audited } from './audit.js';
import { failureCode } from './clients.js';

/** A property of a thing, which can be read, written or both (section 5.3.1.3). */
export const propertyAffordance = dataSchema
  .extend({
    observable: z.boolean().optional(),
    // An array of its own: that of data schemas is part of a cycle, and would be a schema without a name in OpenAPI.
    oneOf: z.array(dataSchema).optional(),
  })
  .refine(
    ({ readOnly, writeOnly }) => !(readOnly && writeOnly),
    'Cannot be both read-only and write-only.',
  );
export type PropertyAffordance = z.infer<typeof propertyAffordance>;

/** An action that a thing can perform (section 5.3.1.4). */
export const actionAffordance = z.looseObject({
  ...descriptive,
  input: dataSchema.optional(),
  output: dataSchema.optional(),
  safe: z.boolean().optional(),
  idempotent: z.boolean().optional(),
  synchronous: z.boolean().optional(),
});
export type ActionAffordance = z.infer<typeof actionAffordance>;

/** Something that happens to a thing at a moment, and what it carries (section 5.3.1.5). */
export const eventAffordance = z.looseObject({ ...descriptive, data: dataSchema.optional() });
export type EventAffordance = z.infer<typeof eventAffordance>;

/** One `@type` of a thing: what kind of thing it is, such as `Light`. */
export const thingType = plainText.refine(isThingType, 'A thing is not a Thing Model.');

/** What a thing is and can do, without its current state. */
export const thingDefinition = z.object({
  title: text,
  /** `@type` of the Thing Description. */
  types: list(thingType, 50).default([]),
  description: longText.optional(),
  properties: affordances(propertyAffordance).default({}),
  actions: affordances(actionAffordance).default({}),
  events: affordances(eventAffordance).default({}),
});

/** A thing's definition with the current values of its properties. */
export const thingState = thingDefinition.extend({
  values: z.record(z.string(), anyJson).default({}),
  /** False while the entity behind the thing cannot be found. */
  available: z.boolean().default(true),
});
export type ThingState = z.infer<typeof thingState>;

/** Whether a thing has properties to read, and no value of any is known. */
export const lacksValues = ({
  properties,
  values,
}: Pick<ThingState, 'properties' | 'values'>): boolean =>
  Object.keys(values).length === 0 && Object.values(properties).some(({ writeOnly }) => !writeOnly);

/** Who created a thing: a connector client, or an app (by its name in the access token). */
export const creator = z.object({ kind: z.enum(['client', 'app']), id: z.string() });

/** Whether what is shown of a thing is how it is. */
export const availability = z.object({
  /** `unknown`: nobody can say at the moment; its values are those that were known last. */
  state: z.enum(['available', 'unavailable', 'unknown']),
  /**
   * Why it is unknown: the polls of the client fail; they cannot reach the device; none of its readable
   * properties has ever had a value; none has one any more; it is missing together with many others; the client
   * is paused.
   */
  reason: z
    .enum([
      'client_error',
      'device_error',
      'never_observed',
      'no_values',
      'sweep_held',
      'client_paused',
    ])
    .optional(),
  /** Of the error of the client or device. */
  code: failureCode.optional(),
  since: z.iso.datetime().optional(),
});
export type Availability = z.infer<typeof availability>;

export const thing = thingState.extend({
  id: uuid,
  /** Left out by the release before. */
  availability: availability.optional(),
  /**
   * When each value has changed last, by name (ms since 1970); those stored before times were have none. Left out
   * where there are none.
   */
  value_times: z.record(z.string(), z.number().int()).optional(),
  subject: subjectId.optional(),
  creator,
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
});
export type Thing = z.infer<typeof thing>;

/** The most that an event may carry (bytes of its JSON text). */
export const maxEventDataBytes = 8 * 1024;

/** Something that has happened to a thing. */
export const occurrence = z.object({
  /** Made by whoever heard of it: handed over again, it is stored once. */
  id: uuid,
  thing: uuid,
  /** The name of one of the events of the thing. */
  name: plainText,
  /** As the event of the thing describes it; left out when it carries nothing. */
  data: anyJson.optional(),
  occurred: z.iso.datetime(),
});
export type Occurrence = z.infer<typeof occurrence>;

/** The version of what a patch of a thing changes. */
export const thingVersion = ({ title, types, description, properties, actions }: Thing): string =>
  versionOf([title, types, description ?? null, properties, actions]);

/** Which things a list has: those that meet every condition. */
export const thingFilter = z.object({
  /** One of its `@type`s. */
  type: text.optional(),
  capability: capability.optional(),
  available: z.boolean().optional(),
  /** In whose list it is. */
  subject: subjectId.optional(),
  /** The connector client that created it. */
  client: z.string().optional(),
});
export type ThingFilter = z.infer<typeof thingFilter>;

/** The fields by which things can be sorted: those that an index has in order. */
export const thingSortFields = ['title', 'created'] as const;

const ofClients = z.object({ developer: plainText, clients: z.array(uuid) });

export const thingCalls = defineCalls({
  'things.create': {
    input: z.object({ caller, id: uuid, app: z.string(), state: thingState, ...audited }),
    output: thing,
    problems: ['quota_exceeded'],
    sets: true,
  },
  'things.list': { input: z.object({ caller, page }), output: pageOfIds, sets: true },
  /** The same list, with the things themselves. */
  'things.describe': { input: z.object({ caller, page }), output: pageOf(thing), sets: true },
  /**
   * Things that meet conditions, in the order of their creation. A page ends early when it has to pass over many
   * others; `next` is absent only at the end.
   */
  'things.find': {
    /** `in` is the unit that holds them. */
    input: z.object({ caller, page, filter: thingFilter.extend({ in: z.string().optional() }) }),
    output: pageOfIds,
    sets: true,
  },
  /** The same by what takes longer to find out: an expression, or a property that shows a capability. */
  'things.query': {
    input: z.object({
      caller,
      page,
      filter: thingFilter.extend({ in: z.string().optional() }),
      q: queryText.optional(),
    }),
    output: pageOfIds,
    problems: ['rate_limited'],
  },
  /**
   * Things that meet conditions, in an order other than that of their creation. Pages end early, and `next` is
   * absent, as in `things.find`.
   */
  'things.ordered': {
    input: z.object({
      caller,
      page: walkPage,
      filter: thingFilter.extend({ ...place, q: queryText.optional() }),
      order: orderBy(thingSortFields),
    }),
    output: pageOfIds,
    problems: ['rate_limited'],
  },
  /**
   * The things with these ids that the caller sees, in the order of the ids. Those of the first `covered` ids are
   * included, for which an answer has room.
   */
  'things.show': {
    input: z.object({
      caller,
      ids: z.array(uuid).max(1000),
      /** With `values` affordances and values that are not to be read are left out. */
      view: z.enum(['whole', 'values']),
    }),
    output: z.object({ things: z.array(thing), covered: z.number().int() }),
    sets: true,
  },
  'things.read': { input: onResource, output: thing, sets: true },
  /**
   * Changes the definition of a thing by a JSON Merge Patch (RFC 7396). Of the things of connectors only the
   * title: it replaces the one that the connector finds, until it is null.
   */
  'things.update': {
    input: onResource.extend({
      patch: z.record(z.string(), anyJson),
      ...expecting,
      ...audited,
    }),
    output: z.object({ version: z.string() }),
    problems: ['made_by_connector', 'precondition_failed'],
  },
  'things.remove': {
    input: onResource.extend({ ...audited, ...expecting }),
    output: nothing,
    problems: ['made_by_connector', 'precondition_failed'],
  },
  'things.write': {
    input: onResource.extend({
      values: z.record(z.string(), anyJson),
      /**
       * When the remote technology accepted them, by the clock of `things.upsert`: they replace nothing that was
       * observed later.
       */
      accepted: z.iso.datetime().optional(),
      /** Of the value, where it is one that is written. */
      ...expecting,
      ...audited,
    }),
    output: nothing,
    problems: ['precondition_failed'],
    sets: true,
  },
  /**
   * Stores what a connector client found. Refused once the client is removed, and, unless it was `heard`,
   * when what a later poll of it found has been stored. A thing that is stored as it was observed later stays
   * as it is. New things that the quota has no room for are left out. What has happened is stored after that, in
   * its order; what does not fit the events of its thing is dropped.
   */
  'things.upsert': {
    input: z.object({
      client: uuid,
      /** When the poll began, or when it was heard, by the same clock for all that the client finds. */
      polled: z.iso.datetime().optional(),
      /** Whether it was heard between two polls: then it says nothing about other things. */
      heard: z.boolean().optional(),
      developer: plainText,
      subject: subjectId,
      things: z.array(
        thingState.extend({
          id: uuid,
          /**
           * With it, values that are left out stay as they are stored, except those of these properties;
           * without it they are not known.
           */
          forgotten: z.array(z.string()).optional(),
        }),
      ),
      /** Things whose device has vanished: they stay, marked unavailable. */
      vanished: z.array(uuid),
      occurrences: z.array(occurrence).max(10_000).optional(),
      /** Things whose device could not be observed, and the code of the problem: they are unknown. */
      unobserved: z
        .array(
          z.object({
            id: uuid,
            code: failureCode,
            /** Whether it is missing, in a sweep that is held; the release before shows the code then. */
            held: z.boolean().optional(),
          }),
        )
        .optional(),
      /** Whether the polls of the client fail, with which code, and since when; left out where that is as before. */
      status: z
        .object({
          error: failureCode.nullable(),
          since: z.iso.datetime(),
          /** Whether it is paused; the release before shows the error then. */
          paused: z.boolean().optional(),
        })
        .optional(),
    }),
    output: z.object({
      left_out: z.object({ things: z.array(uuid), reason: z.string() }).optional(),
      /** The ids of the occurrences that were dropped. */
      dropped: z.array(uuid).optional(),
    }),
    problems: ['creator_removed', 'superseded'],
    sets: true,
  },
  /** Removes the things of connector clients for good: nothing more of these clients is accepted. */
  'things.remove_all': {
    input: ofClients,
    output: nothing,
    timeoutMs: removalTimeouts.thingsMs,
  },
  /**
   * The connector clients that have things, with their developers, by their ids: those after `after`, of
   * at most `limit` clients. With `next` there may be more, after that id.
   */
  'things.clients': {
    input: z.object({ after: uuid.optional(), limit: z.number().int().min(1).max(1_000) }),
    output: z.object({
      clients: z.array(z.object({ id: uuid, developer: plainText })),
      next: uuid.optional(),
    }),
  },
  /** What `things.remove_all` would remove. */
  'things.of_clients': {
    input: ofClients,
    output: z.object({
      things: z.array(uuid),
      /** The units that the things are in. */
      memberships: z.array(z.object({ thing: uuid, unit: uuid })),
    }),
  },
});
