import {
  unitsContract,
  type CallName,
  type Input,
  type Output,
  type UnitsContract,
  outputOf,
} from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';

/** Creates a client of units-service that answers every call by a function. */
export const unitsAnswering = (
  answer: (name: CallName<UnitsContract>, input: never) => Promise<unknown>,
): RpcClient<UnitsContract> => answer as unknown as RpcClient<UnitsContract>;

type Upsert = Input<UnitsContract, 'things.upsert'>;
type Write = Input<UnitsContract, 'things.write'>;
type Request = Input<UnitsContract, 'things.request'>;
type Withdrawal = Input<UnitsContract, 'things.withdraw'>;

/**
 * A units-service that records what is stored; `refuse` may throw in place of it. It has room for
 * `maxThings`.
 */
export function recordingUnits(
  refuse: () => void | Promise<void> = () => undefined,
  maxThings: () => number = () => Infinity,
) {
  const upserts: Upsert[] = [];
  const writes: Write[] = [];
  const requests: Request[] = [];
  const withdrawals: Withdrawal[] = [];
  const merges: Input<UnitsContract, 'things.merge'>['merged'] = [];
  const stored = new Set<string>();

  function leaveOut({ things }: Upsert): { left_out?: object } {
    const leftOut = things.filter(({ id }) => {
      if (stored.size < maxThings()) stored.add(id);
      return !stored.has(id);
    });
    if (leftOut.length === 0) return {};
    return { left_out: { things: leftOut.map(({ id }) => id), reason: 'There is no room.' } };
  }

  return {
    upserts,
    writes,
    requests,
    withdrawals,
    merges,
    async units<Name extends CallName<UnitsContract>>(
      name: Name,
      input: Input<UnitsContract, Name>,
    ): Promise<Output<UnitsContract, Name>> {
      await refuse();
      const isUpsert = name === 'things.upsert';
      if (isUpsert) upserts.push(unitsContract.calls['things.upsert'].input.parse(input));
      if (name === 'things.write') {
        writes.push(unitsContract.calls['things.write'].input.parse(input));
      }
      if (name === 'things.request') {
        requests.push(unitsContract.calls['things.request'].input.parse(input));
      }
      if (name === 'things.withdraw') {
        withdrawals.push(unitsContract.calls['things.withdraw'].input.parse(input));
      }
      if (name === 'things.merge') {
        merges.push(...unitsContract.calls['things.merge'].input.parse(input).merged);
      }
      const shown = name === 'things.show' ? { things: [], covered: 0 } : {};
      const given = isUpsert ? leaveOut(upserts.at(-1)!) : shown;
      const answer: unknown = outputOf(unitsContract.calls[name]).parse(given);
      return answer as Output<UnitsContract, Name>;
    },
  };
}
