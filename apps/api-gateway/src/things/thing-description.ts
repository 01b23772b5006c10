import type { PropertyAffordance, Thing } from '@trellis/contracts';
import type { Hrefs } from '../http/href.js';
import { subjectHeader } from '../http/subject.js';

/** The context of Thing Descriptions 1.1 (section 5.3.1.1). */
export const vocabulary = 'https://www.w3.org/2022/wot/td/v1.1';

/** The terms for HTTP in forms (W3C WoT Binding Templates). */
const httpVocabulary = { htv: 'http://www.w3.org/2011/http#' };

/** How access tokens are sent (RFC 6750, section 2.1). */
export const bearerSecurity = {
  security: ['bearer'],
  securityDefinitions: {
    bearer: { scheme: 'bearer', in: 'header', name: 'Authorization', format: 'jwt' },
  },
};

const mediaType = 'application/json';

/** What a Thing Description depends on beside the thing. */
export interface Described {
  hrefs: Hrefs;
  /** Opens the streams of the thing to clients that can send no header; see `ticket.ts`. */
  ticket: string;
}

/**
 * A thing as a W3C Web of Things Thing Description 1.1. Beyond it: `value` on each property whose
 * value is known, `available`, `created_by`, and the `subject` in whose list the thing is.
 */
export function describeThing(thing: Thing, described: Described): Record<string, unknown> {
  const { id, title, description, creator, subject } = thing;
  const { hrefs } = described;
  return {
    '@context': [vocabulary, { ...httpVocabulary, '@vocab': `${hrefs.base}/docs#` }],
    id: `urn:uuid:${id}`,
    title,
    ...(description !== undefined && { description }),
    base: `${hrefs.thing(id)}/`,
    ...bearerSecurity,
    created: thing.created,
    modified: thing.modified,
    properties: describeProperties(thing, described),
    actions: describeActions(thing, described),
    schemaDefinitions: { interaction: interactionSchema },
    forms: [form(thing, hrefs.thingProperties(id), ['readallproperties'])],
    links: [{ rel: 'collection', href: hrefs.things, type: 'application/ld+json' }],
    available: thing.available,
    created_by:
      creator.kind === 'client' ? { href: hrefs.client(creator.id) } : { app: creator.id },
    ...(subject !== undefined && { subject: { href: hrefs.subject(subject) } }),
  };
}

function describeProperties(thing: Thing, { hrefs, ticket }: Described) {
  const describe = (name: string, affordance: PropertyAffordance) => {
    const { readOnly, writeOnly } = affordance;
    const href = hrefs.thingProperty(thing.id, name);
    const operations = [
      ...(writeOnly ? [] : ['readproperty']),
      ...(readOnly ? [] : ['writeproperty']),
    ];
    const observe = {
      ...form(thing, hrefs.observe(thing.id, name, ticket), [
        'observeproperty',
        'unobserveproperty',
      ]),
      subprotocol: 'sse',
    };
    return {
      ...affordance,
      observable: !writeOnly,
      ...(Object.hasOwn(thing.values, name) && { value: thing.values[name] }),
      forms: [form(thing, href, operations), ...(writeOnly ? [] : [observe])],
    };
  };
  return Object.fromEntries(
    Object.entries(thing.properties).map(([name, one]) => [name, describe(name, one)]),
  );
}

function describeActions(thing: Thing, { hrefs }: Described) {
  return Object.fromEntries(
    Object.entries(thing.actions).map(([name, affordance]) => [
      name,
      {
        ...affordance,
        forms: [
          {
            ...form(thing, hrefs.thingAction(thing.id, name), ['invokeaction']),
            additionalResponses: [{ success: true, contentType: mediaType, schema: 'interaction' }],
          },
        ],
      },
    ]),
  );
}

/** What an action that takes longer is answered with: where to read what comes of it. */
const interactionSchema = {
  type: 'object',
  properties: {
    href: { type: 'string', format: 'uri' },
    status: { type: 'string', enum: ['pending', 'completed', 'failed'] },
  },
};

function form({ subject }: Thing, href: string, op: string[]) {
  return {
    href,
    contentType: mediaType,
    op,
    ...(subject !== undefined &&
      canBeSent(subject) && {
        'htv:headers': [{ 'htv:fieldName': subjectHeader, 'htv:fieldValue': subject }],
      }),
  };
}

/** Not every client can send more than ASCII in a header; without it the whole account is seen. */
const canBeSent = (subject: string) =>
  /^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/.test(subject);
