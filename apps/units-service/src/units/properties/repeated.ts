import { Problem } from '@trellis/contracts';

interface Call {
  input: { id: string; expected?: string[] | undefined };
}

/**
 * Finds the calls for properties that earlier calls of the batch name, if any call expects a version: a statement
 * changes a property once, and the next call has to match the new version.
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

/** Returns the expected versions of each call, separated by commas. */
export const expectedColumn = (calls: readonly Call[]): (string | null)[] =>
  calls.map(({ input }) => input.expected?.join(',') ?? null);

/** Creates the problem of a property that does not have the expected version. */
export const changedMeanwhile = () =>
  new Problem('precondition_failed', 'The property has changed since it was read, or is gone.');
