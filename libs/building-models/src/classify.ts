import { classNames } from './generated/classes.js';
import { prefixes, own, subClassOf } from './terms.js';
import { irisOf, type Node } from './nodes.js';
import { pointRelations, relations } from './links.js';
import type { Report } from './report.js';

type Kind = keyof typeof classNames;

const kinds = new Map<string, Kind>();
const spellings = new Map<string, string>();
for (const kind of ['location', 'equipment', 'collection', 'point'] as const) {
  for (const [prefix, names] of Object.entries(classNames[kind])) {
    for (const name of names.trim().split(/\s+/)) {
      const iri = prefixes[prefix]! + name;
      kinds.set(iri, kind);
      if (kind !== 'point') spellings.set(`${prefix} ${spelling(name)}`, iri);
    }
  }
}

function spelling(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** Endings of nearly all point classes of Brick, including those of other releases. */
const pointName = /_(?:Alarm|Command|Deadband|Parameter|Sensor|Setpoint|Status)$/;

export const kindOfClass = (iri: string): Kind | undefined =>
  kinds.get(iri) ?? (iri.startsWith(prefixes.brick!) && pointName.test(iri) ? 'point' : undefined);

/** Returns the class of a vocabulary that is named like the type of a unit, ignoring case and separators. */
export const classOfType = (type: string, vocabulary: Vocabulary): string | undefined =>
  spellings.get(`${vocabulary} ${spelling(type)}`);

export const vocabularies = ['brick', 'rec'] as const;
export type Vocabulary = (typeof vocabularies)[number];

export type NodeKind = 'unit' | 'point' | 'other';

/** Determines the kinds of nodes by their classes, including those a model declares, or else by their relations. */
export function classify(nodes: readonly Node[], report: Report): Map<string, NodeKind> {
  const declared = declaredClasses(nodes);
  const byRelation = kindsByRelation(nodes);
  return new Map(
    nodes.map((node) => {
      const { iri, types, values } = node;
      const known = types.map((type) => declared.get(type) ?? kindOf(type)).find(Boolean);
      if (known) return [iri, known];
      if (values.has(own.type)) return [iri, 'unit'];
      const related = byRelation.get(iri) ?? 'other';
      if (related !== 'other') report.add('unknown_class', { term: types[0], example: iri });
      return [iri, related];
    }),
  );
}

function kindOf(type: string): NodeKind | undefined {
  const kind = kindOfClass(type);
  return kind && (kind === 'point' ? 'point' : 'unit');
}

/** Returns the kinds of the classes that a model declares: each has that of its nearest known superclass. */
function declaredClasses(nodes: readonly Node[]): Map<string, NodeKind> {
  const below = new Map<string, string[]>();
  const found = new Map<string, NodeKind>();
  for (const node of nodes) {
    for (const above of irisOf(node, subClassOf)) {
      const siblings = below.get(above);
      if (siblings) siblings.push(node.iri);
      else below.set(above, [node.iri]);
      for (const type of [node.iri, above]) {
        const kind = kindOf(type);
        if (kind) found.set(type, kind);
      }
    }
  }
  // Classes are added while this goes on, those next to known ones first.
  for (const [type, kind] of found) {
    for (const name of below.get(type) ?? []) if (!found.has(name)) found.set(name, kind);
  }
  return found;
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
