import { z } from 'zod';
import { attributedVersion, attributes } from '../attributes.js';
import { list } from '../bounded.js';
import { subjectId, uuid } from '../caller.js';
import {
  affordanceRole,
  type AffordanceRole,
  affordances,
  dataSchema,
  descriptive,
  isThingType,
  roleOfAffordance,
} from '../data-schema.js';
import { anyJson, longText, plainText, text } from '../text.js';
import { versionOf } from '../version.js';
import { failureCode } from './client.js';

/** The longest transition (ms), which is that of a Philips Hue bridge; Matter's `TransitionTime` has a little more. */
export const maxTransitionMs = 6_000_000;

/** How long a change takes (ms); ignored for properties without `transition`. */
export const transitionMs = z.number().int().min(0).max(maxTransitionMs);

/** A property of a thing (section 5.3.1.3). */
export const propertyAffordance = dataSchema
  .extend({
    role: affordanceRole.optional(),
    transition: z
      .boolean()
      .optional()
      .describe('Whether a write can say how long the change takes.'),
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
  /** Units of values, by name, where a thing is shown without its properties. */
  units: z.record(z.string(), z.string()).optional(),
  /** When each value last changed, by name (milliseconds since the epoch); left out if there are no values. */
  value_times: z.record(z.string(), z.number().int()).optional(),
  /** When the device last reported, also an unchanged value, with the times of values by name (ms since 1970). */
  seen: z
    .object({ at: z.iso.datetime(), times: z.record(z.string(), z.number().int()) })
    .optional(),
  /** Whether its device answers polls itself, so that each successful poll hears it. */
  answers: z.literal(true).optional(),
  /** When its client was last polled, if that seen it. */
  last_polled: z.iso.datetime().optional(),
  subject: subjectId.optional(),
  creator,
  /** Left out if there are none. */
  attributes: attributes.optional(),
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

/** Returns the version of what a patch of an app, or one of an end user, can change of a thing. */
export function thingVersion(thing: Thing, by: 'app' | 'end-user'): string {
  const { title, types, description, properties, actions } = thing;
  const version = versionOf([title, types, description ?? null, properties, actions]);
  return by === 'app' ? attributedVersion(version, thing.attributes) : version;
}

/** Returns both versions of a thing. */
export const thingVersions = (thing: Thing): string[] => [
  thingVersion(thing, 'app'),
  thingVersion(thing, 'end-user'),
];
