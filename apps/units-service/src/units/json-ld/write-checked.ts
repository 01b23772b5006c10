import type { Caller, CallInSet, Problem } from '@trellis/contracts';
import { checkJsonLd, containsJsonLd } from './check.js';
import type { JsonLdProcessor } from './processor.js';

type Outcome<Output> = Output | Problem | Promise<Output | Problem>;

interface CheckedWrite<Input, Output> {
  /** The problem of a call that is not written, whatever its values. */
  refuse?: (input: Input) => Problem | undefined;
  /** The values of a call, and where they are in the request's body (JSON Pointer, RFC 6901). */
  valuesOf: (input: Input) => { value: unknown; pointer: string }[];
  /** Writes a set of calls whose values are valid; one outcome per call, as in a `SetHandler`. */
  write: (calls: readonly CallInSet<Input>[]) => Promise<Outcome<Output>[]>;
}

/**
 * Writes the calls of a set without JSON-LD together. Each of the others is written by itself once its
 * JSON-LD has been checked, which the set does not wait for.
 */
export async function writeChecked<Input extends { caller: Caller }, Output>(
  processor: JsonLdProcessor,
  calls: readonly CallInSet<Input>[],
  { refuse, valuesOf, write }: CheckedWrite<Input, Output>,
): Promise<Outcome<Output>[]> {
  const refusals = calls.map(({ input }) => refuse?.(input));
  const needsCheck = ({ input }: CallInSet<Input>) =>
    valuesOf(input).some(({ value }) => containsJsonLd(value));
  const together = calls.filter((call, index) => !refusals[index] && !needsCheck(call));
  // A set that fails has changed nothing: the checks begin after all that can fail it.
  const written = new Map<CallInSet<Input>, Outcome<Output>>();
  if (together.length > 0) {
    const outcomes = await write(together);
    together.forEach((call, index) => written.set(call, outcomes[index]!));
  }

  async function checkAndWrite(call: CallInSet<Input>): Promise<Output | Problem> {
    const { input, expiresAt } = call;
    for (const value of valuesOf(input)) {
      await checkJsonLd(processor, { ...value, developer: input.caller.developer, expiresAt });
    }
    const [outcome] = await write([call]);
    return outcome!;
  }

  return calls.map((call, index) => refusals[index] ?? written.get(call) ?? checkAndWrite(call));
}
