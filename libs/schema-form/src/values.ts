import {
  chosenVariant,
  itemCount,
  itemFields,
  type Field,
  type Values,
  type Variant,
} from './fields.js';
import { isObject, nameOf, pathOf, setAt, valueAt, type Json } from './pointer.js';
import { allowsText, choicesOf } from './schema.js';

/** Returns the input with which an empty form begins. A required checkbox begins unchecked. */
export const initialValues = (fields: Field[]): Values =>
  Object.fromEntries(
    fields.flatMap((field): [string, string | boolean][] => {
      const isUnchecked = field.kind === 'boolean' && field.required;
      const input = toInput(field, field.default ?? (isUnchecked ? false : undefined));
      return input === undefined ? [] : [[field.pointer, input]];
    }),
  );

/** Returns the input with which a form shows a stored configuration: the inverse of {@link toConfiguration}. */
export function valuesOf(fields: Field[], configuration: Json): Values {
  const values: Values = {};
  const read = (inner: Field[], root: unknown, below: number) => {
    for (const field of inner) {
      const value = valueAt(root, pathOf(field.pointer).slice(below));
      const input = toInput(field, value);
      if (input === undefined) continue;
      values[field.pointer] = input;
      read(chosenVariant(field, values)?.fields ?? [], root, below);
      if (!Array.isArray(value) || field.kind !== 'list') continue;
      const depth = pathOf(field.pointer).length + 1;
      value.forEach((item, index) => read(itemFields(field, index), item, depth));
    }
  };
  read(fields, configuration, 0);
  return values;
}

/** Returns the configuration that was entered, without the fields that are empty. */
export function toConfiguration(fields: Field[], values: Values, below = ''): Json {
  const configuration: Json = {};
  for (const field of fields) {
    const value = toValue(field, values);
    if (value !== undefined) setAt(configuration, pathOf(field.pointer.slice(below.length)), value);
  }
  return configuration;
}

/** Removes an item of a list, and moves up those that follow. */
export function removeItem(list: Field, index: number, values: Values): Values {
  const count = itemCount(list, values);
  const below = `${list.pointer}/`;
  const moved = Object.entries(values).flatMap(([pointer, value]): [string, string | boolean][] => {
    if (!pointer.startsWith(below)) return [[pointer, value]];
    const [item = '', ...rest] = pointer.slice(below.length).split('/');
    if (Number(item) === index) return [];
    const position = Number(item) > index ? Number(item) - 1 : Number(item);
    return [[below + [position, ...rest].join('/'), value]];
  });
  return { ...Object.fromEntries(moved), [list.pointer]: count > 1 ? String(count - 1) : '' };
}

/** Tells whether an object has the constants of a variant, or one of the values its first member can have. */
export function isVariant(value: Json, { constants, fields: [first] }: Variant): boolean {
  if (Object.entries(constants).some(([name, constant]) => value[name] !== constant)) return false;
  if (Object.keys(constants).length > 0 || !first || first.options.length === 0) return true;
  const given = String(value[nameOf(first.pointer)]);
  return first.options.some((option) => option.value === given);
}

/** Returns a value as it is entered in its field; undefined if the field cannot show it. */
function toInput({ kind, variants }: Field, value: unknown): string | boolean | undefined {
  if (value === undefined || value === null) return undefined;
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
    case 'list':
      return Array.isArray(value) && value.length > 0 ? String(value.length) : undefined;
    case 'variants':
      return isObject(value) ? variants.find((one) => isVariant(value, one))?.label : undefined;
    case 'json':
      return isText(value) ? value : JSON.stringify(value, null, 2);
    default:
      return typeof value === 'object' ? undefined : String(value);
  }
}

function toValue(field: Field, values: Values): unknown {
  const { kind, pointer, schema } = field;
  const input = values[pointer];
  if (kind === 'boolean') return typeof input === 'boolean' ? input : undefined;
  const text = typeof input === 'string' ? input : '';
  if (text.trim() === '') return undefined;
  switch (kind) {
    case 'number':
      return Number(text);
    case 'select':
      return choicesOf(schema).find(({ value }) => String(value) === text)?.value;
    case 'lines':
      return linesOf(text);
    case 'pairs':
      return Object.fromEntries(linesOf(text).map(toPair));
    case 'list':
      return Array.from({ length: itemCount(field, values) }, (_, index) =>
        toConfiguration(itemFields(field, index), values, `${pointer}/${index}`),
      );
    case 'variants': {
      const variant = chosenVariant(field, values);
      return (
        variant && { ...variant.constants, ...toConfiguration(variant.fields, values, pointer) }
      );
    }
    case 'json':
      return parseJson(text) ?? (allowsText(schema) ? text : undefined);
    case 'secret':
      return text;
    default:
      return text.trim();
  }
}

/** Parses JSON; returns undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function toPair(line: string): [string, string] {
  const [name = '', ...rest] = line.split('=');
  return [name.trim(), rest.join('=').trim()];
}
