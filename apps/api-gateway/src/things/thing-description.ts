import {
  roleOfAffordance,
  type ActionAffordance,
  type EventAffordance,
  type PropertyAffordance,
  type Thing,
} from '@trellis/contracts';
import { subjectHeader } from '@trellis/operations';
import type { Hrefs } from '../resources/hrefs.js';
import type { Form, ThingResource } from './resource.js';

/** The context of Thing Descriptions 1.1 (section 5.3.1.1). */
export const tdContext = 'https://www.w3.org/2022/wot/td/v1.1';

/** The capability schemas of WebThings, from which most of our `@type`s come. */
const capabilityContext = 'https://webthings.io/schemas/';

/** Prefixes of further vocabularies: HTTP in forms (W3C WoT Binding Templates), ETSI SAREF, QUDT and Brick. */
const prefixes = {
  htv: 'http://www.w3.org/2011/http#',
  saref: 'https://saref.etsi.org/core/',
  s4bldg: 'https://saref.etsi.org/saref4bldg/',
  quantitykind: 'http://qudt.org/vocab/quantitykind/',
  brick: 'https://brickschema.org/schema/Brick#',
};

/** The security scheme of access tokens (RFC 6750, section 2.1). */
export const bearerSecurity = {
  security: ['bearer'],
  securityDefinitions: {
    bearer: { scheme: 'bearer', in: 'header', name: 'Authorization', format: 'jwt' },
  },
};

const contentType = 'application/json';

/** The request that a Thing Description depends on besides the thing. */
interface DescriptionContext {
  hrefs: Hrefs;
  /** Gives clients that cannot send headers access to the streams of the thing. */
  ticket: string;
}

export function describeThing(thing: Thing, context: DescriptionContext): ThingResource {
  const { id, title, types, description, identifiers, creator, subject, attributes } = thing;
  const { hrefs } = context;
  const seen = lastSeen(thing);
  return {
    '@context': [
      tdContext,
      capabilityContext,
      { ...prefixes, trellis: hrefs.terms, '@vocab': `${hrefs.base}/docs#` },
    ],
    ...(types.length > 0 && { '@type': types }),
    id: `urn:uuid:${id}`,
    title,
    ...(description !== undefined && { description }),
    ...(identifiers !== undefined && { identifiers }),
    base: `${hrefs.thing(id)}/`,
    ...bearerSecurity,
    created: thing.created,
    modified: thing.modified,
    properties: describeProperties(thing, context),
    actions: describeActions(thing, hrefs),
    events: describeEvents(thing, context),
    schemaDefinitions: { interaction: interactionSchema },
    forms: [toForm(thing, hrefs.thingProperties(id), operationsOnAll(thing))],
    links: [{ rel: 'collection', href: hrefs.things, type: 'application/ld+json' }],
    available: thing.available,
    availability: thing.availability,
    ...(seen !== undefined && { last_heard: seen.toISOString() }),
    created_by:
      creator.kind === 'client' ? { href: hrefs.client(creator.id) } : { app: creator.id },
    ...(subject !== undefined && { subject: { href: hrefs.subject(subject) } }),
    ...(attributes && { attributes }),
  };
}

function operationsOnAll({ properties }: Thing): string[] {
  const isWritable = Object.values(properties).some(({ readOnly }) => !readOnly);
  return ['readallproperties', ...(isWritable ? ['writemultipleproperties'] : [])];
}

function describeProperties(thing: Thing, { hrefs, ticket }: DescriptionContext) {
  const { targets = {} } = thing;
  const describe = (name: string, affordance: PropertyAffordance) => {
    const { readOnly, writeOnly } = affordance;
    const operations = [
      ...(writeOnly ? [] : ['readproperty']),
      ...(readOnly ? [] : ['writeproperty']),
    ];
    const form = toForm(thing, hrefs.thingProperty(thing.id, name), operations);
    const changed = writeOnly ? undefined : valueTime(thing, name);
    const seen = valueSeen(thing, name);
    // Adding members to a literal that begins with a spread is slow in V8; Object.assign is not.
    return Object.assign({}, affordance, {
      role: roleOfAffordance(affordance),
      observable: !writeOnly,
      ...(Object.hasOwn(thing.values, name) && { value: thing.values[name] }),
      ...(changed !== undefined && { changed: changed.toISOString() }),
      ...(seen !== undefined && !writeOnly && { last_heard: seen.toISOString() }),
      ...(Object.hasOwn(targets, name) && { target: targets[name] }),
      forms: writeOnly ? [form] : [form, observe(name)],
    });
  };
  const observe = (name: string): Form => ({
    subprotocol: 'sse',
    ...toForm(thing, hrefs.observe(thing.id, name, ticket), [
      'observeproperty',
      'unobserveproperty',
    ]),
  });
  return Object.fromEntries(
    Object.entries(thing.properties).map(([name, one]) => [name, describe(name, one)]),
  );
}

