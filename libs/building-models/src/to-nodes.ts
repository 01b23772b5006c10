import type { Quad, Term } from 'n3';
import { kindOfClass } from './classify.js';
import { newDescription, type Description, type Node, type Value } from './nodes.js';
import type { Report } from './report.js';
import { isIri, own, rdfFirst, rdfNil, rdfRest, rdfType } from './terms.js';

/** Maximum nesting of lists and nodes without an IRI. Deeper ones are stored as nodes of their own. */
const maxNesting = 16;

/** Maximum length of the IRI of a predicate, which becomes the name of a property. */
const maxPredicateLength = 256;

interface Subject {
  id: string;
  types: string[];
  objects: Map<string, Term[]>;
  seen: Set<string>;
}

const newSubject = (id: string): Subject => ({
  id,
  types: [],
  objects: new Map(),
  seen: new Set(),
});

/** Groups statements by subject. Nodes without an IRI become part of the only node that refers to them, or get one. */
export function toNodes(quads: readonly Quad[], scope: string, report: Report): Node[] {
  const { subjects, references } = groupStatements(quads, report);
  const names = new Map<string, string>();
  const isNamed = ({ id, types }: Subject) =>
    !id.startsWith('_:') ||
    references.get(id) !== 1 ||
    types.some((type) => kindOfClass(type) !== undefined);
  const nested = new Set<string>();

  const nameOf = (blank: string): string => {
    if (!names.has(blank)) names.set(blank, `${own.blank}${scope}:${names.size + 1}`);
    return names.get(blank)!;
  };
  const open = new Map<string, Subject>();

  function describe(subject: Subject, depth: number): Description {
    const description = { ...newDescription(), types: [...subject.types] };
    for (const [predicate, objects] of subject.objects) {
      description.values.set(
        predicate,
        objects.map((object) => toValue(object, depth)),
      );
    }
    return description;
  }

  function toValue(object: Term, depth: number): Value {
    if (object.termType === 'Literal') {
      const { value, language, datatype } = object;
      return { text: value, datatype: datatype.value, ...(language && { language }) };
    }
    if (object.termType !== 'BlankNode') return { iri: object.value };
    const id = idOf(object);
    const subject = subjects.get(id);
    if (references.get(id) !== 1 || (subject && isNamed(subject)) || nested.has(id)) {
      return { iri: nameOf(id) };
    }
    if (depth === maxNesting) {
      if (subject) open.set(id, subject);
      return { iri: nameOf(id) };
    }
    const items = subject && listItems(subject, { subjects, references });
    if (items) {
      items.visited.forEach((cell) => nested.add(cell));
      return { items: items.values.map((item) => toValue(item, depth + 1)) };
    }
    nested.add(id);
    return { node: subject ? describe(subject, depth + 1) : newDescription() };
  }

  const nodes: Node[] = [];
  const addNode = (subject: Subject) => {
    nested.add(subject.id);
    const iri = subject.id.startsWith('_:') ? nameOf(subject.id) : subject.id;
    nodes.push({ iri, ...describe(subject, 0) });
  };
  const addOpen = () => {
    for (const [id, subject] of open) {
      open.delete(id);
      if (!nested.has(id)) addNode(subject);
    }
  };
  for (const subject of subjects.values()) if (isNamed(subject)) addNode(subject);
  addOpen();
  // What is left refers to itself in a circle.
  for (const subject of subjects.values()) {
    if (!nested.has(subject.id)) addNode(subject);
    addOpen();
  }
  return nodes;
}

const idOf = ({ termType, value }: Term): string =>
  termType === 'BlankNode' ? `_:${value.replace(/^_:/, '')}` : value;

function groupStatements(quads: readonly Quad[], report: Report) {
  const subjects = new Map<string, Subject>();
  const references = new Map<string, number>();
  for (const { subject, predicate, object, graph } of quads) {
    const example = subject.value;
    const isUnsupported = graph.termType !== 'DefaultGraph' || !canBeStored(object);
    if (isUnsupported) {
      report.add('unsupported_statement', { term: predicate.value, example });
      continue;
    }
    const isNameTooLong = predicate.value.length > maxPredicateLength;
    if (isNameTooLong || ![subject, predicate, object].every(hasValidIri)) {
      report.add('invalid_iri', { term: predicate.value, example });
      continue;
    }
    const id = idOf(subject);
    const known = subjects.get(id) ?? newSubject(id);
    subjects.set(id, known);
    const statement = JSON.stringify([predicate.value, keyOf(object)]);
    if (known.seen.has(statement)) continue;
    known.seen.add(statement);
    if (predicate.value === rdfType && object.termType === 'NamedNode') {
      known.types.push(object.value);
      continue;
    }
    const objects = known.objects.get(predicate.value);
    if (objects) objects.push(object);
    else known.objects.set(predicate.value, [object]);
    if (object.termType === 'BlankNode') {
      references.set(idOf(object), (references.get(idOf(object)) ?? 0) + 1);
    }
  }
  return { subjects, references };
}

const keyOf = (object: Term) =>
  object.termType === 'Literal'
    ? [object.value, object.datatype.value, object.language]
    : idOf(object);

/** PostgreSQL cannot store U+0000, and a lone surrogate is not a character. */
const canBeStored = ({ termType, value, ...rest }: Term): boolean =>
  ['NamedNode', 'BlankNode', 'Literal'].includes(termType) &&
  !(rest as { direction?: string }).direction &&
  !value.includes('\u0000') &&
  value.isWellFormed();

const hasValidIri = (term: Term): boolean =>
  term.termType === 'BlankNode' ||
  isIri(term.termType === 'Literal' ? term.datatype.value : term.value);

/** Returns the items of a list by its first cell; undefined if the list is not well-formed. */
function listItems(
  cell: Subject,
  { subjects, references }: ReturnType<typeof groupStatements>,
): { values: Term[]; visited: string[] } | undefined {
  const values: Term[] = [];
  const visited = new Set<string>();
  for (let next: Subject | undefined = cell; next;) {
    const { types, objects, id }: Subject = next;
    const [first, ...others]: Term[] = [...(objects.get(rdfFirst) ?? [])];
    const [rest, ...more]: Term[] = [...(objects.get(rdfRest) ?? [])];
    const isCell = objects.size === 2 && types.length === 0 && others.length + more.length === 0;
    if (!first || !rest || !isCell || visited.has(id) || references.get(id) !== 1) return undefined;
    visited.add(id);
    values.push(first);
    if (rest.termType !== 'BlankNode' && rest.value === rdfNil) {
      return { values, visited: [...visited] };
    }
    next = rest.termType === 'BlankNode' ? subjects.get(idOf(rest)) : undefined;
  }
  return undefined;
}
