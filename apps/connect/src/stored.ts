import type { Configuration } from './api.js';
import { nameOf, pathOf, toConfiguration, type Field, type Values } from './form-fields.js';

/** What a form holds when it is sent, or with which it begins. It leaves this page only to be stored. */
export interface Entered {
  values: Values;
  configuration: Configuration;
  /** The pointers of the secrets that are stored, which stay as they are where nothing is entered. */
  stored: readonly string[];
}

/** With what the form begins in which a configuration is changed that is stored; of its secrets nothing is known. */
export function enteredOf(
  fields: Field[],
  { configuration, secrets }: { configuration: Configuration; secrets: readonly string[] },
): Entered {
  const values = valuesOf(fields, configuration);
  return { values, configuration: toConfiguration(fields, values), stored: secrets };
}

/** The values with which a form shows a configuration: what {@link toConfiguration} makes it of. */
function valuesOf(fields: Field[], configuration: Configuration): Values {
  const values: Values = {};
  for (const field of fields) {
    const value = valueAt(configuration, field.pointer);
    const shown = toText(field, value);
    if (shown === undefined) continue;
    values[field.pointer] = shown;
    const variant = field.variants.find(({ label }) => label === shown);
    if (variant) Object.assign(values, valuesOf(variant.fields, configuration));
  }
  return values;
}

const valueAt = (configuration: Configuration, pointer: string): unknown =>
  pathOf(pointer).reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    configuration,
  );

function toText({ kind, variants }: Field, value: unknown): string | boolean | undefined {
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'lines':
      return Array.isArray(value) && value.every(isText) ? value.join('\n') : undefined;
    case 'pairs':
      if (!isObject(value) || !Object.values(value).every(isText)) return undefined;
      return Object.entries(value)
        .map((pair) => pair.join('='))
        .join('\n');
    case 'variants':
      if (!isObject(value)) return undefined;
      return variants.find(({ constants, fields }) => isOf(value, constants, fields))?.label;
    default:
      return isText(value) || typeof value === 'number' ? String(value) : undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether a value is of a variant: it has its constants, and one of the values that its first member can have. */
export function isOf(value: Configuration, constants: Configuration, [first]: Field[]): boolean {
  if (Object.entries(constants).some(([name, constant]) => value[name] !== constant)) return false;
  if (Object.keys(constants).length > 0 || !first || first.options.length === 0) return true;
  return first.options.includes(String(value[nameOf(first.pointer)]));
}

export const isObject = (value: unknown): value is Configuration =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
