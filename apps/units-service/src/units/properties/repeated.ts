import { Problem } from '@trellis/contracts';

interface Call {
  input: { id: string; expected?: string[] | undefined };
}

/**
 * The calls for properties that earlier calls of the set name, if a version is expected of any: one statement
 * changes a property once, and the next call has to meet the version of that.
 */
export function findRepeated<C extends Call>(
  calls: readonly C[],
  nameOf: (input: C['input']) => string,
): ReadonlySet<C> {
  const repeated = new Set<C>();
  if (calls.every(({ input }) => input.expected === undefined)) return repeated;
  const named = new Set<string>();
  for (const call of calls) {
    const name = `${call.input.id.toLowerCase()} ${nameOf(call.input)}`;
    if (named.has(name)) repeated.add(call);
    named.add(name);
  }
  return repeated;
}

/** The versions that each call expects, separated by commas, for a statement. */
export const expectedColumn = (calls: readonly Call[]): (string | null)[] =>
  calls.map(({ input }) => input.expected?.join(',') ?? null);

/** The problem of a call for a property in another version than it expects. */
export const changedMeanwhile = () =>
  new Problem('precondition_failed', 'The property has changed since it was read, or is gone.');
