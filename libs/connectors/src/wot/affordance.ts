import {
  actionAffordance,
  oneLine,
  propertyAffordance,
  type ActionAffordance,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import type { z } from 'zod';
import { isPlainJson, textOf } from './plain.js';

const descriptiveTerms = ['@type', 'title', 'titles', 'description', 'descriptions'];

/** The terms of a data schema of the Thing Description 1.1 (section 5.3.2), without those of forms. */
const schemaTerms = [
  ...descriptiveTerms,
  ...['type', 'const', 'default', 'unit', 'oneOf', 'enum', 'readOnly', 'writeOnly', 'format'],
  ...['items', 'minItems', 'maxItems', 'properties', 'required', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'pattern'],
  ...['contentEncoding', 'contentMediaType'],
];

const actionTerms = [
  ...descriptiveTerms,
  ...['input', 'output', 'safe', 'idempotent', 'synchronous'],
];

/** Terms without which the rest still says what it said: where they are odd, they alone are left out. */
const dispensable = new Set([
  ...descriptiveTerms,
  ...['unit', 'enum', 'format', 'default', 'output', 'safe', 'idempotent', 'synchronous'],
]);

/** The largest affordance that is taken (characters of JSON). */
const largest = 32_768;

/** A property as its description says, without how to reach it; undefined when it makes no sense. */
export const describedProperty = (terms: object): PropertyAffordance | undefined =>
  tolerantly(propertyAffordance, chosen(terms, schemaTerms));

/** An action as its description says. */
export const describedAction = (terms: object): ActionAffordance | undefined =>
  tolerantly(actionAffordance, chosen(terms, actionTerms));

function chosen(terms: object, wanted: string[]): Record<string, unknown> {
  // `label` and `name` are what older WebThings have for a title.
  const { title, label, name, unit, description } = terms as Record<string, unknown>;
  const texts = {
    title: oneLine(title ?? label ?? name),
    unit: oneLine(unit),
    description: textOf(description, 4096),
  };
  const entries = Object.entries({ ...terms, ...texts }).filter(
    ([term, value]) =>
      wanted.includes(term) &&
      value !== undefined &&
      (value !== null || term === 'const' || term === 'default'),
  );
  return Object.fromEntries(entries);
}

function tolerantly<Schema extends z.ZodType>(
  schema: Schema,
  given: Record<string, unknown>,
): z.output<Schema> | undefined {
  if (!isPlainJson(given) || JSON.stringify(given).length > largest) return undefined;
  const first = schema.safeParse(given);
  if (first.success) return first.data;
  const odd = first.error.issues.map(({ path }) => String(path[0]));
  if (!odd.every((term) => dispensable.has(term))) return undefined;
  const rest = Object.entries(given).filter(([term]) => !odd.includes(term));
  return schema.safeParse(Object.fromEntries(rest)).data;
}
