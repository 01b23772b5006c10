interface Call<Input> {
  input: Input;
  expiresAt: number;
}

/** A handler of batches with any outcome; see `BatchHandler` of the contracts. */
type BatchHandler<Needs, Input, Outcome> = (
  needs: Needs,
  calls: readonly Call<Input>[],
) => Promise<readonly (Outcome | Promise<Outcome>)[]>;

/** Deadline of the calls, within the range of timers. */
const longerThanAnyTestMs = 60 * 60_000;

/** Calls a handler of batches, again for calls that it defers. Problems are among the outcomes. */
export async function answerBatch<Needs, Input, Outcome>(
  handler: BatchHandler<Needs, Input, Outcome>,
  needs: Needs,
  inputs: readonly Input[],
): Promise<Exclude<Outcome, symbol>[]> {
  const outcomes: Exclude<Outcome, symbol>[] = [];
  let open = inputs.map((input, index) => ({ input, index }));
  while (open.length > 0) {
    const expiresAt = Date.now() + longerThanAnyTestMs;
    const batch = await handler(
      needs,
      open.map(({ input }) => ({ input, expiresAt })),
    );
    const answers = await Promise.all(batch);
    const isDeferred = answers.map((answer) => typeof answer === 'symbol');
    if (isDeferred[0]) throw new Error('The first call of a batch was deferred.');
    for (const [position, { index }] of open.entries()) {
      if (!isDeferred[position]) outcomes[index] = answers[position] as Exclude<Outcome, symbol>;
    }
    open = open.filter((_call, position) => isDeferred[position]);
  }
  return outcomes;
}

/** Calls a handler of batches with one call; throws its problem. */
export async function answerOne<Needs, Input, Outcome>(
  handler: BatchHandler<Needs, Input, Outcome>,
  needs: Needs,
  input: Input,
): Promise<Exclude<Outcome, Error | symbol>> {
  const [outcome] = await answerBatch(handler, needs, [input]);
  if (outcome instanceof Error) throw outcome;
  return outcome as Exclude<Outcome, Error | symbol>;
}
