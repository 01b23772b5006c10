import { expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { waitFor } from '@trellis/testing';
import { answerBatches } from './answer-batches.js';

test('a batch of which a call waits too long is answered without it', async () => {
  const batches: unknown[][] = [];
  const answer = answerBatches(
    async (_needs: object, calls) => {
      batches.push(calls.map(({ input }) => input));
      const impatient = calls.find(({ input }) => input === 'impatient');
      if (impatient) {
        await waitFor(() => Date.now() >= impatient.expiresAt);
        throw new Problem('timeout', 'The request waited too long.');
      }
      return calls.map(() => 'written');
    },
    {},
    { isOutage: () => false },
  );
  const call = (input: string, patienceMs: number) =>
    answer({ input, expiresAt: Date.now() + patienceMs, bytes: 1 });
  const answers = await Promise.all([
    call('one', 60_000),
    call('impatient', 1_000),
    call('other', 60_000),
  ]);
  const written = { output: 'written' };
  expect(answers).toEqual([written, 'expired', written]);
  expect(batches).toEqual([
    ['one', 'impatient', 'other'],
    ['one', 'other'],
  ]);
});
