import { classify } from './classify.js';
import { statedLinks, withoutCycles, type Link } from './links.js';
import { textsOf, type Node } from './nodes.js';
import { findOwners, identify, type Point } from './points.js';
import {
  maxNameLength,
  modelProperty,
  idOfIri,
  unitIdOf,
  nodeToPropertyValue,
  toPropertyValue,
} from './property-values.js';
import type { Report } from './report.js';
import { label, localNameOf, own, rdfJson, toCurie, xsdString } from './terms.js';

export interface ModelUnit {
  /** Id in imports: the IRI, or a digest if the IRI is too long. */
  id: string;
  iri: string;
  name: string;
  type: string;
  properties: { name: string; value: unknown }[];
  /** Units earlier in the model, or possibly in the account. */
  parents: string[];
  children: string[];
  points: Point[];
}

export interface Model {
  units: ModelUnit[];
  others: string[];
}

export interface ModelOptions {
  model: string;
  /** Predicate whose values identify the things of points. */
  match?: string | undefined;
}

/** Converts nodes to units: spaces, equipment and collections, with their statements and points. */
export function toUnits(nodes: readonly Node[], options: ModelOptions, report: Report): Model {
  const kinds = classify(nodes, report);
  const unitNodes = nodes.filter(({ iri }) => kinds.get(iri) === 'unit');
  const owners = findOwners(nodes, kinds);
  const root = own.model + options.model;
  const attached = new Map<string, Node[]>();
  for (const node of nodes) {
    const kind = kinds.get(node.iri);
    if (kind === 'unit') continue;
    const owner = owners.get(node.iri) ?? root;
    const siblings = attached.get(owner);
    if (siblings) siblings.push(node);
    else attached.set(owner, [node]);
    if (kind === 'other' && node.iri !== options.model) {
      report.add('other_node', { term: node.types[0], example: node.iri });
    }
  }
  if (attached.has(root)) unitNodes.push(unitOfModel(root));
  const { links, others } = linkUnits(unitNodes, kinds, report);
  const positions = new Map(unitNodes.map(({ iri }, index) => [iri, index]));
  const units = unitNodes.map((node) =>
    toUnit(node, { attached: attached.get(node.iri) ?? [], kinds, match: options.match }),
  );
  for (const { parent, child } of links) {
    const [above, below] = [positions.get(parent) ?? -1, positions.get(child) ?? -1];
    if (above > below) units[above]!.children.push(unitIdOf(child));
    else units[below]!.parents.push(unitIdOf(parent));
  }
  return { units, others: others.map(unitIdOf) };
}

/** Returns the unit for everything that belongs to no other unit. */
const unitOfModel = (iri: string): Node => ({
  iri,
  types: [],
  values: new Map([[own.type, [{ text: 'model', datatype: xsdString }]]]),
});

function linkUnits(
  unitNodes: readonly Node[],
  kinds: ReadonlyMap<string, string>,
  report: Report,
): { links: Link[]; others: string[] } {
  const others = new Set<string>();
  const stated = unitNodes.flatMap((node) =>
    statedLinks(node).filter(({ parent, child }) => {
      const other = parent === node.iri ? child : parent;
      if (!kinds.has(other)) others.add(other);
      return !kinds.has(other) || kinds.get(other) === 'unit';
    }),
  );
  const { links, refused } = withoutCycles(stated);
  for (const { predicate, child } of refused) {
    report.add('cycle', { term: predicate, example: child });
  }
  return { links, others: [...others] };
}

interface About {
  attached: readonly Node[];
  kinds: ReadonlyMap<string, string>;
  match: string | undefined;
}

function toUnit(node: Node, { attached, kinds, match }: About): ModelUnit {
  const { iri, types, values } = node;
  const statements = [...values]
    .filter(([predicate]) => predicate !== own.type)
    .map(([predicate, listed]) => statementToProperty(predicate, listed));
  const identity = { iri, types, values: new Map() };
  return {
    id: unitIdOf(iri),
    iri,
    name: nameOf(node),
    type: typeOf(node),
    properties: [
      { name: modelProperty, value: nodeToPropertyValue(identity) },
      ...statements,
      ...attached.map((other) => ({
        name: idOfIri(other.iri),
        value: nodeToPropertyValue(other),
      })),
    ],
    parents: [],
    children: [],
    points: attached
      .filter((other) => kinds.get(other.iri) === 'point')
      .map((point) => identify(point, match)),
  };
}

function statementToProperty(predicate: string, listed: Parameters<typeof toPropertyValue>[0]) {
  const [value] = listed;
  if (predicate.startsWith(own.property) && listed.length === 1 && value && 'text' in value) {
    const name = decodeName(predicate.slice(own.property.length));
    if (name !== undefined) return { name, value: plainValue(value) };
  }
  return { name: toCurie(predicate), value: toPropertyValue(listed) };
}

function decodeName(encoded: string): string | undefined {
  try {
    const name = decodeURIComponent(encoded);
    return name !== modelProperty && [...name].length <= maxNameLength ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Converts the value of a property that is not a statement. */
function plainValue(value: { text: string; datatype: string }): unknown {
  if (value.datatype !== rdfJson) return toPropertyValue([value]);
  try {
    return JSON.parse(value.text);
  } catch {
    return toPropertyValue([value]);
  }
}

/** Returns the name of a node's unit: its label, or the end of its IRI. */
export function nameOf(node: Node): string {
  const name = textsOf(node, label)[0]?.trim() || localNameOf(node.iri) || node.iri;
  return [...name].slice(0, maxNameLength).join('');
}

/** Returns the type of a node's unit: the name of its class. */
export function typeOf(node: Node): string {
  const type = textsOf(node, own.type)[0] ?? (node.types[0] && localNameOf(node.types[0]));
  return [...(type || 'unknown')].slice(0, maxNameLength).join('');
}
