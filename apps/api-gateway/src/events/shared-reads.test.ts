import { expect, jest, test } from '@jest/globals';
import { unitsContract } from '@trellis/contracts';
import { fakeClient } from '../testing/gateway.js';
import { shareReads } from './shared-reads.js';

/** Returns a client whose calls are answered, with their number, when the test says so. */
function startHolding(padding = '') {
  const pending: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let count = 0;
  const read = () => {
    const cursor = cursorOf((count += 1));
    return new Promise<object>((resolve, reject) =>
      pending.push({
        resolve: () => resolve({ changes: [], cursor, more: false, padding }),
        reject,
      }),
    );
  };
  return { shared: shareReads(fakeClient(unitsContract, { 'changes.read': read })), pending };
}

const cursorOf = (count: number) => `${count}-1-1`;
const page = (count: number) => ({ changes: [], cursor: cursorOf(count), more: false });
const settle = () => new Promise((resolve) => setImmediate(resolve));
const input = { caller: { developer: 'a' }, limit: 10, kinds: ['unit_created' as const] };

test('reads that wait for their turn are made once', async () => {
  const { shared, pending } = startHolding();
  const underWay = [shared('changes.read', input), shared('changes.read', { ...input, limit: 1 })];
  await settle();
  const others = [shared('changes.read', input), shared('changes.read', input)];
  await settle();
  expect(pending).toHaveLength(2);
  for (const { resolve } of pending.splice(0)) resolve();
  expect(await Promise.all(underWay)).toEqual([page(1), page(2)]);
  await settle();
  expect(pending).toHaveLength(1);
  pending[0]!.resolve();
  expect(await Promise.all(others)).toEqual([page(3), page(3)]);
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
  expect(await next).toEqual(page(2));
});

test('other accounts have turns of their own', async () => {
  const { shared, pending } = startHolding();
  for (const limit of [1, 2, 3]) void shared('changes.read', { ...input, limit });
  void shared('changes.read', { ...input, caller: { developer: 'b' } });
  await settle();
  expect(pending).toHaveLength(3);
});

test('a read for many readers keeps its turn until much of what it found is sent', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const { shared, pending } = startHolding('x'.repeat(1024 * 1024));
  const readers = Array.from({ length: 1_000 }, () => shared('changes.read', input));
  const other = shared('changes.read', { ...input, limit: 1 });
  await settle();
  for (const { resolve } of pending.splice(0)) resolve();
  await Promise.all([...readers, other]);
  const next = [2, 3].map((limit) => shared('changes.read', { ...input, limit }));
  await settle();
  expect(pending).toHaveLength(1);
  pending[0]!.resolve();
  await next[0];
  await settle();
  expect(pending).toHaveLength(2);
  const last = shared('changes.read', { ...input, limit: 4 });
  await settle();
  expect(pending).toHaveLength(2);
  jest.advanceTimersByTime(5_000);
  await settle();
  expect(pending).toHaveLength(3);
  pending[2]!.resolve();
  await last;
  jest.useRealTimers();
});
