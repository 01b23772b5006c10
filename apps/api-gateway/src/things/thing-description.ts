import type { PropertyAffordance, Thing } from '@trellis/contracts';
import type { Hrefs } from '../http/href.js';

/** The context of Thing Descriptions 1.1 (section 5.3.1.1). */
const vocabulary = 'https://www.w3.org/2022/wot/td/v1.1';

/**
 * A thing as a W3C Web of Things Thing Description 1.1. Beyond it: `value` on each property whose
 * value is known, `available`, `created_by`, and the `subject` in whose list the thing is.
 */
export function describeThing(thing: Thing, hrefs: Hrefs): Record<string, unknown> {
  const { id, title, description, values } = thing;
  return {
    '@context': [vocabulary, { '@vocab': `${hrefs.base}/docs#` }],
    id: `urn:uuid:${id}`,
    title,
    ...(description !== undefined && { description }),
    base: `${hrefs.thing(id)}/`,
    security: ['bearer'],
    securityDefinitions: {
      bearer: {
        scheme: 'bearer',
        in: 'header',
        name: 'Authorization',
        format: 'jwt',
        alg: 'HS256',
      },
    },
    created: thing.created,
    modified: thing.modified,
    properties: Object.fromEntries(
      Object.entries(thing.properties).map(([name, affordance]) => [
        name,
        {
          ...affordance,
          ...(Object.hasOwn(values, name) && { value: values[name] }),
          forms: [{ href: hrefs.thingProperty(id, name), op: operations(affordance) }],
        },
      ]),
    ),
    actions: Object.fromEntries(
      Object.entries(thing.actions).map(([name, affordance]) => [
        name,
        { ...affordance, forms: [{ href: hrefs.thingAction(id, name), op: ['invokeaction'] }] },
      ]),
    ),
    forms: [{ href: hrefs.thingProperties(id), op: ['readallproperties'] }],
    available: thing.available,
    created_by:
      thing.creator.kind === 'client'
        ? { href: hrefs.client(thing.creator.id) }
        : { app: thing.creator.id },
    ...(thing.subject !== undefined && { subject: { href: hrefs.subject(thing.subject) } }),
  };
}

/** What can be done with a property by its form. */
const operations = ({ readOnly, writeOnly }: PropertyAffordance) => [
  ...(writeOnly ? [] : ['readproperty']),
  ...(readOnly ? [] : ['writeproperty']),
];
