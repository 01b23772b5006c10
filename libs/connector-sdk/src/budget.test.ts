import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { Budget, mapYielding } from './budget.js';
import { Unavailable } from './failure.js';

const refuse = (kind: string) => new Error(`too many ${kind}`);

/** Works for longer than the event loop may be blocked. */
function work(item: number): number {
  const end = performance.now() + 25;
  while (performance.now() < end);
  return item * 2;
}

describe('a budget', () => {
  test('refuses work that exceeds a limit, before it is done', () => {
    const budget = new Budget({ limits: { steps: 3, bytes: 10 }, refuse });
    budget.spend('steps', 3);
    expect(budget.has('steps')).toBe(false);
    expect(budget.isExhausted).toBe(false);
    expect(() => budget.spend('steps')).toThrow('too many steps');
    expect(budget.isExhausted).toBe(true);
    expect(() => budget.spend('bytes', 10)).not.toThrow();
  });

  test('spends the budget around it, which several share', () => {
    const whole = new Budget({ limits: { steps: 5 }, refuse });
    const [one, other] = [1, 2].map(
      () => new Budget({ limits: { steps: 3 }, refuse, within: whole }),
    );
    one!.spend('steps', 3);
    expect(() => other!.spend('steps', 3)).toThrow('too many steps');
    expect(other!.isExhausted && whole.isExhausted).toBe(true);
    expect(one!.isExhausted).toBe(false);
  });

  test('spends what it does not limit itself from the budget around it', () => {
    const whole = new Budget({ limits: { steps: 5 }, refuse });
    const part = new Budget({ limits: { bytes: 1 }, refuse, within: whole });
    expect(part.take('steps', 5)).toBe(true);
    expect(part.take('bytes', 1)).toBe(true);
    expect(part.take('steps', 1)).toBe(false);
    expect(whole.isExhausted).toBe(true);
  });

  test('does not charge the budget around it for work that it refuses itself', () => {
    const whole = new Budget({ limits: { steps: 5 }, refuse });
    const part = new Budget({ limits: { steps: 1 }, refuse, within: whole });
    expect(() => part.spend('steps', 4)).toThrow();
    expect(() => whole.spend('steps', 5)).not.toThrow();
  });

  test('refuses too much work at once', () => {
    const budget = new Budget({ limits: { steps: 10 }, atOnce: { steps: 3 }, refuse });
    expect(() => budget.spend('steps', 4)).toThrow('too many steps');
    expect(() => budget.spend('steps', 3)).not.toThrow();
  });

  test('counts work whose size is known afterwards without a failure', () => {
    const budget = new Budget({ limits: { bytes: 10 }, refuse });
    budget.record('bytes', 11);
    expect(budget.has('bytes')).toBe(false);
  });

  test('lets the event loop run when the thread was busy for long', async () => {
    let rounds = 0;
    const other = nextTurn().then(() => (rounds += 1));
    const budget = new Budget({ limits: { steps: 1 }, refuse });
    await budget.pause();
    expect(rounds).toBe(0);
    work(1);
    await budget.pause();
    await other;
    expect(rounds).toBe(1);
  });
});

describe('a list that takes long to map', () => {
  test('is mapped in order, while others have their turns', async () => {
    let rounds = 0;
    const other = nextTurn().then(() => (rounds += 1));
    const mapped = mapYielding(
      [1, 2, 3],
      (item) => ({ value: work(item), rounds }),
      AbortSignal.timeout(60_000),
    );
    const [first, , last] = await mapped;
    await other;
    expect((await mapped).map(({ value }) => value)).toEqual([2, 4, 6]);
    expect([first?.rounds, last?.rounds]).toEqual([0, 1]);
  });

  test('is given up when the signal is aborted', async () => {
    const aborted = AbortSignal.abort();
    await expect(mapYielding([1, 2], work, aborted)).rejects.toThrow(Unavailable);
  });
});
