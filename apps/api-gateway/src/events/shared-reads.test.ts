import { expect, test } from '@jest/globals';
import { shareReads } from './shared-reads.js';

/** Returns a client whose calls are answered, with their number, when the test says so. */
function startHolding() {
  const pending: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let count = 0;
  const units = (() => {
    const number = (count += 1);
    return new Promise((resolve, reject) =>
      pending.push({ resolve: () => resolve({ cursor: `${number}` }), reject }),
    );
  }) as unknown as Parameters<typeof shareReads>[0];
  return { shared: shareReads(units), pending };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const input = { caller: { developer: 'a' }, limit: 10, kinds: [] };

test('reads that wait for their turn are made once', async () => {
  const { shared, pending } = startHolding();
  const underWay = [shared('changes.read', input), shared('changes.read', { ...input, limit: 1 })];
  await settle();
  const others = [shared('changes.read', input), shared('changes.read', input)];
  await settle();
  expect(pending).toHaveLength(2);
  for (const { resolve } of pending.splice(0)) resolve();
  expect(await Promise.all(underWay)).toEqual([{ cursor: '1' }, { cursor: '2' }]);
  await settle();
  expect(pending).toHaveLength(1);
  pending[0]!.resolve();
  expect(await Promise.all(others)).toEqual([{ cursor: '3' }, { cursor: '3' }]);
});

test('a failure is that of those who share the read, and not of the next ones', async () => {
  const { shared, pending } = startHolding();
  const both = [shared('changes.read', input), shared('changes.read', input)];
  await settle();
  expect(pending).toHaveLength(1);
  pending.shift()!.reject(new Error('lost'));
  for (const one of both) await expect(one).rejects.toThrow('lost');
  const next = shared('changes.read', input);
  await settle();
  pending[0]!.resolve();
  expect(await next).toEqual({ cursor: '2' });
});

test('other accounts have turns of their own', async () => {
  const { shared, pending } = startHolding();
  for (const limit of [1, 2, 3]) void shared('changes.read', { ...input, limit });
  void shared('changes.read', { ...input, caller: { developer: 'b' } });
  await settle();
  expect(pending).toHaveLength(3);
});
