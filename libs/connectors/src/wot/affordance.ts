import {
  actionAffordance,
  eventAffordance,
  isObject,
  multiLine,
  oneLine,
  propertyAffordance,
  type ActionAffordance,
  type EventAffordance,
  type PropertyAffordance,
  isPlainText,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { isPlainJson } from './content.js';
import type { Surroundings } from './form.js';
import { symbolOf } from './unit.js';
import { defaultOf } from './uri-variables.js';

const descriptiveTerms = ['@type', 'title', 'titles', 'description', 'descriptions', 'role'];

/** The terms of a data schema in a Thing Description 1.1 (section 5.3.2). */
const schemaTerms = [
  ...descriptiveTerms,
  'type',
  'const',
  'default',
  'unit',
  'oneOf',
  'enum',
  'readOnly',
  'writeOnly',
  'format',
  'items',
  'minItems',
  'maxItems',
  'properties',
  'required',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'contentEncoding',
  'contentMediaType',
];

const eventTerms = [...descriptiveTerms, 'data'];
const actionTerms = [...descriptiveTerms, 'input', 'output', 'safe', 'idempotent', 'synchronous'];

/** Terms that are dropped when they are invalid, because the others keep their meaning. */
const optionalTerms = new Set([
  ...descriptiveTerms,
  'unit',
  'enum',
  'format',
  'default',
  'output',
  'safe',
  'idempotent',
  'synchronous',
]);

/** The largest accepted affordance (characters of JSON). */
const maxLength = 32_768;

/** Parses the affordance of a property, without its forms; undefined when it is invalid. */
export const describedProperty = (terms: object): PropertyAffordance | undefined =>
  parseLeniently(propertyAffordance, select(terms, schemaTerms));

export const describedAction = (terms: object): ActionAffordance | undefined =>
  parseLeniently(actionAffordance, select(terms, actionTerms));

/** Parses the affordance of an event, if valid. WebThings have the terms of its data in the event itself. */
export function describedEvent(terms: Record<string, unknown>): EventAffordance | undefined {
  const own = select(terms, ['type', 'unit', 'enum', 'minimum', 'maximum']);
  const data = terms.data ?? (own.type === undefined ? undefined : own);
  return parseLeniently(eventAffordance, select({ ...terms, data }, eventTerms));
}

function select(terms: object, wanted: string[]): Record<string, unknown> {
  // Older WebThings have `label` or `name` instead of `title`.
  const { title, label, name, unit, data, description } = terms as Record<string, unknown>;
  const texts = {
    title: oneLine(title ?? label ?? name),
    unit: unitOf(unit),
    data: withSymbol(data),
    description: multiLine(description),
  };
  const entries = Object.entries({ ...terms, ...texts }).filter(
    ([term, value]) =>
      wanted.includes(term) &&
      value !== undefined &&
      (value !== null || term === 'const' || term === 'default'),
  );
  return Object.fromEntries(entries);
}

function unitOf(given: unknown): string | undefined {
  const unit = oneLine(given);
  return unit === undefined ? undefined : symbolOf(unit);
}

const withSymbol = (schema: unknown): unknown =>
  isObject(schema) && schema.unit !== undefined ? { ...schema, unit: unitOf(schema.unit) } : schema;

function parseLeniently<Schema extends z.ZodType>(
  schema: Schema,
  given: Record<string, unknown>,
): z.output<Schema> | undefined {
  if (!isPlainJson(given) || JSON.stringify(given).length > maxLength) return undefined;
  const first = schema.safeParse(given);
  if (first.success) return first.data;
  const invalid = first.error.issues.map(({ path }) => String(path[0]));
  if (!invalid.every((term) => optionalTerms.has(term))) return undefined;
  const rest = Object.entries(given).filter(([term]) => !invalid.includes(term));
  return schema.safeParse(Object.fromEntries(rest)).data;
}

export interface BothSurroundings {
  around: Surroundings;
  asWebThing: Surroundings;
}

const maxAffordances = 500;

/** An object in a description; anything else counts as empty. */
export const members = z.record(z.string(), z.unknown()).catch({});

/** Adds the defaults of `uriVariables`; those of an affordance override those of the thing. */
export function withVariables(around: Surroundings, own: unknown): Surroundings {
  const schemas = { ...around.variables, ...members.parse(own) };
  const variables = Object.entries(schemas).map(([name, given]) => [name, defaultOf(given)]);
  return { ...around, variables: Object.fromEntries(variables) as Record<string, unknown> };
}

/** Yields the properties, actions or events of a description: objects whose names a thing can have. */
export function* affordancesOf(given: Record<string, unknown>) {
  for (const [name, terms] of Object.entries(given).slice(0, maxAffordances)) {
    if (isObject(terms) && isPlainText(name)) yield { name, terms };
  }
}
