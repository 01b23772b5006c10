import { capability } from '@trellis/contracts';
import { z } from 'zod';
import {
  anyValue,
  asText,
  cursor,
  firstEntries,
  idOf,
  limit,
  nextCursor,
  nextPage,
  shortText,
  shortValue,
  thingId,
  withRoomFor,
} from '../members.js';
import { tool, type Tool } from '../tool.js';
import type { ThingResource } from '../../things/resource.js';

const target = z
  .looseObject({ status: z.string() })
  .optional()
  .describe('A value that is requested, and that the device has not reported.');

const value = z.object({ value: anyValue, unit: z.string().optional(), target });

const foundThing = z.object({
  id: z.string(),
  title: z.string(),
  types: z.array(z.string()).optional(),
  available: z.boolean(),
  subject: z.string().optional().describe('The end user to whom it belongs.'),
  values: z.record(z.string(), value).optional(),
});

/** The most values and types of a thing in a list. */
const maxListedValues = 10;
const maxTypes = 5;

/** How many properties, actions and events of a thing are shown: the first of these numbers that fits. */
const affordancesShown = [60, 20, 5];

/** The most JSON text of a thing (UTF-16 code units). */
const maxWhole = 24_000;

/** The most JSON text of the schema of an input; a shorter one could not be understood. */
const maxInputSchema = 1_000;

export const thingTools: Tool[] = [
  tool({
    name: 'find_things',
    title: 'Find things',
    description:
      'Finds devices and services ("things") by words of their titles, by type, capability, place or state, with their ' +
      'current values. Conditions are combined with and. Use read_thing for one of them in full.',
    access: 'svc.things.read',
    effect: 'reads',
    input: z.strictObject({
      search: z.string().optional().describe('Words of the title; typos are forgiven.'),
      type: z.string().optional().describe('An exact type, such as `Light`.'),
      capability: capability.optional(),
      available: z.boolean().optional(),
      below: z
        .string()
        .optional()
        .describe('Id of a unit (building, room) that holds it at any depth.'),
      subject: z.string().optional().describe('The end user to whom it belongs.'),
      client: z.string().optional().describe('Id of the connector client that made it.'),
      q: z.string().optional().describe('RSQL, such as `values.temperature>25`.'),
      limit: limit(50, 20),
      cursor,
    }),
    output: z.object({
      things: z.array(foundThing),
      ...nextPage,
      truncated: z.string().optional(),
    }),
    async run({ callOperation }, { limit, available, ...conditions }) {
      const answer = await callOperation('listThings', {
        query: { ...conditions, limit: asText(limit), available: asText(available) },
        headers: { accept: 'application/ld+json' },
      });
      const found = (answer.body as ThingResource[]).map(toFound);
      const { bounded: things, left } = withRoomFor(found, 'values');
      const truncated = `The values of ${left} things are left out: use conditions, a smaller limit, or read_thing.`;
      return { things, ...nextCursor(answer), ...(left > 0 && { truncated }) };
    },
  }),
  tool({
    name: 'read_thing',
    title: 'Read a thing',
    description:
      'One thing in full: its properties with current values, units and whether they can be written, the actions that ' +
      'it takes with the schemas of their inputs, its events, whether it is available and why not.',
    access: 'svc.things.read',
    effect: 'reads',
    input: z.strictObject({ thing: thingId }),
    output: z.object({
      id: z.string(),
      title: z.string(),
      description: z.string().optional(),
      types: z.array(z.string()).optional(),
      available: z.boolean(),
      availability: z.looseObject({ state: z.string() }),
      client: z.string().optional().describe('The connector client that made it.'),
      subject: z.string().optional(),
      properties: z.record(z.string(), z.looseObject({ writable: z.boolean(), target })),
      actions: z.record(z.string(), z.looseObject({})).optional(),
      events: z.array(z.string()).optional(),
      truncated: z.string().optional(),
    }),
    async run({ callOperation }, { thing }) {
      const { body } = await callOperation('getThing', { params: { id: thing } });
      return toWhole(body as ThingResource);
    },
  }),
];

