/** A context reduced to what checking a value needs; see README.md for the sources. */
interface ContextDocument {
  '@context': Record<string, unknown>;
}

const aliases = { id: '@id', type: '@type' };

const schemaOrg: ContextDocument = {
  '@context': {
    ...aliases,
    '@vocab': 'http://schema.org/',
    schema: 'http://schema.org/',
    xsd: 'http://www.w3.org/2001/XMLSchema#',
    rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
    rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
    HTML: { '@id': 'rdf:HTML' },
    url: { '@id': 'schema:url', '@type': '@id' },
    sameAs: { '@id': 'schema:sameAs', '@type': '@id' },
    image: { '@id': 'schema:image', '@type': '@id' },
    additionalType: { '@id': 'schema:additionalType', '@type': '@id' },
    dateCreated: { '@id': 'schema:dateCreated', '@type': 'schema:Date' },
    dateModified: { '@id': 'schema:dateModified', '@type': 'schema:Date' },
  },
};

/** A map from names of affordances or schemes to their descriptions. */
const named = (id: string, key: string) => ({
  '@id': id,
  '@type': '@id',
  '@container': '@index',
  '@index': key,
});

const thingDescription: ContextDocument = {
  '@context': {
    '@version': 1.1,
    id: '@id',
    '@vocab': 'https://www.w3.org/2019/wot/td#',
    td: 'https://www.w3.org/2019/wot/td#',
    jsonschema: 'https://www.w3.org/2019/wot/json-schema#',
    wotsec: 'https://www.w3.org/2019/wot/security#',
    hctl: 'https://www.w3.org/2019/wot/hypermedia#',
    htv: 'http://www.w3.org/2011/http#',
    tm: 'https://www.w3.org/2019/wot/tm#',
    schema: 'http://schema.org/',
    rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
    rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
    xsd: 'http://www.w3.org/2001/XMLSchema#',
    dct: 'http://purl.org/dc/terms/',
    title: { '@id': 'td:title' },
    titles: { '@id': 'td:title', '@container': '@language' },
    description: { '@id': 'td:description' },
    descriptions: { '@id': 'td:description', '@container': '@language' },
    properties: named('td:hasPropertyAffordance', 'td:name'),
    actions: named('td:hasActionAffordance', 'td:name'),
    events: named('td:hasEventAffordance', 'td:name'),
    securityDefinitions: named('td:definesSecurityScheme', 'wotsec:hasInstanceConfiguration'),
    // Maps as well: a variable may be named `id`, which is not a keyword there.
    uriVariables: { '@id': 'td:hasUriTemplateSchema', '@container': '@index' },
    schemaDefinitions: { '@id': 'td:schemaDefinitions', '@container': '@index' },
    // Any JSON; it is not interpreted.
    const: { '@id': 'jsonschema:const', '@type': '@json' },
    default: { '@id': 'jsonschema:default', '@type': '@json' },
    enum: { '@id': 'jsonschema:enum', '@type': '@json' },
    forms: { '@id': 'td:hasForm', '@type': '@id' },
    links: { '@id': 'td:hasLink', '@type': '@id' },
    base: { '@id': 'td:baseURI', '@type': 'xsd:anyURI' },
    href: { '@id': 'hctl:hasTarget', '@type': 'xsd:anyURI' },
    created: { '@id': 'dct:created', '@type': 'xsd:dateTime' },
    modified: { '@id': 'dct:modified', '@type': 'xsd:dateTime' },
  },
};

/** A context for a vocabulary that publishes none: its terms, with and without its prefix. */
const vocabulary = (prefix: string, namespace: string): ContextDocument => ({
  '@context': {
    '@vocab': namespace,
    [prefix]: namespace,
    rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
    rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
    xsd: 'http://www.w3.org/2001/XMLSchema#',
  },
});

const brick = vocabulary('brick', 'https://brickschema.org/schema/Brick#');
const saref = vocabulary('saref', 'https://saref.etsi.org/core/');

const published: [ContextDocument, string[]][] = [
  [
    schemaOrg,
    [
      'schema.org',
      'www.schema.org',
      'schema.org/docs/jsonldcontext.jsonld',
      'schema.org/docs/jsonldcontext.json',
    ],
  ],
  [thingDescription, ['www.w3.org/2022/wot/td/v1.1', 'www.w3.org/2019/wot/td/v1']],
  [
    brick,
    [
      'brickschema.org/schema/Brick',
      'brickschema.org/schema/1.3/Brick',
      'brickschema.org/schema/1.4/Brick',
    ],
  ],
  [
    saref,
    [
      'saref.etsi.org/core',
      'saref.etsi.org/core/v3.1.1',
      'saref.etsi.org/core/v3.2.1',
      'saref.etsi.org/core/v4.1.1',
    ],
  ],
];

/** The ways in which an address is written: with either scheme, and with or without `/` or `#`. */
const spellings = (address: string) =>
  ['https', 'http'].flatMap((scheme) =>
    ['', '/', '#'].map((end) => `${scheme}://${address}${end}`),
  );

/** The bundled contexts by all their addresses. */
export const contexts: ReadonlyMap<string, ContextDocument> = new Map(
  published.flatMap(([document, addresses]) =>
    addresses.flatMap(spellings).map((address) => [address, document] as const),
  ),
);
