import { DataFactory, Writer, type Quad_Object as Object, type Quad_Subject as Subject } from 'n3';
import type { Description, Node, Value } from './nodes.js';
import { nodeToJson } from './property-values.js';
import { own, prefixes, rdfType } from './terms.js';
import type { ModelType } from './read-model.js';

const { namedNode, blankNode, literal } = DataFactory;

export const writeModel = (nodes: readonly Node[], type: ModelType): Generator<string> =>
  type === 'text/turtle' ? writeTurtle(nodes) : writeJsonLd(nodes);

function* writeTurtle(nodes: readonly Node[]): Generator<string> {
  let written = '';
  const output = {
    write(part: string, _encoding: unknown, done?: () => void) {
      written += part;
      done?.();
    },
    end: (done?: () => void) => done?.(),
  };
  const writer = new Writer(output, { prefixes: { ...prefixes }, format: 'text/turtle' });
  const toObject = (value: Value): Object => {
    if ('iri' in value) return toTerm(value.iri);
    if ('text' in value) {
      return literal(value.text, value.language ?? namedNode(value.datatype));
    }
    if ('items' in value) return writer.list(value.items.map(toObject)) as unknown as Object;
    return writer.blank(
      statements(value.node).map(([predicate, object]) => ({
        predicate: namedNode(predicate),
        object: toObject(object),
      })),
    );
  };
  for (const node of nodes) {
    const subject = toTerm(node.iri);
    for (const [predicate, value] of statements(node)) {
      writer.addQuad(subject, namedNode(predicate), toObject(value));
    }
    yield written;
    written = '';
  }
  writer.end();
  yield written;
}

const statements = ({ types, values }: Description): [string, Value][] => [
  ...types.map((iri): [string, Value] => [rdfType, { iri }]),
  ...[...values].flatMap(([predicate, listed]) =>
    listed.map((value): [string, Value] => [predicate, value]),
  ),
];

function toTerm(iri: string): Subject & Object {
  return iri.startsWith(own.blank) ? blankNode(blankLabel(iri)) : namedNode(iri);
}

const blankLabel = (iri: string): string =>
  `b${iri.slice(own.blank.length).replaceAll(/[^A-Za-z0-9]/g, '_')}`;

function* writeJsonLd(nodes: readonly Node[]): Generator<string> {
  yield `{"@context":${JSON.stringify(prefixes)},"@graph":[`;
  let separator = '\n';
  let unnamed = 0;
  for (const node of nodes) {
    const json = JSON.stringify(nodeToJson(node), (member, value: unknown) => {
      if (member === '@id' && String(value).startsWith(own.blank))
        return `_:${blankLabel(String(value))}`;
      return isEmpty(value) ? { '@id': `_:e${(unnamed += 1)}` } : value;
    });
    yield separator + json;
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** A node of which nothing is said, and that has no name. */
const isEmpty = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { '@type': types, ...rest } = value as Record<string, unknown>;
  return Array.isArray(types) && types.length === 0 && Object.keys(rest).length === 0;
};
