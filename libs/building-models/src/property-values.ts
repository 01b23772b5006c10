import type { Description, Node, Value } from './nodes.js';
import { fromCurie, prefixes, toCurie, xsdBoolean, xsdInteger, xsdString } from './terms.js';
import { createHash } from 'node:crypto';

/** Converts the values of a predicate to a property value: plain JSON where that is lossless, JSON-LD otherwise. */
export function toPropertyValue(values: readonly Value[]): unknown {
  const json = values.map((value) => withContext(valueToJson(value)));
  return json.length === 1 ? json[0] : json;
}

export const nodeToPropertyValue = (node: Node): unknown => withContext(nodeToJson(node));

/** Converts a node to JSON-LD for a context with all prefixes. */
export const nodeToJson = ({ iri, ...description }: Node): Record<string, unknown> => ({
  '@id': toCurie(iri),
  ...descriptionToJson(description),
});

/** Reverses {@link toPropertyValue}; returns undefined for any other JSON. */
export function fromPropertyValue(json: unknown): Value[] | undefined {
  try {
    return [json].flat().map((value) => jsonToValue(value));
  } catch {
    return undefined;
  }
}

/** Reverses {@link nodeToPropertyValue}; returns undefined for any other JSON. */
export function nodeFromPropertyValue(json: unknown): Node | undefined {
  try {
    const { '@id': id, ...members } = asObject(json);
    return { iri: iriOf(id), ...jsonToDescription(members) };
  } catch {
    return undefined;
  }
}

const integerForm = /^(?:0|-?[1-9]\d{0,15})$/;

function valueToJson(value: Value): unknown {
  if ('iri' in value) return { '@id': toCurie(value.iri) };
  if ('items' in value) return { '@list': value.items.map((item) => valueToJson(item)) };
  if ('node' in value) return descriptionToJson(value.node);
  const { text, datatype, language } = value;
  if (language !== undefined) return { '@value': text, '@language': language };
  if (datatype === xsdString) return text;
  if (datatype === xsdBoolean && /^(?:true|false)$/.test(text)) return text === 'true';
  if (datatype === xsdInteger && integerForm.test(text)) {
    const number = Number(text);
    if (Number.isSafeInteger(number)) return number;
  }
  return { '@value': text, '@type': toCurie(datatype) };
}

function descriptionToJson({ types, values }: Description): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  if (types.length > 0) json['@type'] = types.map(toCurie);
  for (const [predicate, listed] of values) {
    json[toCurie(predicate)] = listed.map((value) => valueToJson(value));
  }
  // An empty object would not be recognized as JSON-LD, and be stored unchecked.
  return types.length + values.size === 0 ? { '@type': [] } : json;
}

function withContext(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  const used = new Set<string>();
  const note = (name: string) => {
    const prefix = name.slice(0, name.indexOf(':'));
    if (Object.hasOwn(prefixes, prefix)) used.add(prefix);
  };
  const open: unknown[] = [json];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [member, value] of Object.entries(next)) {
      if (member === '@id' || member === '@type') [value as string[]].flat().forEach(note);
      else if (member !== '@value') {
        if (!member.startsWith('@')) note(member);
        open.push(value);
      }
    }
  }
  if (used.size === 0) return json;
  const context = Object.fromEntries([...used].map((prefix) => [prefix, prefixes[prefix]]));
  return { '@context': context, ...json };
}

function jsonToValue(json: unknown): Value {
  if (typeof json === 'string') return { text: json, datatype: xsdString };
  if (typeof json === 'boolean') return { text: String(json), datatype: xsdBoolean };
  if (typeof json === 'number' && Number.isSafeInteger(json)) {
    return { text: String(json), datatype: xsdInteger };
  }
  const object = asObject(json);
  const {
    '@id': id,
    '@list': items,
    '@value': text,
    '@type': type,
    '@language': language,
  } = object;
  const members = Object.keys(object).length;
  if (items !== undefined && members === 1) {
    return { items: (items as unknown[]).map((item) => jsonToValue(item)) };
  }
  if (typeof text === 'string' && members === 2) {
    return typeof language === 'string'
      ? { text, datatype: `${prefixes.rdf}langString`, language }
      : { text, datatype: iriOf(type) };
  }
  if (id !== undefined) {
    if (members > 1) throw new Error('A value is no node of its own.');
    return { iri: iriOf(id) };
  }
  return { node: jsonToDescription(object) };
}

/** Removes the context of an object. Throws unless the context has only known prefixes. */
function asObject(json: unknown): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Error('No node.');
  const { '@context': context = {}, ...members } = json as Record<string, unknown>;
  const isKnown = Object.entries(context as object).every(
    ([prefix, namespace]) => Object.hasOwn(prefixes, prefix) && prefixes[prefix] === namespace,
  );
  if (typeof context !== 'object' || Array.isArray(context) || !isKnown) {
    throw new Error('Another context.');
  }
  return members;
}

function jsonToDescription(members: Record<string, unknown>): Description {
  const { '@type': types = [], ...others } = members;
  const values = Object.entries(others).map(([name, listed]): [string, Value[]] => [
    iriOf(name),
    [listed].flat().map((value) => jsonToValue(value)),
  ]);
  return { types: [types].flat().map(iriOf), values: new Map(values) };
}

function iriOf(name: unknown): string {
  const iri = typeof name === 'string' ? fromCurie(name) : undefined;
  if (iri === undefined) throw new Error('No IRI.');
  return iri;
}

/** Name of the property with the IRI and the classes of a unit's node. */
export const modelProperty = 'model';

/** Maximum length of a property name, and of an id in an import (characters). */
export const maxNameLength = 256;

/** Returns a name for a node: its IRI, or a digest if the IRI is too long. */
export const idOfIri = (iri: string): string =>
  [...iri].length <= maxNameLength
    ? iri
    : `urn:sha256:${createHash('sha256').update(iri).digest('hex')}`;

const uuidForm = /^urn:uuid:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Returns the id of a node's unit in imports. A unit that did not come from a model has its own id. */
export const unitIdOf = (iri: string): string =>
  uuidForm.exec(iri)?.[1]?.toLowerCase() ?? idOfIri(iri);
