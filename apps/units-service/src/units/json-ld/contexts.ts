/**
 * The JSON-LD contexts that are served without the network, by their addresses. They hold what
 * checking a value needs: the vocabulary, the prefixes, the keyword aliases and the containers of
 * the published contexts. See README.md for their sources.
 */
export interface ContextDocument {
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
    title: { '@id': 'td:title' },
    titles: { '@id': 'td:title', '@container': '@language' },
    description: { '@id': 'td:description' },
    descriptions: { '@id': 'td:description', '@container': '@language' },
    properties: named('td:hasPropertyAffordance', 'td:name'),
    actions: named('td:hasActionAffordance', 'td:name'),
    events: named('td:hasEventAffordance', 'td:name'),
    securityDefinitions: named('td:definesSecurityScheme', 'wotsec:hasInstanceConfiguration'),
    forms: { '@id': 'td:hasForm', '@type': '@id' },
    links: { '@id': 'td:hasLink', '@type': '@id' },
    base: { '@id': 'td:baseURI', '@type': 'xsd:anyURI' },
    href: { '@id': 'hctl:hasTarget', '@type': 'xsd:anyURI' },
    created: { '@id': 'td:created', '@type': 'xsd:dateTime' },
    modified: { '@id': 'td:modified', '@type': 'xsd:dateTime' },
  },
};

/** A vocabulary without a context of its own: its prefix, and its terms without one. */
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

const addresses: [ContextDocument, string[]][] = [
  [
    schemaOrg,
    ['https://schema.org', 'https://schema.org/docs/jsonldcontext.jsonld', 'http://schema.org'],
  ],
  [thingDescription, ['https://www.w3.org/2022/wot/td/v1.1', 'https://www.w3.org/2019/wot/td/v1']],
  [brick, ['https://brickschema.org/schema/Brick', 'https://brickschema.org/schema/1.4/Brick']],
  [saref, ['https://saref.etsi.org/core', 'https://saref.etsi.org/core/v4.1.1']],
];

const byAddress = new Map(
  addresses.flatMap(([document, known]) => known.map((address) => [address, document])),
);

/** The bundled context of an address; a slash or fragment mark at its end makes no difference. */
export function bundledContext(address: string): ContextDocument | undefined {
  return byAddress.get(address.replace(/[/#]+$/, ''));
}
