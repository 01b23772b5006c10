import type { NodeKind } from './classify.js';
import { irisOf, type Description, type Node } from './nodes.js';
import { idOfIri } from './property-values.js';
import { identifiers, pointRelations, relations } from './links.js';

/** A point of a unit, with identifiers that may match a thing. */
export interface Point {
  iri: string;
  property: string;
  type: string | undefined;
  ids: string[];
  titles: string[];
}

const maxIdentifiers = 10;

const uuidForm = /^(?:urn:uuid:)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Finds the unit of each point: the first one that has it as a point, or else as a part. */
export function findOwners(
  nodes: readonly Node[],
  kinds: ReadonlyMap<string, NodeKind>,
): Map<string, string> {
  const owners = new Map<string, string>();
  for (const table of [pointRelations, relations]) {
    const found = new Map<string, string>();
    for (const node of nodes) {
      for (const predicate of node.values.keys()) {
        if (!table.has(predicate)) continue;
        for (const other of irisOf(node, predicate)) {
          const [one, two] = [kinds.get(node.iri), kinds.get(other)];
          if (one === 'unit' && two === 'point' && !found.has(other)) found.set(other, node.iri);
          if (one === 'point' && two === 'unit' && !found.has(node.iri)) found.set(node.iri, other);
        }
      }
    }
    for (const [point, unit] of found) if (!owners.has(point)) owners.set(point, unit);
  }
  return owners;
}

/** Collects identifiers of a point: its IRI, time series ids, and the values of `match`. */
export function identify(point: Node, match: string | undefined): Point {
  const texts = identifiers.flatMap((predicate) => textsWithin(point, predicate));
  const matching = match === undefined ? [] : textsWithin(point, match);
  const ids = [point.iri, ...texts, ...matching].flatMap(
    (text) => uuidForm.exec(text)?.[1]?.toLowerCase() ?? [],
  );
  return {
    iri: point.iri,
    property: idOfIri(point.iri),
    type: point.types[0],
    ids: [...new Set(ids)].slice(0, maxIdentifiers),
    titles: [...new Set(matching)].slice(0, maxIdentifiers),
  };
}

/** Returns the texts of a predicate of a node, and of nested nodes without an IRI. */
function textsWithin({ values }: Description, predicate: string): string[] {
  return [...values].flatMap(([name, listed]) =>
    listed.flatMap((value) => {
      if ('node' in value) return textsWithin(value.node, predicate);
      if (name !== predicate) return [];
      return 'text' in value ? value.text : 'iri' in value ? value.iri : [];
    }),
  );
}
