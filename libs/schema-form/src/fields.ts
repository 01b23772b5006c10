import { pointerTo, type Json } from './pointer.js';
import { choicesOf, kindOf, withoutNull, type FieldKind, type Schema } from './schema.js';

/** One input of a form. */
export interface Field {
  /** JSON Pointer of the member in the configuration, also for members of variants and list items. */
  pointer: string;
  kind: FieldKind;
  label: string;
  hint: string;
  required: boolean;
  /** Whether most people leave it as it is. */
  isAdvanced: boolean;
  placeholder: string;
  default: unknown;
  /** Values to choose from, as texts, with their labels; empty unless the kind is `select`. */
  options: { value: string; label: string }[];
  schema: Schema;
  /** Alternatives to choose from; empty unless the kind is `variants`. */
  variants: Variant[];
}

/** One of several forms that an object can have. */
export interface Variant {
  label: string;
  /** Members with a fixed value, which tell this variant from the others. */
  constants: Json;
  fields: Field[];
}

/** Input of a form by field pointer: text, state of a checkbox, label of a variant, or length of a list. */
export type Values = Record<string, string | boolean>;

/** Returns the fields of a configuration. Optional fields after the credentials are advanced. */
export function fieldsOf(schema: Schema, below = ''): Field[] {
  const fields = membersOf(schema, below);
  const credentials = fields.findIndex(({ kind }) => kind === 'secret');
  if (credentials < 0) return fields;
  return fields.map((field, index) => {
    const isLate = index > credentials && !field.required && field.kind !== 'variants';
    return isLate ? { ...field, isAdvanced: true } : field;
  });
}

/** Returns the fields of one item of a list. */
export const itemFields = ({ schema, pointer }: Field, index: number): Field[] =>
  fieldsOf(schema.items ?? {}, `${pointer}/${index}`);

/** Returns the variant that is chosen in a field. */
export const chosenVariant = ({ variants, pointer }: Field, values: Values): Variant | undefined =>
  variants.find(({ label }) => label === values[pointer]);

/** Returns the number of items that a list has. */
export const itemCount = ({ kind, pointer }: Field, values: Values): number =>
  kind === 'list' ? Number(values[pointer] ?? 0) : 0;

/** Returns the fields inside a field: those of the chosen variant, or of the items of a list. */
export const innerFields = (field: Field, values: Values): Field[] => [
  ...(chosenVariant(field, values)?.fields ?? []),
  ...Array.from({ length: itemCount(field, values) }, (_, index) =>
    itemFields(field, index),
  ).flat(),
];

/** Returns all fields that a form shows, outer before inner ones. */
export const shownFields = (fields: Field[], values: Values): Field[] =>
  fields.flatMap((field) => [field, ...shownFields(innerFields(field, values), values)]);

/**
 * Flattens nested objects: their members become fields of the form. None of an object that may be left out is required;
 * whether one of several is missing then, only the schema says.
 */
function membersOf(
  { properties = {}, required = [], title }: Schema,
  below: string,
  { mayBeLeftOut = false, isNested = false } = {},
): Field[] {
  return Object.entries(properties)
    .filter(([, schema]) => schema.const === undefined)
    .flatMap(([name, given]) => {
      const schema = withoutNull(given);
      const pointer = pointerTo(below, name);
      const isRequired = !mayBeLeftOut && required.includes(name);
      if (schema.type === 'object' && schema.properties) {
        return membersOf(schema, pointer, { mayBeLeftOut: !isRequired, isNested: true });
      }
      const field = toField(schema, { name, pointer, required: isRequired });
      if (!isNested || schema.title || !title) return field;
      return { ...field, label: `${title}: ${name}` };
    });
}

function toField(
  schema: Schema,
  { name, pointer, required }: { name: string; pointer: string; required: boolean },
): Field {
  const kind = kindOf(schema);
  const [example] = schema.examples ?? [];
  const isBulky = ['multiline', 'lines', 'number'].includes(kind);
  return {
    pointer,
    kind,
    required,
    schema,
    label: schema.title ?? name,
    hint: schema.description ?? '',
    isAdvanced: !required && (schema.default !== undefined || isBulky),
    placeholder: example === undefined ? '' : String(example),
    default: schema.default,
    options:
      kind === 'select'
        ? choicesOf(schema).map(({ value, label }) => ({ value: String(value), label }))
        : [],
    variants: kind === 'variants' ? schema.oneOf!.map((one) => toVariant(one, pointer)) : [],
  };
}

function toVariant(schema: Schema, pointer: string): Variant {
  const members = Object.entries(schema.properties ?? {});
  const constants = members
    .filter(([, member]) => member.const !== undefined)
    .map(([name, member]) => [name, member.const]);
  const [, first = {}] = members.find(([, { const: only, enum: some }]) => only ?? some) ?? [];
  const label = String(first.const ?? first.enum?.join(' / ') ?? schema.title ?? '');
  return {
    label,
    constants: Object.fromEntries(constants) as Json,
    fields: fieldsOf(schema, pointer),
  };
}
