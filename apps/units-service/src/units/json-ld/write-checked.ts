import type { Caller, BatchedCall, Problem } from '@trellis/contracts';
import { checkJsonLd, containsJsonLd } from './check.js';
import type { JsonLdProcessor } from './processor.js';

type Outcome<Output> = Output | Problem | Promise<Output | Problem>;

interface CheckedWrite<Input, Output> {
  /** Returns the problem of a call that is refused regardless of its values. */
  refuse?: (input: Input) => Problem | undefined;
  /** Returns the values of a call with their locations in the request's body (JSON Pointer, RFC 6901). */
  valuesOf: (input: Input) => { value: unknown; pointer: string }[];
  /** Writes a batch of calls with valid values; one outcome per call, as in a `BatchHandler`. */
  write: (calls: readonly BatchedCall<Input>[]) => Promise<Outcome<Output>[]>;
}

/**
 * Writes the calls of a batch without JSON-LD together. The others are written one by one once their JSON-LD has been
 * checked, without the batch waiting for them.
 */
export async function writeChecked<Input extends { caller: Caller }, Output>(
  processor: JsonLdProcessor,
  calls: readonly BatchedCall<Input>[],
  { refuse, valuesOf, write }: CheckedWrite<Input, Output>,
): Promise<Outcome<Output>[]> {
  const refusals = calls.map(({ input }) => refuse?.(input));
  const needsCheck = ({ input }: BatchedCall<Input>) =>
    valuesOf(input).some(({ value }) => containsJsonLd(value));
  const together = calls.filter((call, index) => !refusals[index] && !needsCheck(call));
  // A failed batch must not have changed anything: checks begin after everything that can fail the batch.
  const written = new Map<BatchedCall<Input>, Outcome<Output>>();
  if (together.length > 0) {
    const outcomes = await write(together);
    together.forEach((call, index) => written.set(call, outcomes[index]!));
  }

  async function checkAndWrite(call: BatchedCall<Input>): Promise<Output | Problem> {
    const { input, expiresAt } = call;
    for (const value of valuesOf(input)) {
      await checkJsonLd(processor, { ...value, developer: input.caller.developer, expiresAt });
    }
    const [outcome] = await write([call]);
    return outcome!;
  }

  return calls.map((call, index) => refusals[index] ?? written.get(call) ?? checkAndWrite(call));
}
