import { z } from 'zod';
import { list } from '../bounded.js';
import { caller, onResource, subjectId, uuid } from '../caller.js';
import { capability } from '../capabilities.js';
import { defineCalls } from '../contract.js';
import {
  affordanceRole,
  type AffordanceRole,
  affordances,
  dataSchema,
  descriptive,
  isThingType,
  roleOfAffordance,
} from '../data-schema.js';
import { page, pageOf, pageOfIds, walkPage } from '../paging.js';
import { orderBy, queryText, withinUnit } from '../search.js';
import { anyJson, longText, plainText, text } from '../text.js';
import { removalTimeouts } from '../timeouts.js';
import { expecting, versionOf } from '../version.js';
import { audited } from './audit.js';
import { failureCode, replacedThing } from './clients.js';

/** A property of a thing (section 5.3.1.3). */
export const propertyAffordance = dataSchema
  .extend({
    role: affordanceRole.optional(),
    observable: z.boolean().optional(),
    // Not the array of data schemas, which is part of a cycle and would become an unnamed schema in OpenAPI.
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
  role: affordanceRole.optional(),
  input: dataSchema.optional(),
  output: dataSchema.optional(),
  safe: z.boolean().optional(),
  idempotent: z.boolean().optional(),
  synchronous: z.boolean().optional(),
});
export type ActionAffordance = z.infer<typeof actionAffordance>;

/** An event of a thing, and its data (section 5.3.1.5). */
export const eventAffordance = z.looseObject({
  ...descriptive,
  role: affordanceRole.optional(),
  data: dataSchema.optional(),
});
export type EventAffordance = z.infer<typeof eventAffordance>;

/** A `@type` of a thing, such as `Light`. */
export const thingType = plainText.refine(isThingType, 'A thing is not a Thing Model.');

export const thingDefinition = z.object({
  title: text,
  types: list(thingType, 50).default([]),
  description: longText.optional(),
  properties: affordances(propertyAffordance).default({}),
  actions: affordances(actionAffordance).default({}),
  events: affordances(eventAffordance).default({}),
});

/** An id, a MAC address or the serial number of a device. */
export const identifier = z.object({
  /** `id` for an id of the technology, `mac`, `serial`, or another kind that the technology names. */
  type: plainText,
  /** MAC addresses (EUI-48 and EUI-64) have lower-case digits, separated by colons. */
  value: plainText,
});
export type Identifier = z.infer<typeof identifier>;

export const thingState = thingDefinition.extend({
  identifiers: list(identifier, 50).optional(),
  values: z.record(z.string(), anyJson).default({}),
  /** False while the device cannot be found. */
  available: z.boolean().default(true),
});
export type ThingState = z.infer<typeof thingState>;

/** Returns whether a thing has readable properties but no known value of any. */
export const lacksValues = ({
  properties,
  values,
}: Pick<ThingState, 'properties' | 'values'>): boolean =>
  Object.keys(values).length === 0 && Object.values(properties).some(({ writeOnly }) => !writeOnly);

/** The creator of a thing: a connector client, or an app (by its name in the access token). */
export const creator = z.object({ kind: z.enum(['client', 'app']), id: z.string() });

