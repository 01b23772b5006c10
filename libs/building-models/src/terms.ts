/** Namespaces by prefix, as used in properties of units and in exports. */
export const prefixes: Readonly<Record<string, string>> = {
  brick: 'https://brickschema.org/schema/Brick#',
  rec: 'https://w3id.org/rec#',
  ref: 'https://brickschema.org/schema/Brick/ref#',
  tag: 'https://brickschema.org/schema/BrickTag#',
  bacnet: 'http://data.ashrae.org/bacnet/2020#',
  s223: 'http://data.ashrae.org/standard223#',
  bot: 'https://w3id.org/bot#',
  qudt: 'http://qudt.org/schema/qudt/',
  qudtqk: 'http://qudt.org/vocab/quantitykind/',
  unit: 'http://qudt.org/vocab/unit/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  dcterms: 'http://purl.org/dc/terms/',
  schema: 'http://schema.org/',
  sosa: 'http://www.w3.org/ns/sosa/',
  geo: 'http://www.opengis.net/ont/geosparql#',
};

export const rdfType = `${prefixes.rdf}type`;
export const rdfFirst = `${prefixes.rdf}first`;
export const rdfRest = `${prefixes.rdf}rest`;
export const rdfNil = `${prefixes.rdf}nil`;
export const rdfJson = `${prefixes.rdf}JSON`;
export const label = `${prefixes.rdfs}label`;
export const subClassOf = `${prefixes.rdfs}subClassOf`;
export const ontology = `${prefixes.owl}Ontology`;
export const xsdString = `${prefixes.xsd}string`;
export const xsdInteger = `${prefixes.xsd}integer`;
export const xsdBoolean = `${prefixes.xsd}boolean`;

/** IRIs of Trellis for concepts that building vocabularies lack. */
export const own = {
  type: 'urn:trellis:type',
  thing: 'urn:trellis:thing',
  property: 'urn:trellis:property:',
  /** Prefix for nodes without an IRI. */
  blank: 'urn:trellis:blank:',
  /** Prefix for the unit of a model, which holds everything that belongs to no other unit. */
  model: 'urn:trellis:model:',
};

/** Returns the IRI of a unit or thing that did not come from a model. */
export const uuidIri = (id: string): string => `urn:uuid:${id}`;

const localName = /^[A-Za-z0-9_][\w.-]*$/;

/** Abbreviates an IRI with the prefix of its namespace, if it has one. */
export function toCurie(iri: string): string {
  const end = Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1;
  const prefix = prefixOf.get(iri.slice(0, end));
  const name = iri.slice(end);
  return prefix !== undefined && localName.test(name) ? `${prefix}:${name}` : iri;
}

const prefixOf = new Map(
  Object.entries(prefixes).map(([prefix, namespace]) => [namespace, prefix]),
);

/** Expands a name; returns undefined unless it is an IRI or has a known prefix. */
export function fromCurie(name: string): string | undefined {
  const colon = name.indexOf(':');
  const namespace = Object.hasOwn(prefixes, name.slice(0, colon))
    ? prefixes[name.slice(0, colon)]
    : undefined;
  if (colon > 0 && namespace !== undefined) return namespace + name.slice(colon + 1);
  return isIri(name) ? name : undefined;
}

const maxIriLength = 2048;

// eslint-disable-next-line no-control-regex -- it matches control characters
const iriForm = /^([a-z][a-z0-9+.-]*):[^\u0000-\u0020<>"{}|\\^`\u007f-\u009f]+$/i;

/** Tells whether a text is an absolute IRI (RFC 3987); a known prefix as its scheme was forgotten to be declared. */
export function isIri(text: string): boolean {
  const scheme = text.length <= maxIriLength ? iriForm.exec(text)?.[1] : undefined;
  return scheme !== undefined && !Object.hasOwn(prefixes, scheme) && text.isWellFormed();
}

export function localNameOf(iri: string): string {
  const name = /[^#/:]*$/.exec(iri.replace(/[#/:]+$/, ''))![0];
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
