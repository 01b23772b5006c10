import type { Configuration } from './api.js';

/** JSON Schema, as far as the configurations of connectors use it. */
export interface Schema {
  type?: string;
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  oneOf?: Schema[];
  enum?: (string | number | boolean)[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  contentMediaType?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: Schema;
}

type Kind =
  'text' | 'url' | 'password' | 'number' | 'boolean' | 'select' | 'long' | 'lines' | 'pairs';

/** A member of a configuration that the end user enters. */
export interface Field {
  /** Its JSON Pointer in the configuration, also where the schema has it in one of several variants. */
  pointer: string;
  kind: Kind | 'variants';
  title: string;
  description: string;
  required: boolean;
  /** Whether it is shown only to those who look for it. */
  isAdvanced: boolean;
  example: string;
  default: unknown;
  options: string[];
  schema: Schema;
  /** The forms that an object can have; one can be chosen. */
  variants: { label: string; constants: Configuration; fields: Field[] }[];
}

/** What has been entered, by the pointer of the field; of variants the label of the one that was chosen. */
export type Values = Record<string, string | boolean>;

/** The fields of a configuration. What is optional and follows the credentials is seldom needed. */
export function fieldsOf(schema: Schema, below = ''): Field[] {
  const fields = allFieldsOf(schema, below);
  const credentials = fields.findIndex(({ kind }) => kind === 'password');
  if (credentials < 0) return fields;
  return fields.map((field, index) =>
    index > credentials && !field.required && field.kind !== 'variants'
      ? { ...field, isAdvanced: true }
      : field,
  );
}

function allFieldsOf({ properties = {}, required = [] }: Schema, below: string): Field[] {
  return Object.entries(properties)
    .filter(([, schema]) => schema.const === undefined)
    .flatMap(([name, schema]) => {
      const pointer = pointerTo(below, name);
      // What is declared one by one is entered one by one.
      if (schema.type === 'object' && schema.properties) return allFieldsOf(schema, pointer);
      return toField(schema, pointer, required.includes(name));
    });
}

function toField(schema: Schema, pointer: string, required: boolean): Field {
  const kind = kindOf(schema);
  return {
    ...{ pointer, kind, required, schema, default: schema.default },
    title: schema.title ?? pointer.slice(pointer.lastIndexOf('/') + 1),
    description: schema.description ?? '',
    isAdvanced:
      !required && (schema.default !== undefined || ['long', 'lines', 'number'].includes(kind)),
    example: schema.examples?.[0] === undefined ? '' : String(schema.examples[0]),
    options: (schema.enum ?? []).map(String),
    variants: (schema.oneOf ?? []).map((variant) => toVariant(variant, pointer)),
  };
}

function toVariant(variant: Schema, pointer: string): Field['variants'][number] {
  const entries = Object.entries(variant.properties ?? {});
  const constants = Object.fromEntries(
    entries
      .filter(([, { const: value }]) => value !== undefined)
      .map(([name, s]) => [name, s.const]),
  );
  const [first] = entries[0] ? [entries[0][1]] : [{} as Schema];
  const label = String(first.const ?? first.enum?.join(' / ') ?? variant.title ?? '');
  return { label, constants, fields: fieldsOf(variant, pointer) };
}

function kindOf({
  type,
  format,
  oneOf,
  contentMediaType,
  enum: options,
  items,
}: Schema): Field['kind'] {
  if (oneOf) return 'variants';
  if (options) return 'select';
  if (format === 'password') return 'password';
  if (contentMediaType) return 'long';
  if (type === 'boolean') return 'boolean';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array' && items) return 'lines';
  if (type === 'object') return 'pairs';
  return format === 'uri' ? 'url' : 'text';
}

/** The values with which a form begins. What is either on or off and has to be said is off. */
export const initialValues = (fields: Field[]): Values =>
  Object.fromEntries(
    fields
      .map(({ pointer, kind, required, default: value }) => [
        pointer,
        value === undefined && kind === 'boolean' && required ? false : value,
      ])
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([pointer, value]) => [pointer, typeof value === 'boolean' ? value : String(value)]),
  ) as Values;

/** The configuration that has been entered; what was left empty is left out. */
export function toConfiguration(fields: Field[], values: Values, below = ''): Configuration {
  const configuration: Configuration = {};
  for (const field of fields) {
    const value = toValue(field, values);
    if (value === undefined) continue;
    const path = pathOf(field.pointer.slice(below.length));
    let inner = configuration;
    for (const name of path.slice(0, -1)) inner = (inner[name] ??= {}) as Configuration;
    inner[path.at(-1)!] = value;
  }
  return configuration;
}

/** The pointer of a member below another one. */
export const pointerTo = (below: string, name: string): string =>
  `${below}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The names of the members on the way along a pointer. */
export const pathOf = (pointer: string): string[] => pointer.slice(1).split('/').map(nameOf);

/** The name of the member that a pointer leads to. */
export const nameOf = (pointer: string): string =>
  pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

function toValue(field: Field, values: Values): unknown {
  const entered = values[field.pointer];
  if (field.kind === 'boolean') return typeof entered === 'boolean' ? entered : undefined;
  const text = typeof entered === 'string' ? entered : '';
  if (text.trim() === '') return undefined;
  switch (field.kind) {
    case 'number':
      return Number(text);
    case 'select':
      return field.schema.enum?.find((option) => String(option) === text);
    case 'lines':
      return linesOf(text);
    case 'pairs':
      return Object.fromEntries(linesOf(text).map(toPair));
    case 'variants': {
      const variant = field.variants.find(({ label }) => label === text);
      return (
        variant && {
          ...variant.constants,
          ...toConfiguration(variant.fields, values, field.pointer),
        }
      );
    }
    case 'password':
      return text;
    default:
      return text.trim();
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function toPair(line: string): [string, string] {
  const [name = '', ...rest] = line.split('=');
  return [name.trim(), rest.join('=').trim()];
}

/** Why what was entered cannot be sent, by the pointer of the field. */
export type Complaint = 'required' | 'number';

/** `stored` are the pointers of the secrets that stay as they are where nothing is entered. */
export function complaintsAbout(
  fields: Field[],
  values: Values,
  stored: readonly string[] = [],
): Record<string, Complaint> {
  const found: Record<string, Complaint> = {};
  for (const field of fields) {
    const { pointer, kind, required, schema } = field;
    const text = String(values[pointer] ?? '').trim();
    if (text === '') {
      const isStored = stored.some((secret) => `${secret}/`.startsWith(`${pointer}/`));
      if (required && kind !== 'boolean' && !isStored) found[pointer] = 'required';
    } else if (kind === 'number' && !isAllowed(Number(text), schema)) found[pointer] = 'number';
    const variant = field.variants.find(({ label }) => label === text);
    if (variant) Object.assign(found, complaintsAbout(variant.fields, values, stored));
  }
  return found;
}

const isAllowed = (value: number, { type, minimum = -Infinity, maximum = Infinity }: Schema) =>
  value >= minimum && value <= maximum && (type !== 'integer' || Number.isInteger(value));
