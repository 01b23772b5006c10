import { toCurie } from './terms.js';

export const reasons = [
  /** The class of a node is neither of Brick nor of RealEstateCore. It is a unit because of its relations. */
  'unknown_class',
  /** A relation would close a cycle. It is stored as a statement, but not as a link. */
  'cycle',
  /** A relation leads to a node that is neither in the model nor in the account. It is stored likewise. */
  'unknown_node',
  /** A point has no matching thing. It is stored as a property of its unit. */
  'unmatched_point',
  /** A node is neither a unit nor a point. It is stored as a property of the model's unit. */
  'other_node',
  /** A part of a statement is not an absolute IRI. The statement is left out. */
  'invalid_iri',
  /** A statement cannot be stored, such as one of a named graph. It is left out. */
  'unsupported_statement',
] as const;
export type Reason = (typeof reasons)[number];

/** Unmapped parts of a model, by reason and class or predicate. */
export interface Unmapped {
  reason: Reason;
  term?: string;
  count: number;
  example: string;
}

/** Maximum number of combinations of reason and term. */
const maxListed = 200;
const maxShown = 300;

export interface Report {
  add(reason: Reason, found: { term?: string | undefined; example: string }, count?: number): void;
  list(): Unmapped[];
}

export function createReport(): Report {
  const found = new Map<string, Unmapped>();
  return {
    add(reason, { term, example }, count = 1) {
      const name = term === undefined || found.size >= maxListed ? undefined : shown(toCurie(term));
      const key = `${reason} ${name ?? ''}`;
      const known = found.get(key);
      if (known) known.count += count;
      else {
        const entry = { reason, count, example: shown(example) };
        found.set(key, name === undefined ? entry : { ...entry, term: name });
      }
    },
    list: () => [...found.values()],
  };
}

const shown = (text: string): string =>
  text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
