import {
  unitsContract,
  type CallName,
  type Input,
  type Output,
  type UnitsContract,
} from '@trellis/contracts';

type Upsert = Input<UnitsContract, 'things.upsert'>;

/** A units-service that records what is stored; `refuse` may throw in place of it. */
export function recordingUnits(refuse: () => void = () => undefined) {
  const upserts: Upsert[] = [];
  return {
    upserts,
    async units<Name extends CallName<UnitsContract>>(
      name: Name,
      input: Input<UnitsContract, Name>,
    ): Promise<Output<UnitsContract, Name>> {
      refuse();
      if (name === 'things.upsert') {
        upserts.push(unitsContract.calls['things.upsert'].input.parse(input));
      }
      const answer: unknown = unitsContract.calls[name].output.parse({});
      return answer as Output<UnitsContract, Name>;
    },
  };
}
