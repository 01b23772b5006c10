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

/** Has a handler of sets answer several calls as one set; a problem is among its outcomes. */
export async function answerSet<Needs, Input, Outcome>(
  handler: SetHandler<Needs, Input, Outcome>,
  needs: Needs,
  inputs: readonly Input[],
): Promise<Outcome[]> {
  return Promise.all(
    await handler(
      needs,
      inputs.map((input) => ({ input, expiresAt: Date.now() + longerThanAnyTestMs })),
    ),
  );
}

/** Has a handler of sets answer one call; throws the problem that it answers. */
export async function answerOne<Needs, Input, Outcome>(
  handler: SetHandler<Needs, Input, Outcome>,
  needs: Needs,
  input: Input,
): Promise<Exclude<Outcome, Error>> {
  const [outcome] = await answerSet(handler, needs, [input]);
  if (outcome instanceof Error) throw outcome;
  return outcome as Exclude<Outcome, Error>;
}
