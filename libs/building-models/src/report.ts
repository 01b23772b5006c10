import { toCurie } from './terms.js';

/** Why a part of a model is not what it could be in units. */
export const reasons = [
  /** A node whose class is neither of Brick nor of RealEstateCore: it is a unit by its relations. */
  'unknown_class',
  /** A relation that would close a cycle: it is kept as a statement, and is no link. */
  'cycle',
  /** A relation to a node that neither the model nor the account describes: likewise. */
  'unknown_node',
  /** A point for which there is no thing: it is kept as a property of its unit. */
  'unmatched_point',
  /** A node that is neither a unit nor a point: it is kept as a property of the unit of the model. */
  'other_node',
  /** A statement of which a part is not an absolute IRI: it is left out. */
  'invalid_iri',
  /** A statement that cannot be stored, such as one of a named graph: it is left out. */
  'unsupported_statement',
] as const;
export type Reason = (typeof reasons)[number];

/** What was not mapped, by reason and class or predicate. */
export interface Unmapped {
  reason: Reason;
  /** A class or a predicate. */
  term?: string;
  count: number;
  /** The first node that it is about. */
  example: string;
}

/** The most different reasons and terms that are listed. */
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
        const named = name !== undefined && { term: name };
        found.set(key, { reason, ...named, count, example: shown(example) });
      }
    },
    list: () => [...found.values()],
  };
}

const shown = (text: string): string =>
  text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
