import { classOfType, type Vocabulary } from './classify.js';
import { statedLinks, plainRelations, relations } from './links.js';
import { newDescription, type Node, type Value } from './nodes.js';
import {
  fromPropertyValue,
  nodeFromPropertyValue,
  toPropertyValue,
  idOfIri,
  modelProperty,
} from './property-values.js';
import {
  fromCurie,
  label,
  own,
  rdfJson,
  uuidIri,
  xsdBoolean,
  xsdInteger,
  xsdString,
} from './terms.js';
import { nameOf, typeOf } from './to-units.js';
import { translate } from './translate.js';

export interface AccountUnit {
  id: string;
  name: string;
  type: string;
  properties: { name: string; value: unknown }[];
  parents: string[];
  children: string[];
  things: string[];
}

const text = (value: string): Value => ({ text: value, datatype: xsdString });

/** Converts units to nodes; with `translates`, also those of other models to equivalents in the vocabulary. */
export function fromUnits(
  units: readonly AccountUnit[],
  { vocabulary, translates }: { vocabulary: Vocabulary; translates: boolean },
): Node[] {
  const read = units.map((unit) => ({ unit, ...readProperties(unit) }));
  const iris = nameUnits(read);
  const links = new Links(units, iris);
  const things = new Set<string>();
  const nodes: Node[] = [];
  for (const { unit, node, attached, matched } of read) {
    nodes.push(...attached);
    if (node.iri.startsWith(own.model)) continue;
    node.iri = iris.get(unit.id)!;
    removeDeletedLinks(node, links);
    describe(node, unit, vocabulary);
    const unmatched = unit.things.filter((id) => !matched.has(id)).map(uuidIri);
    addValues(node, plainRelations[vocabulary].hasPoint, unmatched);
    for (const iri of unmatched) things.add(iri);
    nodes.push(node);
  }
  const byIri = new Map(nodes.map((node) => [node.iri, node]));
  for (const { parent, child } of links.unstated(nodes)) {
    addValues(byIri.get(child)!, plainRelations[vocabulary].isPartOf, [parent]);
  }
  for (const iri of things) {
    if (byIri.has(iri)) continue;
    nodes.push({ ...newDescription(), iri, types: [plainRelations[vocabulary].point] });
  }
  return translates ? nodes.map((node) => translate(node, vocabulary)) : nodes;
}

/** Splits the properties of a unit into its own node, nodes stored with it, and matched things. */
function readProperties({ id, properties }: AccountUnit) {
  const node: Node = { iri: uuidIri(id), ...newDescription() };
  const attached: Node[] = [];
  const matched = new Set<string>();
  for (const { name, value } of properties) {
    const described = nodeFromPropertyValue(value);
    if (name === modelProperty && described) {
      node.iri = described.iri;
      node.types.push(...described.types);
      continue;
    }
    const isNode = described && described.types.length + described.values.size > 0;
    if (isNode && idOfIri(described.iri) === name) {
      for (const thing of described.values.get(own.thing) ?? []) {
        if ('iri' in thing) matched.add(thing.iri.slice(uuidIri('').length));
      }
      described.values.delete(own.thing);
      attached.push(described);
      continue;
    }
    const predicate = fromCurie(name);
    const values = predicate === undefined ? undefined : fromPropertyValue(value);
    if (predicate !== undefined && values) node.values.set(predicate, values);
    else node.values.set(own.property + encodeURIComponent(name), [plainValue(value)]);
  }
  return { node, attached, matched };
}

function plainValue(value: unknown): Value {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean') return { text: String(value), datatype: xsdBoolean };
  if (Number.isSafeInteger(value) && toPropertyValue([integer(value)]) === value)
    return integer(value);
  return { text: JSON.stringify(value), datatype: rdfJson };
}

const integer = (value: unknown): Value => ({ text: String(value), datatype: xsdInteger });

/** Returns the IRIs of units by id: those of their models, unless another unit has the same IRI. */
function nameUnits(read: readonly { unit: AccountUnit; node: Node }[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    read.map(({ unit, node: { iri } }) => {
      const own = taken.has(iri) ? uuidIri(unit.id) : iri;
      taken.add(own);
      return [unit.id, own];
    }),
  );
}

function describe(node: Node, { name, type }: AccountUnit, vocabulary: Vocabulary): void {
  if (nameOf(node) !== name) node.values.set(label, [text(name)]);
  if (typeOf(node) === type) return;
  const known = node.types.length === 0 ? classOfType(type, vocabulary) : undefined;
  if (known !== undefined) node.types.push(known);
  if (typeOf(node) !== type) node.values.set(own.type, [text(type)]);
}

function addValues(node: Node, predicate: string, iris: readonly string[]): void {
  if (iris.length === 0) return;
  const known = node.values.get(predicate) ?? [];
  const added = iris.filter((iri) => !known.some((value) => 'iri' in value && value.iri === iri));
  node.values.set(predicate, [...known, ...added.map((iri) => ({ iri }))]);
}

/** Removes relations whose links were deleted since the import. */
function removeDeletedLinks(node: Node, links: Links): void {
  for (const [predicate, values] of node.values) {
    const relation = relations.get(predicate);
    if (!relation) continue;
    const current = values.filter((value) => {
      if (!('iri' in value)) return true;
      const [parent, child] = relation.isDownward ? [node.iri, value.iri] : [value.iri, node.iri];
      return links.has(parent, child) || links.isOutside(value.iri) || links.isAbove(child, parent);
    });
    if (current.length > 0) node.values.set(predicate, current);
    else node.values.delete(predicate);
  }
}

/** Maximum number of links to follow when searching for ancestors. */
const maxSteps = 5_000_000;

class Links {
  readonly #parents = new Map<string, Set<string>>();
  readonly #units: Set<string>;
  #steps = 0;

  constructor(units: readonly AccountUnit[], iris: ReadonlyMap<string, string>) {
    this.#units = new Set(iris.values());
    const add = (parent: string | undefined, child: string | undefined) => {
      if (parent === undefined || child === undefined) return;
      this.#parents.set(child, (this.#parents.get(child) ?? new Set()).add(parent));
    };
    for (const { id, parents, children } of units) {
      for (const parent of parents) add(iris.get(parent), iris.get(id));
      for (const child of children) add(iris.get(id), iris.get(child));
    }
  }

  has(parent: string, child: string): boolean {
    return this.#parents.get(child)?.has(parent) ?? false;
  }

  isOutside(iri: string): boolean {
    return !this.#units.has(iri);
  }

  /** Tells whether a unit is an ancestor of another one, or the same: a relation between them was never a link. */
  isAbove(unit: string, other: string): boolean {
    const seen = new Set([other]);
    for (const next of seen) {
      if (next === unit) return true;
      for (const parent of this.#parents.get(next) ?? []) {
        if ((this.#steps += 1) > maxSteps) return false;
        seen.add(parent);
      }
    }
    return false;
  }

  /** Returns the links that no relation of the nodes states. */
  unstated(nodes: readonly Node[]): { parent: string; child: string }[] {
    const stated = new Set(
      nodes.flatMap(statedLinks).map(({ parent, child }) => JSON.stringify([parent, child])),
    );
    return [...this.#parents].flatMap(([child, parents]) =>
      [...parents]
        .filter((parent) => !stated.has(JSON.stringify([parent, child])))
        .map((parent) => ({ parent, child })),
    );
  }
}
