import {
  actionAffordance,
  eventAffordance,
  multiLine,
  oneLine,
  propertyAffordance,
  type ActionAffordance,
  type EventAffordance,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import type { z } from 'zod';
import { isPlainJson } from './plain.js';

const descriptiveTerms = ['@type', 'title', 'titles', 'description', 'descriptions'];

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

/** Parses the affordance of an action, without its forms; undefined when it is invalid. */
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
  const { title, label, name, unit, description } = terms as Record<string, unknown>;
  const texts = {
    title: oneLine(title ?? label ?? name),
    unit: oneLine(unit),
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
