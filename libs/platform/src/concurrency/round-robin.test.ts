import { expect, test } from '@jest/globals';
import { createRoundRobin, type RoundRobin } from './round-robin.js';

/** Acquires a slot and notes who got it, in order. */
function taker(slots: RoundRobin) {
  const order: string[] = [];
  const take = (owner: string, expiresAt?: number) =>
    slots.acquire(owner, expiresAt === undefined ? undefined : { expiresAt }).then((release) => {
      order.push(owner);
      return release;
    });
  return { order, take };
}

/** Acquires a slot and gives it back at once. */
const pass = async (taken: Promise<() => void>) => (await taken)();

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('owners take turns for a slot, whatever waits for each', async () => {
  const { order, take } = taker(createRoundRobin({ slots: 1 }));
  const release = await take('a');
  const all = ['a', 'a', 'a', 'b', 'c', 'b'].map((owner) => pass(take(owner)));
  release();
  await Promise.all(all);
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

test('an owner holds no more than its share, and others take the rest at once', async () => {
  const { order, take } = taker(createRoundRobin({ slots: 3, slotsPerOwner: 1 }));
  const release = await take('a');
  const second = take('a');
  const others = [await take('b'), await take('c')];
  expect(order).toEqual(['a', 'b', 'c']);
  others.forEach((giveBack) => giveBack());
  await settle();
  expect(order).toHaveLength(3);
  release();
  await second;
  expect(order).toEqual(['a', 'b', 'c', 'a']);
});

test('a slot that is given back goes to the next owner who may hold one', async () => {
  const { order, take } = taker(createRoundRobin({ slots: 2, slotsPerOwner: 1 }));
  await take('a');
  const release = await take('b');
  const waiting = [take('a'), take('c')];
  release();
  await waiting[1];
  expect(order).toEqual(['a', 'b', 'c']);
});

test('too many turns of one owner are refused, and none of another', async () => {
  const roundRobin = createRoundRobin({ slots: 1, maxWaitingPerOwner: 2 });
  const release = await roundRobin.acquire('a');
  const waiting = [roundRobin.acquire('a'), roundRobin.acquire('a')];
  await expect(roundRobin.acquire('a')).rejects.toMatchObject({
    code: 'rate_limited',
    extras: { retry_after: 1 },
  });
  waiting.push(roundRobin.acquire('b'));
  release();
  await Promise.all(waiting.map(pass));
  await expect(roundRobin.acquire('a')).resolves.toBeInstanceOf(Function);
});

test('a turn that waits too long leaves the queue, which then has room', async () => {
  const { order, take } = taker(createRoundRobin({ slots: 1, maxWaitingPerOwner: 1 }));
  const release = await take('a');
  await expect(take('a', Date.now() - 1)).rejects.toMatchObject({ code: 'timeout' });
  const next = take('a');
  release();
  await next;
  expect(order).toEqual(['a', 'a']);
});
