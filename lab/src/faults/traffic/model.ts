/** A unit, a connector client, or a thing of the app; its label begins with this. */
export type Kind = 'unit' | 'client' | 'thing';

/** What can be known of an entity: that it is there, or something that it has. */
export interface Fact {
  kind: Kind | 'property' | 'child' | 'subject' | 'reference' | 'value';
  /** The entities that must be there for it: `unit 1`, `client 2`. */
  of: readonly string[];
  name?: string;
}

/** The value of a fact that is not so. */
export const absent = 'absent';

/** The value of a fact that is so, where there is no more to say. */
export const present = 'present';

const entityKinds: ReadonlySet<string> = new Set<Kind>(['unit', 'client', 'thing']);
const isEntity = ({ kind }: Fact): boolean => entityKinds.has(kind);

/** That of an entity is its label. */
export const keyOf = (fact: Fact): string =>
  isEntity(fact) ? fact.of[0]! : [fact.kind, ...fact.of, fact.name ?? ''].join(' ').trim();

/** What must be so, after everything that was accepted, refused, or left without an answer. */
export interface Model {
  /** A change was accepted. */
  accept(fact: Fact, value: string): void;
  /** It is not known whether a change was made. */
  doubt(fact: Fact, value: string): void;
  /** What a fact may be. */
  possible(fact: Fact): ReadonlySet<string>;
  /** Notes a contradiction between what the product said, and what it had said before. */
  requirePossible(fact: Fact, isExpected: (value: string) => boolean, answer: string): void;
  /** Compares the facts about some entities, or all, with what is so; from then on that is known. */
  compare(actual: ReadonlyMap<string, string>, entity?: string): void;
  /** Contradictions that were found so far. */
  violations: string[];
}

interface Known {
  fact: Fact;
  possible: Set<string>;
}

export function createModel(): Model {
  const facts = new Map<string, Known>();
  const violations: string[] = [];
  const find = (fact: Fact): Known => {
    const key = keyOf(fact);
    const known = facts.get(key) ?? { fact, possible: new Set([absent]) };
    facts.set(key, known);
    return known;
  };
  const forgetAllOf = (entity: string) => {
    for (const [key, { fact }] of facts) {
      if (!isEntity(fact) && fact.of.includes(entity)) facts.delete(key);
    }
  };
  const learn = (known: Known, value: string) => {
    known.possible = new Set([value]);
    if (isEntity(known.fact) && value === absent) forgetAllOf(known.fact.of[0]!);
  };

  const mayBeGone = ({ of }: Fact) => of.some((label) => facts.get(label)?.possible.has(absent));

  return {
    violations,
    accept(fact, value) {
      learn(find(fact), value);
      if (isEntity(fact) || value === absent) return;
      // What has got something is there.
      for (const label of fact.of) facts.get(label)!.possible.delete(absent);
    },
    doubt: (fact, value) => void find(fact).possible.add(value),
    possible: (fact) => find(fact).possible,
    requirePossible(fact, isExpected, answer) {
      const { possible } = find(fact);
      if ([...possible].some(isExpected) || (!isEntity(fact) && mayBeGone(fact))) return;
      violations.push(`${keyOf(fact)} was answered ${answer}, but is ${list(possible)}`);
    },
    compare(actual, entity) {
      const concerns = ({ of }: Fact) => entity === undefined || of.includes(entity);
      for (const [key, value] of actual) {
        if (!facts.has(key)) violations.push(`${key} is ${value}, but was never requested`);
      }
      for (const [key, known] of [...facts].filter(([, { fact }]) => concerns(fact))) {
        const value = actual.get(key) ?? absent;
        // What was of an entity that is gone is gone with it.
        const wentWithIt =
          value === absent && known.fact.of.some((label) => isGone(actual, entity, label));
        if (!known.possible.has(value) && !(wentWithIt && !isEntity(known.fact))) {
          violations.push(`${key} is ${value}, but should be ${list(known.possible)}`);
        }
        learn(known, value);
      }
    },
  };
}

/** Whether an entity is not there; nothing is known of those that were not looked at. */
const isGone = (actual: ReadonlyMap<string, string>, looked: string | undefined, entity: string) =>
  (looked === undefined || looked === entity) && !actual.has(entity);

const list = (possible: ReadonlySet<string>) => [...possible].join(' or ');