function describeActions(thing: Thing, hrefs: Hrefs) {
  const describe = (name: string, affordance: ActionAffordance) => {
    const form: Form = {
      additionalResponses: [{ success: true, contentType, schema: 'interaction' }],
      ...toForm(thing, hrefs.thingAction(thing.id, name), ['invokeaction']),
    };
    return Object.assign({}, affordance, { role: roleOfAffordance(affordance), forms: [form] });
  };
  return Object.fromEntries(
    Object.entries(thing.actions).map(([name, one]) => [name, describe(name, one)]),
  );
}

function describeEvents(thing: Thing, { hrefs, ticket }: DescriptionContext) {
  const describe = (name: string, affordance: EventAffordance) => {
    const form: Form = {
      subprotocol: 'sse',
      ...toForm(thing, hrefs.subscribe(thing.id, name, ticket), [
        'subscribeevent',
        'unsubscribeevent',
      ]),
    };
    return Object.assign({}, affordance, { role: roleOfAffordance(affordance), forms: [form] });
  };
  return Object.fromEntries(
    Object.entries(thing.events).map(([name, one]) => [name, describe(name, one)]),
  );
}

/** The answer to an action that takes longer than the caller waits. */
const interactionSchema: ThingResource['schemaDefinitions'][string] = {
  type: 'object',
  properties: {
    href: { type: 'string', format: 'uri' },
    status: { type: 'string', enum: ['pending', 'completed', 'failed'] },
  },
};

function toForm({ subject }: Thing, href: string, op: string[]): Form {
  return {
    href,
    contentType,
    op,
    ...(subject !== undefined &&
      isHeaderSafe(subject) && {
        'htv:headers': [{ 'htv:fieldName': subjectHeader, 'htv:fieldValue': subject }],
      }),
  };
}

/** Only ASCII can be sent by every client; without the header a call acts for the whole account. */
const isHeaderSafe = (subject: string) =>
  /^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/.test(subject);

type LastSeen = Pick<Thing, 'seen' | 'value_times' | 'last_polled'>;

const laterOf = (instants: (number | undefined)[]): Date | undefined => {
  const known = instants.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : new Date(Math.max(...known));
};

const instantOf = (at: string | undefined) => (at === undefined ? undefined : Date.parse(at));

/** Returns when a device last reported, or answered a poll itself. */
const lastSeen = ({ seen, last_polled }: LastSeen): Date | undefined =>
  laterOf([instantOf(seen?.at), instantOf(last_polled)]);

/** Returns when the value of a property was last reported, even if unchanged. */
function valueSeen({ seen, value_times: changed = {}, last_polled }: LastSeen, name: string) {
  const isKnown = Object.hasOwn(changed, name);
  const reported = seen && Object.hasOwn(seen.times, name) ? seen.times[name] : undefined;
  const polled = isKnown ? instantOf(last_polled) : undefined;
  if (reported === undefined && polled === undefined) return undefined;
  return laterOf([reported, polled, isKnown ? changed[name] : undefined]);
}

type Timed = Pick<Thing, 'value_times'>;

/** Returns when the value of a property last changed, or became unknown. */
function valueTime({ value_times: times = {} }: Timed, name: string): Date | undefined {
  return Object.hasOwn(times, name) ? new Date(times[name]!) : undefined;
}

/**
 * Since when the values of properties are what they are, as `Last-Modified` (RFC 9110, section 8.8.2), which has
 * whole seconds.
 */
export function lastModified(thing: Timed, names: string[]): Record<string, string> {
  const times = names.flatMap((name) => valueTime(thing, name)?.getTime() ?? []);
  if (times.length === 0) return {};
  return { 'Last-Modified': new Date(times.reduce((a, b) => Math.max(a, b))).toUTCString() };
}