type Property = ThingResource['properties'][string];

const bareId = ({ id }: ThingResource): string => id.replace('urn:uuid:', '');

const typesOf = (thing: ThingResource) =>
  thing['@type'] && { types: thing['@type'].slice(0, maxTypes).map(shortText) };

function toFound(thing: ThingResource): z.output<typeof foundThing> {
  const known = Object.entries(thing.properties).filter(([, property]) => isShown(property));
  const shown = known
    .slice(0, maxListedValues)
    .map(([name, property]) => [name, toValue(property)] as const);
  return {
    id: bareId(thing),
    title: shortText(thing.title),
    ...typesOf(thing),
    available: thing.available,
    ...(thing.subject && { subject: idOf(thing.subject) }),
    ...(shown.length > 0 && { values: Object.fromEntries(shown) }),
  };
}

/** Returns whether the value of a property is known, and may be read. */
const isShown = ({ value, writeOnly }: Property): boolean => value !== undefined && !writeOnly;

type Shown = z.output<typeof value>;

const toTarget = ({ value, status }: NonNullable<Property['target']>) => ({
  value: shortValue(value),
  status,
});

const toValue = ({ value, unit, target }: Property): Shown => ({
  value: shortValue(value),
  ...(unit !== undefined && { unit }),
  ...(target && { target: toTarget(target) }),
});

function toWhole(thing: ThingResource) {
  const described = affordancesShown.map((max) => () => describe(thing, max));
  const fitting = described.find((describe) => JSON.stringify(describe()).length <= maxWhole);
  return (fitting ?? described.at(-1)!)();
}

function describe(thing: ThingResource, maxAffordances: number) {
  const { title, description, available, availability, created_by, subject } = thing;
  const actions = firstEntries(thing.actions, maxAffordances).map(
    ([name, action]) => [name, toAction(action)] as const,
  );
  const properties = firstEntries(thing.properties, maxAffordances).map(
    ([name, property]) => [name, toProperty(property)] as const,
  );
  const events = Object.keys(thing.events).slice(0, maxAffordances);
  const count = Math.max(...[thing.properties, thing.actions, thing.events].map(sizeOf));
  return {
    id: bareId(thing),
    title: shortText(title),
    ...(description !== undefined && { description: shortText(description) }),
    ...typesOf(thing),
    available,
    availability,
    ...('href' in created_by && { client: idOf(created_by) }),
    ...(subject && { subject: idOf(subject) }),
    properties: Object.fromEntries(properties),
    ...(actions.length > 0 && { actions: Object.fromEntries(actions) }),
    ...(events.length > 0 && { events }),
    ...(count > maxAffordances && {
      truncated: `Only the first ${maxAffordances} of its properties, actions and events are shown.`,
    }),
  };
}

const sizeOf = (affordances: object): number => Object.keys(affordances).length;

const toAction = (action: ThingResource['actions'][string]) => ({
  ...pick(action, ['title', 'description', 'idempotent']),
  ...(action.input && { input: shortValue(action.input, maxInputSchema) }),
});

const propertyTerms = [
  'title',
  'description',
  'type',
  'unit',
  'minimum',
  'maximum',
  'enum',
  'changed',
];

const toProperty = (property: Property) => ({
  ...pick(property, propertyTerms),
  ...(isShown(property) && { value: shortValue(property.value) }),
  ...(property.target && { target: toTarget(property.target) }),
  writable: property.readOnly !== true,
});

/** Returns the terms of an affordance, with long ones truncated. */
const pick = (affordance: Record<string, unknown>, terms: string[]): Record<string, unknown> =>
  Object.fromEntries(
    terms
      .filter((term) => affordance[term] !== undefined)
      .map((term) => [term, shortValue(affordance[term])]),
  );
