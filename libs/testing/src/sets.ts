interface Call<Input> {
  input: Input;
  expiresAt: number;
}

/** A handler of sets, whatever it answers; see `SetHandler` of the contracts. */
type SetHandler<Needs, Input, Outcome> = (
  needs: Needs,
  calls: readonly Call<Input>[],
) => Promise<readonly (Outcome | Promise<Outcome>)[]>;

/** How long the callers wait; a timer can be set for it, as handlers may do. */
const longerThanAnyTestMs = 60 * 60_000;

/**
 * Has a handler of sets answer several calls as one set, and those that it defers as further ones; a
 * problem is among the outcomes.
 */
export async function answerSet<Needs, Input, Outcome>(
  handler: SetHandler<Needs, Input, Outcome>,
  needs: Needs,
  inputs: readonly Input[],
): Promise<Exclude<Outcome, symbol>[]> {
  const outcomes: Exclude<Outcome, symbol>[] = [];
  let open = inputs.map((input, index) => ({ input, index }));
  while (open.length > 0) {
    const expiresAt = Date.now() + longerThanAnyTestMs;
    const set = await handler(
      needs,
      open.map(({ input }) => ({ input, expiresAt })),
    );
    const answers = await Promise.all(set);
    const isDeferred = answers.map((answer) => typeof answer === 'symbol');
    if (isDeferred[0]) throw new Error('The first call of a set was deferred.');
    for (const [place, { index }] of open.entries()) {
      if (!isDeferred[place]) outcomes[index] = answers[place] as Exclude<Outcome, symbol>;
    }
    open = open.filter((_call, place) => isDeferred[place]);
  }
  return outcomes;
}

/** Has a handler of sets answer one call; throws the problem that it answers. */
export async function answerOne<Needs, Input, Outcome>(
  handler: SetHandler<Needs, Input, Outcome>,
  needs: Needs,
  input: Input,
): Promise<Exclude<Outcome, Error | symbol>> {
  const [outcome] = await answerSet(handler, needs, [input]);
  if (outcome instanceof Error) throw outcome;
  return outcome as Exclude<Outcome, Error | symbol>;
}
