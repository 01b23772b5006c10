import { kindOfClass } from './classify.js';
import { irisOf, type Node } from './nodes.js';
import { pointRelations, relations } from './relations.js';
import type { Report } from './report.js';
import { own, subClassOf } from './terms.js';

export type NodeKind = 'unit' | 'point' | 'other';

/** Determines the kinds of nodes by their classes, including those a model declares, or else by their relations. */
export function classify(nodes: readonly Node[], report: Report): Map<string, NodeKind> {
  const declared = new Map(nodes.map((node) => [node.iri, irisOf(node, subClassOf)]));
  const byRelation = kindsByRelation(nodes);
  return new Map(
    nodes.map((node) => {
      const { iri, types, values } = node;
      const known = types.map((type) => kindOf(type, declared)).find((kind) => kind !== undefined);
      if (known) return [iri, known];
      if (values.has(own.type)) return [iri, 'unit'];
      const related = byRelation.get(iri) ?? 'other';
      if (related !== 'other') report.add('unknown_class', { term: types[0], example: iri });
      return [iri, related];
    }),
  );
}

/** Returns the kind of a class, or of its nearest known superclass. */
function kindOf(type: string, declared: ReadonlyMap<string, string[]>): NodeKind | undefined {
  const seen = new Set([type]);
  for (const name of seen) {
    const kind = kindOfClass(name);
    if (kind) return kind === 'point' ? 'point' : 'unit';
    for (const above of declared.get(name) ?? []) seen.add(above);
  }
  return undefined;
}

function kindsByRelation(nodes: readonly Node[]): Map<string, NodeKind> {
  const kinds = new Map<string, NodeKind>();
  for (const node of nodes) {
    for (const predicate of node.values.keys()) {
      const isPoint = pointRelations.get(predicate);
      if (!isPoint && !relations.has(predicate)) continue;
      const others = irisOf(node, predicate);
      const [subject, object]: NodeKind[] = isPoint
        ? isPoint.isDownward
          ? ['unit', 'point']
          : ['point', 'unit']
        : ['unit', 'unit'];
      if (others.length > 0 && !kinds.has(node.iri)) kinds.set(node.iri, subject!);
      for (const other of others) if (!kinds.has(other)) kinds.set(other, object!);
    }
  }
  return kinds;
}
