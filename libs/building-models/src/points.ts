import type { NodeKind } from './kinds.js';
import { irisOf, type Description, type Node } from './nodes.js';
import { idOfIri } from './property-names.js';
import { identifiers, pointRelations, relations } from './relations.js';

/** A point of a unit, and what may name the thing that it stands for. */
export interface Point {
  iri: string;
  /** The property of its unit that describes it. */
  property: string;
  /** The class of the point. */
  type: string | undefined;
  /** Ids that a thing may have. */
  ids: string[];
  /** Titles that a thing may have. */
  titles: string[];
}

/** The most identifiers of a point that are compared. */
const maxIdentifiers = 10;

const uuidForm = /^(?:urn:uuid:)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Finds the unit of each point: the first one whose point it is, else the first one that it is part of. */
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

/** What may name the thing of a point: its IRI, identifiers of time series, and the values of `match`. */
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

/** The texts of a predicate of a node and of those without an IRI within it. */
function textsWithin({ values }: Description, predicate: string): string[] {
  return [...values].flatMap(([name, listed]) =>
    listed.flatMap((value) => {
      if ('node' in value) return textsWithin(value.node, predicate);
      if (name !== predicate) return [];
      return 'text' in value ? value.text : 'iri' in value ? value.iri : [];
    }),
  );
}
