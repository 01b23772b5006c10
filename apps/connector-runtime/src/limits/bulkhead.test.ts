import { describe, expect, test } from '@jest/globals';
import { Unavailable } from '@trellis/connector-sdk';
import { waitFor } from '@trellis/testing';
import { createLanes, Crowded } from './lanes.js';

const healthy = { group: 'a', standing: 'good' } as const;
const suspect = { group: 'a', standing: 'bad' } as const;

/** Work that goes on until its signal is aborted. */
const hanging = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** Work that goes on until it is let go. */
function held() {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let running = 0;
  return {
    running: () => running,
    release: () => release(),
    work: async () => {
      running += 1;
      await released;
      running -= 1;
    },
  };
}

describe('the quick lane', () => {
  test('runs as many as it has places for, and the others in turn', async () => {
    const lanes = createLanes({ quick: 2, slow: 1, slowOfGroup: 1, patience: 60_000 });
    const { work, running, release } = held();
    const all = [1, 2, 3, 4].map(() => lanes.run(healthy, work));
    await waitFor(() => running() === 2);
    release();
    await Promise.all(all);
    await expect(lanes.run(healthy, async () => 'free')).resolves.toBe('free');
  });

  test('is not held up by work that hangs', async () => {
    const lanes = createLanes({ quick: 2, slow: 10, slowOfGroup: 10, patience: 20 });
    for (let number = 0; number < 10; number += 1) {
      lanes.run(healthy, hanging).catch(() => undefined);
    }
    await expect(lanes.run({ ...healthy, group: 'b' }, async () => 'done')).resolves.toBe('done');
  });

  test('ends work that hangs when the slow lane is full', async () => {
    const lanes = createLanes({ quick: 1, slow: 1, slowOfGroup: 1, patience: 20 });
    void lanes.run(suspect, hanging).catch(() => undefined);
    await expect(lanes.run(healthy, hanging)).rejects.toBeInstanceOf(Unavailable);
    await expect(lanes.run(healthy, async () => 'free')).resolves.toBe('free');
  });
});

describe('the slow lane', () => {
  test('takes suspects at once and refuses those that find no place, unasked', async () => {
    const lanes = createLanes({ quick: 1, slow: 2, slowOfGroup: 2, patience: 20 });
    const { work, release } = held();
    const inside = [lanes.run(suspect, work), lanes.run(suspect, work)];
    let asked = false;
    const third = lanes.run(suspect, async () => void (asked = true));
    await expect(third).rejects.toBeInstanceOf(Crowded);
    expect(asked).toBe(false);
    release();
    await Promise.all(inside);
    await expect(lanes.run(suspect, async () => 'free')).resolves.toBe('free');
  });

  test('takes what is not known yet while it has room; the rest goes by the quick lane', async () => {
    const lanes = createLanes({ quick: 1, slow: 1, slowOfGroup: 1, patience: 60_000 });
    const unknown = { group: 'a', standing: 'unknown' } as const;
    const { work, running, release } = held();
    const inside = [lanes.run(unknown, work), lanes.run(unknown, work), lanes.run(unknown, work)];
    await waitFor(() => running() === 2);
    release();
    await Promise.all(inside);
  });

  test('is never filled by one group alone', async () => {
    const lanes = createLanes({ quick: 1, slow: 4, slowOfGroup: 2, patience: 20 });
    const { work, release } = held();
    const inside = [lanes.run(suspect, work), lanes.run(suspect, work)];
    await expect(lanes.run(suspect, work)).rejects.toBeInstanceOf(Crowded);
    const other = lanes.run({ group: 'b', standing: 'bad' }, async () => 'in');
    await expect(other).resolves.toBe('in');
    release();
    await Promise.all(inside);
  });
});
