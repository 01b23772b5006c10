import type { Explainer } from '@trellis/connector-sdk';
import { isPath } from '../description/members.js';
import { membersOf } from '../json-path.js';
import type { Remote } from '../remote.js';
import { fillText, type Variables } from '../template.js';

/** A value to which the paths of a part of the description are applied. */
export interface Subject {
  value: unknown;
  variables: Variables;
  /** The path to it. */
  within?: string;
}

/** Looks up parts of a description in values, and says what they find. */
export interface Lookup {
  remote: Remote;
  explain: Explainer;
  /** Looks up a path; returns what it selects, at most `max` values. */
  path(at: string, text: string, subject: Subject, max?: number): unknown[];
  /** Looks up a path, or fills in a text with variables. */
  source(at: string, text: string, subject: Subject): void;
  /** Evaluates an expression. */
  expression(at: string, text: string, subject: Subject): Promise<unknown>;
  /** Says that a part of the description has to find something; `settle` says where none did. */
  require(at: string, isFound: boolean, why?: string): void;
  settle(): void;
}

export function createLookup(explain: Explainer, remote: Remote): Lookup {
  const { compiled, budget } = remote;
  const missing = new Map<string, string | undefined>();

  function path(at: string, text: string, { value, within }: Subject, max = 1): unknown[] {
    const compiledPath = compiled.path(text);
    const found = compiledPath.select(value, { budget, max });
    const existing = () => compiledPath.existing(value, { budget });
    explain.looked(at, { path: text, within, found, existing });
    return found;
  }

  return {
    remote,
    explain,
    path,
    source(at, text, subject) {
      if (isPath(text)) return void path(at, text, subject);
      const filled = fillText(text, subject.variables);
      explain.looked(at, { path: text, found: filled === undefined ? [] : [filled] });
    },
    async expression(at, text, { value, within }) {
      const result = await compiled.expression(text).evaluate(value, { budget });
      explain.looked(at, {
        path: text,
        within,
        found: result === undefined ? [] : [result],
        existing: () => ({ path: '$', members: membersOf(value) }),
      });
      return result;
    },
    require(at, isFound, why = 'Nothing is found there.') {
      if (isFound) missing.set(at, undefined);
      else if (!missing.has(at)) missing.set(at, why);
    },
    settle() {
      for (const [at, why] of missing) if (why !== undefined) explain.stopped(at, why);
      missing.clear();
    },
  };
}
