/** JSON Schema (draft 2020-12) as far as forms use it. */
export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  enum?: unknown[];
  /** Texts that stand for values of `enum`; no part of JSON Schema. */
  labels?: Record<string, string>;
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  contentMediaType?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
}

export type FieldKind =
  | 'text'
  | 'url'
  | 'secret'
  | 'multiline'
  | 'number'
  | 'boolean'
  | 'select'
  /** A list of texts, one per line. */
  | 'lines'
  /** Texts by name, one `name=value` per line. */
  | 'pairs'
  /** A list of objects, each with fields of its own. */
  | 'list'
  /** An object that has one of several forms. */
  | 'variants'
  /** Anything that no other kind can show, as JSON text. */
  | 'json';

/** A value to choose, and the text that stands for it. */
export interface Choice {
  value: unknown;
  label: string;
}

/** Returns the choices of a schema: the values of `enum`, or alternatives that are constants with titles. */
export function choicesOf({ enum: values, labels = {}, oneOf, anyOf }: Schema): Choice[] {
  const alternatives = oneOf ?? anyOf ?? [];
  if (alternatives.length > 0 && alternatives.every((one) => one.const !== undefined)) {
    return alternatives.map(({ const: value, title }) => ({
      value,
      label: title ?? String(value),
    }));
  }
  return (values ?? []).map((value) => ({
    value,
    label: Object.hasOwn(labels, String(value)) ? labels[String(value)]! : String(value),
  }));
}

/** Returns the kind of field that a value of a schema is entered in. */
export function kindOf(schema: Schema): FieldKind {
  const { type, format, oneOf, items, contentMediaType } = schema;
  if (oneOf?.every(({ properties }) => properties)) return 'variants';
  if (choicesOf(schema).length > 0) return 'select';
  if (oneOf || schema.anyOf) return 'json';
  if (format === 'password') return 'secret';
  if (contentMediaType) return 'multiline';
  if (type === 'boolean') return 'boolean';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array') {
    if (items?.type === 'string') return 'lines';
    return items && isFlatObject(items) ? 'list' : 'json';
  }
  if (type === 'object') return isMapOfTexts(schema) ? 'pairs' : 'json';
  if (type === 'string') return format === 'uri' ? 'url' : 'text';
  return 'json';
}

/** Removes the alternative `null` from a schema: an empty field stands for it. */
export function withoutNull(schema: Schema): Schema {
  const alternatives = schema.anyOf ?? schema.oneOf;
  const others = alternatives?.filter(({ type }) => type !== 'null') ?? [];
  if (alternatives && others.length === 1) {
    const { anyOf: _anyOf, oneOf: _oneOf, ...common } = schema;
    return { ...others[0], ...common };
  }
  if (!Array.isArray(schema.type)) return schema;
  const types = schema.type.filter((type) => type !== 'null');
  const { type: _types, ...untyped } = schema;
  return types.length === 1 ? { ...schema, type: types[0]! } : untyped;
}

/** Tells whether a schema allows a plain text that is not JSON. */
export const allowsText = ({ type, anyOf, oneOf }: Schema): boolean => {
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return alternatives.some(allowsText);
  return type === undefined || type === 'string';
};

/** Tells whether a schema has members to fill in. */
export const hasMembers = ({ properties = {} }: Schema): boolean =>
  Object.keys(properties).length > 0;

const isFlatObject = ({ properties = {} }: Schema): boolean => {
  const kinds = Object.values(properties).map((member) =>
    member.properties ? 'json' : kindOf(withoutNull(member)),
  );
  return kinds.length > 0 && !kinds.some((kind) => ['json', 'list', 'variants'].includes(kind));
};

const isMapOfTexts = ({ additionalProperties: values }: Schema): boolean =>
  typeof values !== 'object' || (['text', 'json'].includes(kindOf(values)) && allowsText(values));
