import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { Unavailable } from '@trellis/connector-sdk';
import { mapYielding } from './map-yielding.js';

/** Works for longer than the event loop may be blocked. */
function work(item: number): number {
  const end = performance.now() + 25;
  while (performance.now() < end);
  return item * 2;
}

describe('a list that takes long to map', () => {
  test('is mapped in order, while others have their turns', async () => {
    let turns = 0;
    const other = nextTurn().then(() => (turns += 1));
    const mapped = mapYielding(
      [1, 2, 3],
      (item) => ({ value: work(item), turns }),
      AbortSignal.timeout(60_000),
    );
    const [first, , last] = await mapped;
    await other;
    expect((await mapped).map(({ value }) => value)).toEqual([2, 4, 6]);
    expect([first?.turns, last?.turns]).toEqual([0, 1]);
  });

  test('is given up when the signal is aborted', async () => {
    const aborted = AbortSignal.abort();
    await expect(mapYielding([1, 2], work, aborted)).rejects.toThrow(Unavailable);
  });
});
