import { stat } from 'node:fs/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Unavailable } from '@trellis/connector-sdk';
import { waitFor } from '@trellis/testing';
import { createBulkhead, Overloaded, type BulkheadOptions } from './bulkhead.js';

const healthy = { developer: 'a', group: 'a', health: 'healthy' } as const;
const failing = { developer: 'a', group: 'a', health: 'failing' } as const;
const unknown = { developer: 'a', group: 'a', health: 'unknown' } as const;

/** Ends what hangs when the tests are over. */
const end = new AbortController();
afterAll(() => end.abort());

const bulkheadWith = (options: Partial<BulkheadOptions>) =>
  createBulkhead({
    fastSlots: 1,
    slowSlots: 1,
    slowSlotsPerDeveloper: options.slowSlots ?? 1,
    slowSlotsPerGroup: options.slowSlots ?? 1,
    slowAfterMs: 60_000,
    timeoutMs: 60_000,
    stopping: end.signal,
    ...options,
  });

/** Work that ignores its signal and never ends. */
const hanging = () => new Promise<never>(() => undefined);

/** Work that goes on until it is released. */
function blockedWork() {
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

describe('fast slots', () => {
  test('run as much work as there are, and the rest in turn', async () => {
    const bulkhead = bulkheadWith({ fastSlots: 2 });
    const { work, running, release } = blockedWork();
    const all = [1, 2, 3, 4].map(() => bulkhead.run(healthy, work));
    await waitFor(() => running() === 2);
    release();
    await Promise.all(all);
    await expect(bulkhead.run(healthy, async () => 'free')).resolves.toBe('free');
  });

  test('are given to developers in turns', async () => {
    const bulkhead = bulkheadWith({});
    const { work, running, release } = blockedWork();
    const order: string[] = [];
    const run = (developer: string) =>
      bulkhead.run({ ...healthy, developer }, async () => void order.push(developer));
    const first = bulkhead.run(healthy, work);
    await waitFor(() => running() === 1);
    const waiting = ['a', 'a', 'a', 'b', 'c', 'b'].map(run);
    release();
    await Promise.all([first, ...waiting]);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  test('are not held up by work that hangs', async () => {
    const bulkhead = bulkheadWith({ fastSlots: 2, slowSlots: 10, slowAfterMs: 20 });
    for (let number = 0; number < 10; number += 1) {
      bulkhead.run(healthy, hanging).catch(() => undefined);
    }
    const other = bulkhead.run({ ...healthy, group: 'b' }, async () => 'done');
    await expect(other).resolves.toBe('done');
  });

  test('keep work that was held up by this process alone', async () => {
    const bulkhead = bulkheadWith({ slowSlots: 0, slowAfterMs: 200 });
    const answer = bulkhead.run(healthy, async () => {
      await undefined;
      const answering = stat(new URL(import.meta.url));
      for (const until = performance.now() + 400; performance.now() < until;);
      return (await answering).isFile();
    });
    await expect(answer).resolves.toBe(true);
  });

  test('end work that hangs when there is no slow slot left', async () => {
    const bulkhead = bulkheadWith({ slowAfterMs: 20 });
    bulkhead.run(failing, hanging).catch(() => undefined);
    await expect(bulkhead.run(healthy, hanging)).rejects.toBeInstanceOf(Unavailable);
    await expect(bulkhead.run(healthy, async () => 'free')).resolves.toBe('free');
  });

  test('are free again after work that failed', async () => {
    const bulkhead = bulkheadWith({});
    const failure = new Unavailable('It is away.');
    await expect(bulkhead.run(healthy, () => Promise.reject(failure))).rejects.toBe(failure);
    await expect(bulkhead.run(healthy, async () => 'free')).resolves.toBe('free');
  });
});

describe('slow slots', () => {
  test('take what fails at once, and refuse unasked what finds none', async () => {
    const bulkhead = bulkheadWith({ slowSlots: 2 });
    const { work, release } = blockedWork();
    const inside = [bulkhead.run(failing, work), bulkhead.run(failing, work)];
    let hasRun = false;
    const third = bulkhead.run(failing, async () => void (hasRun = true));
    await expect(third).rejects.toBeInstanceOf(Overloaded);
    expect(hasRun).toBe(false);
    release();
    await Promise.all(inside);
    await expect(bulkhead.run(failing, async () => 'free')).resolves.toBe('free');
  });

  test('take what is unknown while there are any; the rest waits for fast ones', async () => {
    const bulkhead = bulkheadWith({});
    const { work, running, release } = blockedWork();
    const inside = [1, 2, 3].map(() => bulkhead.run(unknown, work));
    await waitFor(() => running() === 2);
    release();
    await Promise.all(inside);
  });

  test('are never all held by one group', async () => {
    const bulkhead = bulkheadWith({ slowSlots: 4, slowSlotsPerGroup: 2 });
    const { work, release } = blockedWork();
    const inside = [bulkhead.run(failing, work), bulkhead.run(failing, work)];
    await expect(bulkhead.run(failing, work)).rejects.toBeInstanceOf(Overloaded);
    const other = bulkhead.run({ ...failing, group: 'b' }, async () => 'in');
    await expect(other).resolves.toBe('in');
    release();
    await Promise.all(inside);
  });

  test('are never all held by one developer, whatever number of groups', async () => {
    const bulkhead = bulkheadWith({ slowSlots: 4, slowSlotsPerDeveloper: 2, slowSlotsPerGroup: 2 });
    const { work, release } = blockedWork();
    const run = (group: string) => bulkhead.run({ ...failing, group }, work);
    const inside = [run('1'), run('2')];
    for (const group of ['1', '3', '4']) {
      await expect(run(group)).rejects.toBeInstanceOf(Overloaded);
    }
    const other = bulkhead.run({ ...failing, developer: 'b', group: '5' }, async () => 'in');
    await expect(other).resolves.toBe('in');
    release();
    await Promise.all(inside);
    await expect(bulkhead.run(failing, async () => 'free')).resolves.toBe('free');
  });

  test('are free again after work that moved to one', async () => {
    const bulkhead = bulkheadWith({ slowAfterMs: 20, timeoutMs: 100 });
    await expect(bulkhead.run(healthy, hanging)).rejects.toBeInstanceOf(Unavailable);
    await expect(bulkhead.run(failing, async () => 'free')).resolves.toBe('free');
  });
});

describe('work', () => {
  test('that throws at once frees its slot like any other', async () => {
    const bulkhead = bulkheadWith({});
    const broken = () => {
      throw new TypeError('It breaks.');
    };
    await expect(bulkhead.run(failing, broken)).rejects.toBeInstanceOf(TypeError);
    await expect(bulkhead.run(failing, async () => 'free')).resolves.toBe('free');
  });

  test('is told when its time is up, and abandoned when it ignores that', async () => {
    let signal: AbortSignal | undefined;
    const late = bulkheadWith({ timeoutMs: 20 }).run(healthy, (given) => {
      signal = given;
      return hanging();
    });
    await expect(late).rejects.toBeInstanceOf(Unavailable);
    expect(signal?.aborted).toBe(true);
  });

  test('ends when the service stops, also what begins only then', async () => {
    const stop = new AbortController();
    const bulkhead = bulkheadWith({ stopping: stop.signal });
    const running = bulkhead.run(healthy, hanging);
    const waiting = bulkhead.run(healthy, hanging);
    stop.abort();
    await expect(running).rejects.toBeInstanceOf(Unavailable);
    await expect(waiting).rejects.toBeInstanceOf(Unavailable);
    await expect(bulkhead.run(healthy, hanging)).rejects.toThrow('The service is stopping.');
  });
});
