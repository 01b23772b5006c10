import type { Compiled } from './compile.js';
import type { PollBudget } from './budget.js';

/** The most lists of an answer that are made. */
const maxLists = 10_000;

/** Turns what is at these paths of an answer into lists: a single value, null, an empty text, or a missing member. */
export function makeLists(
  root: unknown,
  paths: readonly string[],
  { compiled, budget }: { compiled: Compiled; budget: PollBudget },
): void {
  for (const path of paths) {
    const { member } = compiled.path(path);
    if (!member) continue;
    for (const owner of member.owners(root, { budget, max: maxLists })) {
      if (typeof owner !== 'object' || owner === null || Array.isArray(owner)) continue;
      const value: unknown = Object.hasOwn(owner, member.name)
        ? Reflect.get(owner, member.name)
        : undefined;
      if (Array.isArray(value)) continue;
      const isEmpty = value === undefined || value === null || value === '';
      const list = isEmpty ? [] : [value];
      // Defined, since `__proto__` is a name like any other.
      Object.defineProperty(owner, member.name, {
        value: list,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
}
