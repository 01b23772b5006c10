import {
  actionAffordance,
  affordances,
  anyJson,
  attributes,
  attributesPatch,
  availability,
  dataSchema,
  eventAffordance,
  list,
  propertyAffordance,
  target,
  thing,
  type Thing,
  thingDefinition,
  thingType,
} from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../resources/hrefs.js';
import { reference } from '../resources/reference.js';

/** A form of an affordance (Thing Description 1.1, section 5.3.4.2). */
const form = z.object({
  href: z.string(),
  contentType: z.string(),
  op: z.array(z.string()),
  subprotocol: z.literal('sse').optional(),
  'htv:methodName': z.string().optional(),
  'htv:headers': z
    .array(z.object({ 'htv:fieldName': z.string(), 'htv:fieldValue': z.string() }))
    .optional(),
  additionalResponses: z
    .array(z.object({ success: z.boolean(), contentType: z.string(), schema: z.string() }))
    .optional(),
});
export type Form = z.output<typeof form>;

const context = z.union([z.string(), z.record(z.string(), z.string())]);
const forms = z.array(form);

/** The members that the Thing Descriptions of things and of the directory share. */
const description = z.object({
  '@context': z.array(context),
  id: z.string(),
  title: z.string(),
  security: z.array(z.string()),
  securityDefinitions: z.record(z.string(), z.record(z.string(), z.string())),
});

/**
 * A thing as callers see it: a Thing Description. Beyond the standard it has `value` on each property
 * whose value is known, `changed`, when that was first observed, and `target`, what was requested and is not reported
 * yet; `available` with `availability`,
 * `created_by`, and the `subject` in whose list it is.
 */
export const thingResource = description
  .extend({
    id: z.url().describe('The id of the thing, as `urn:uuid:…`.'),
    '@type': z.array(z.string()).optional(),
    description: thing.shape.description,
    identifiers: thing.shape.identifiers.describe(
      'Names of the device: ids of its technology, MAC addresses, serial numbers.',
    ),
    base: z.url(),
    created: thing.shape.created,
    modified: thing.shape.modified,
    properties: z.record(
      z.string(),
      propertyAffordance.safeExtend({
        value: anyJson.optional(),
        changed: z.iso.datetime().optional(),
        last_heard: z.iso.datetime().optional(),
        target: target.optional(),
        forms,
      }),
    ),
    actions: z.record(z.string(), actionAffordance.extend({ forms })),
    events: z.record(z.string(), eventAffordance.extend({ forms })),
    schemaDefinitions: z.record(z.string(), dataSchema),
    forms,
    links: z.array(z.object({ rel: z.string(), href: z.url(), type: z.string() })),
    available: thing.shape.available.unwrap(),
    availability,
    last_heard: z.iso
      .datetime()
      .optional()
      .describe('When the device last said something, also if nothing had changed; to the minute.'),
    created_by: z.union([reference, z.object({ app: z.string() })]),
    subject: reference.optional(),
    attributes: attributes.optional(),
  })
  .meta({ id: 'Thing', description: 'W3C Web of Things Thing Description 1.1.' });
export type ThingResource = z.output<typeof thingResource>;

/** The directory of things, which is described as a thing, too (W3C WoT Discovery, section 7.3). */
export const directoryResource = description
  .extend({
    '@type': z.literal('ThingDirectory'),
    properties: z.record(z.string(), propertyAffordance.safeExtend({ forms })),
    events: z.record(z.string(), z.object({ title: z.string(), data: dataSchema, forms })),
  })
  .meta({ id: 'DirectoryDescription' });
export type DirectoryResource = z.output<typeof directoryResource>;

/**
 * The definition of a thing that an app creates: a property has its value beside its affordance. Such a thing has no
 * events.
 */
export const newThing = thingDefinition
  .omit({ types: true, events: true })
  .loose()
  .extend({
    '@type': z
      .union([thingType, list(thingType, 50)])
      .optional()
      .describe('What kind of thing it is, such as `Light`.'),
    properties: affordances(propertyAffordance.safeExtend({ value: anyJson.optional() })).default(
      {},
    ),
    attributes: attributes.optional(),
  })
  .meta({
    id: 'NewThing',
    example: {
      title: 'Letter box',
      properties: { full: { type: 'boolean', readOnly: true, value: false } },
    },
  });

/** The terms of Thing Descriptions (1.1, section 5.3.1.1) that are not taken over from one. */
const otherTerms = new Set(
  (
    '@context id titles descriptions version created modified support base events links forms security ' +
    'securityDefinitions profile schemaDefinitions uriVariables'
  ).split(' '),
);

/** Leaves out other terms of Thing Descriptions, and those of other vocabularies, which have a prefix. */
function withoutOtherTerms(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const own = Object.entries(given).filter(
    ([name]) => !otherTerms.has(name) && !name.includes(':'),
  );
  return Object.fromEntries(own);
}

export const postedThing = z.preprocess(withoutOtherTerms, z.strictObject(newThing.shape));

/** The members of an affordance to change, or null, which removes it. */
const affordancePatch = z.record(z.string(), z.record(z.string(), anyJson).nullable()).nullish();

/** A patch of a thing, whose result is checked like a new thing. */
export const thingPatch = z
  .strictObject({
    title: thingDefinition.shape.title.nullish(),
    '@type': newThing.shape['@type'].unwrap().nullish(),
    description: thingDefinition.shape.description.nullish(),
    properties: affordancePatch,
    actions: affordancePatch,
    attributes: attributesPatch.optional(),
  })
  .meta({ id: 'ThingPatch', example: { title: 'Reading lamp' } });

export const thingValues = z
  .object({
    id: thing.shape.id,
    href: z.url(),
    title: thing.shape.title,
    '@type': z.array(z.string()),
    subject: reference
      .optional()
      .describe('In whose list the thing is; left out where it is in that of nobody.'),
    values: z
      .record(z.string(), anyJson)
      .describe(
        'Current values by the names of properties; those that are not known are left out. Those that users set or ' +
          'measure come first, and what the device says about itself last.',
      ),
    units: z
      .record(z.string(), z.string())
      .optional()
      .describe('Units of these values, by the names of properties.'),
    attributes: attributes.optional(),
    targets: z
      .record(z.string(), target)
      .optional()
      .describe(
        'Requested values that the device has not reported yet, by the names of properties.',
      ),
    available: thing.shape.available.unwrap(),
    availability: availability.describe(
      'Whether the values are current, and if that is not known, why.',
    ),
  })
  .meta({ id: 'ThingValues' });

export const thingToValues = (
  { id, title, types, subject, attributes, values, units, targets, available, ...thing }: Thing,
  hrefs: Hrefs,
): z.output<typeof thingValues> => ({
  id,
  href: hrefs.thing(id),
  title,
  '@type': types,
  ...(subject !== undefined && { subject: { href: hrefs.subject(subject) } }),
  ...(attributes && { attributes }),
  values,
  ...(units && { units }),
  ...(targets && { targets }),
  available,
  availability: thing.availability ?? { state: available ? 'available' : 'unavailable' },
});
