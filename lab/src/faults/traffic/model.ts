/** A unit, a connector client, or a thing of the app; its label begins with this. */
export type Kind = 'unit' | 'client' | 'thing';

/** A fact about an entity: its existence or one of its members. */
export interface Fact {
  kind: Kind | 'property' | 'child' | 'subject' | 'reference' | 'value';
  /** Labels of the entities that must exist for it: `unit 1`, `client 2`. */
  of: readonly string[];
  name?: string;
}

/** Value of a fact that is false. */
export const absent = 'absent';

/** Value of a fact that is true and has no other value. */
export const present = 'present';

const entityKinds: ReadonlySet<string> = new Set<Kind>(['unit', 'client', 'thing']);
const isEntity = ({ kind }: Fact): boolean => entityKinds.has(kind);

/** Returns the key of a fact; the existence of an entity has its label. */
export const keyOf = (fact: Fact): string =>
  isEntity(fact) ? fact.of[0]! : [fact.kind, ...fact.of, fact.name ?? ''].join(' ').trim();

/** The possible values of all facts, after all requests that were accepted, refused or not answered. */
export interface Model {
  /** Records an accepted change. */
  accept(fact: Fact, value: string): void;
  /** Records a change whose outcome is unknown. */
  doubt(fact: Fact, value: string): void;
  /** Returns the possible values of a fact. */
  possible(fact: Fact): ReadonlySet<string>;
  /** Records a violation if an answer contradicts all possible values. */
  requirePossible(fact: Fact, isExpected: (value: string) => boolean, answer: string): void;
  /** Compares the facts about one entity, or all, with the actual state, and adopts it. */
  compare(actual: ReadonlyMap<string, string>, entity?: string): void;
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
      // An entity that has a member exists.
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
        // Members of a deleted entity are deleted with it.
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

/** Whether an entity does not exist; unknown for entities that were not read. */
const isGone = (actual: ReadonlyMap<string, string>, looked: string | undefined, entity: string) =>
  (looked === undefined || looked === entity) && !actual.has(entity);

const list = (possible: ReadonlySet<string>) => [...possible].join(' or ');