/** Whether the shown state of a thing is its actual state. */
export const availability = z.object({
  /** With `unknown`, the values are the last known ones. */
  state: z.enum(['available', 'unavailable', 'unknown']),
  /**
   * Why it is unknown: the polls of the client fail; they cannot reach the device; no readable property ever had a value;
   * none has one any longer; it went missing together with many others; the client is paused.
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
  code: failureCode.optional(),
  since: z.iso.datetime().optional(),
});
export type Availability = z.infer<typeof availability>;

/** A value that was requested of a property and that its device has not reported yet. */
export const target = z.object({
  value: anyJson,
  requested: z.iso.datetime(),
  /** `queued` until the device is back; `unconfirmed` when the device did not report it in time. */
  status: z.enum(['queued', 'pending', 'unconfirmed']),
});
export type Target = z.infer<typeof target>;

/** A target at its end: `withdrawn` when the write failed, or when the device changed otherwise after it. */
export const targetOutcome = target.extend({
  status: z.enum([...target.shape.status.options, 'confirmed', 'withdrawn']),
});
export type TargetOutcome = z.infer<typeof targetOutcome>;

export const thing = thingState.extend({
  id: uuid,
  availability,
  /** By the names of properties; left out if there are none. */
  targets: z.record(z.string(), target).optional(),
  /** When each value last changed, by name (milliseconds since the epoch); left out if there are no values. */
  value_times: z.record(z.string(), z.number().int()).optional(),
  subject: subjectId.optional(),
  creator,
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
});
export type Thing = z.infer<typeof thing>;

/** Leaves out what a thing has in other roles, with the values; nothing without a role. */
export function withOnlyRole<One extends ThingState>(
  thing: One,
  role: AffordanceRole | undefined,
): One {
  if (role === undefined) return thing;
  const select = <Affordance extends { role?: AffordanceRole | undefined }>(
    affordances: Record<string, Affordance>,
  ) =>
    Object.fromEntries(
      Object.entries(affordances).filter(([, one]) => roleOfAffordance(one) === role),
    );
  const properties = select(thing.properties);
  const values = Object.entries(thing.values).filter(([name]) => Object.hasOwn(properties, name));
  return Object.assign({}, thing, {
    properties,
    actions: select(thing.actions),
    events: select(thing.events),
    values: Object.fromEntries(values),
  });
}

/** The maximum size of an event's data (bytes of JSON text). */
export const maxEventDataBytes = 8 * 1024;

/** An occurrence of an event of a thing. */
export const occurrence = z.object({
  /** Made by the reporter: an occurrence that is reported again is stored once. */
  id: uuid,
  thing: uuid,
  name: plainText,
  /** As the event of the thing describes it; left out if there is none. */
  data: anyJson.optional(),
  occurred: z.iso.datetime(),
});
export type Occurrence = z.infer<typeof occurrence>;

/** Returns the version of what a patch of a thing can change. */
export const thingVersion = ({ title, types, description, properties, actions }: Thing): string =>
  versionOf([title, types, description ?? null, properties, actions]);

export const thingFilter = z.object({
  type: text.optional(),
  capability: capability.optional(),
  available: z.boolean().optional(),
  /** The subject in whose list it is. */
  subject: subjectId.optional(),
  client: z.string().optional(),
  /** A value of one of its identifiers. */
  identifier: text.optional(),
});
export type ThingFilter = z.infer<typeof thingFilter>;

/** The fields by which things can be sorted; each has an index. */
export const thingSortFields = ['title', 'created'] as const;

const ofClients = z.object({ developer: plainText, clients: z.array(uuid) });

export const thingCalls = defineCalls({
  'things.create': {
    input: z.object({ caller, id: uuid, app: z.string(), state: thingState, ...audited }),
    output: thing,
    problems: ['quota_exceeded'],
    batched: true,
  },
  'things.list': { input: z.object({ caller, page }), output: pageOfIds, batched: true },
  /** Lists the same things in full. */
  'things.describe': { input: z.object({ caller, page }), output: pageOf(thing), batched: true },
  /**
   * Lists things that meet conditions, in order of creation. A page that skips many others may be short; `next` is absent
   * only at the end.
   */
  'things.find': {
    /** `in` is the unit that contains them. */
    input: z.object({ caller, page, filter: thingFilter.extend({ in: z.string().optional() }) }),
    output: pageOfIds,
    batched: true,
  },
  /** Lists things that meet a costly condition: an expression, or a property that shows a capability. */
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
  /** Lists things that meet conditions, in another order than that of creation. Pages as in `things.find`. */
  'things.ordered': {
    input: z.object({
      caller,
      page: walkPage,
      filter: thingFilter.extend({ ...withinUnit, q: queryText.optional() }),
      order: orderBy(thingSortFields),
    }),
    output: pageOfIds,
    problems: ['rate_limited'],
  },
  /**
   * Reads the things with these ids that the caller sees, in the order of the ids. The answer covers the first `covered`
   * ids.
   */
  'things.show': {
    input: z.object({
      caller,
      ids: z.array(uuid).max(1000),
      /** `values` leaves out affordances and write-only values. */
      view: z.enum(['whole', 'values']),
      /** Leaves out what has another role. */
      role: affordanceRole.optional(),
    }),
    output: z.object({ things: z.array(thing), covered: z.number().int() }),
    batched: true,
  },
  'things.read': { input: onResource, output: thing, batched: true },
  /**
   * Changes the definition of a thing by a JSON Merge Patch (RFC 7396). The thing of a connector can only be retitled;
   * null restores the title reported by the device.
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
    problems: ['made_by_connector', 'precondition_failed'],
  },
  /** Stores values of an app's thing. */
  'things.write': {
    input: onResource.extend({
      values: z.record(z.string(), anyJson),
      ...expecting,
      ...audited,
    }),
    problems: ['precondition_failed'],
    batched: true,
  },
  /**
   * Stores what is requested of a connector's thing, before it is sent. Properties that cannot be read, or that have the
   * value already, get no target.
   */
  'things.request': {
    input: onResource.extend({
      values: z.record(z.string(), anyJson),
      interaction: uuid,
      /** By the clock of `things.upsert`: earlier observations confirm nothing. */
      requested: z.iso.datetime(),
    }),
    batched: true,
  },
  /** Lists the interactions whose targets the device of a thing has not reported yet, and those replaced before it had. */
  'things.targets': {
    input: onResource,
    output: z.object({ interactions: z.array(uuid), replaced: z.array(uuid) }),
    batched: true,
  },
  /** Withdraws targets of an interaction that failed, or marks them as queued. */
  'things.withdraw': {
    input: onResource.extend({
      interaction: uuid,
      /** All by default. */
      names: z.array(z.string()).optional(),
      queued: z.boolean().optional(),
    }),
    batched: true,
  },
  /**
   * Stores the result of a poll of a connector client, or of an event that it reported. Refused once the client has been
   * removed, and for a poll also once the result of a later one has been stored. Later observations of a thing stay. New
   * things beyond the quota are left out. Occurrences are stored last, in their order; those that no event of their thing
   * describes are dropped.
   */
  'things.upsert': {
    input: z.object({
      client: uuid,
      /** When the poll began or the event was reported, by the same clock for the whole client. */
      polled: z.iso.datetime().optional(),
      /** Whether it was reported between two polls, and therefore says nothing about other things. */
      reported: z.boolean().optional(),
      developer: plainText,
      subject: subjectId,
      things: z.array(
        thingState.extend({
          id: uuid,
          /**
           * Properties whose stored values are deleted. With it, other missing values stay as they are stored; without it,
           * missing values are deleted.
           */
          forgotten: z.array(z.string()).optional(),
          /** When its values were received, if that was before `polled`; by the same clock. */
          received: z.iso.datetime().optional(),
        }),
      ),
      /** Things whose device has vanished. They stay, marked as unavailable. */
      vanished: z.array(uuid),
      occurrences: z.array(occurrence).max(10_000).optional(),
      /** Things whose device could not be observed, with the code of the problem. They become unknown. */
      unobserved: z.array(z.object({ id: uuid, code: failureCode })).optional(),
      /** A new status of the client: the code of its error, and since when. */
      status: z.object({ error: failureCode.nullable(), since: z.iso.datetime() }).optional(),
    }),
    output: z.object({
      left_out: z.object({ things: z.array(uuid), reason: z.string() }).optional(),
      dropped: z.array(uuid).optional(),
      /** Those of the things with a pending target, which the next report may confirm without a change. */
      awaited: z.array(uuid).optional(),
    }),
    problems: ['creator_removed', 'superseded'],
    batched: true,
  },
  /**
   * Merges things of a connector client into others: their units, their history and the developer's titles go over, and their
   * ids become aliases. Repeating it changes nothing.
   */
  'things.merge': {
    input: z.object({
      client: uuid,
      developer: plainText,
      merged: z.array(z.object({ from: uuid, into: uuid })),
    }),
  },
  /**
   * Gives things the devices of others, which are of connector client `client`: the others are gone, and their ids become aliases.
   * Repeating it changes nothing.
   */
  'things.replace': {
    input: z.object({
      client: uuid,
      developer: plainText,
      replaced: z.array(replacedThing).max(10_000),
    }),
  },
  /** Undoes a replacement of the last day: the other thing is as it was, and `client` has the thing again. */
  'things.restore': {
    input: replacedThing.extend({ client: uuid, developer: plainText }),
  },
  /** Finds the thing that shows the device of one that was merged or replaced. */
  'things.alias': { input: onResource, output: z.object({ id: uuid }) },
  /** Removes the things of connector clients. Nothing more of these clients is accepted. */
  'things.remove_all': {
    input: ofClients,
    timeoutMs: removalTimeouts.thingsMs,
  },
  /**
   * Lists connector clients that have things, with their developers, ordered by id. The page examines `limit` clients
   * after `after`; if it has `next`, there may be more after that id.
   */
  'things.clients': {
    input: z.object({ after: uuid.optional(), limit: z.number().int().min(1).max(1_000) }),
    output: z.object({
      clients: z.array(z.object({ id: uuid, developer: plainText })),
      next: uuid.optional(),
    }),
  },
  /** Lists what `things.remove_all` would remove. */
  'things.of_clients': {
    input: ofClients,
    output: z.object({
      things: z.array(uuid),
      memberships: z.array(z.object({ thing: uuid, unit: uuid })),
    }),
  },
});
