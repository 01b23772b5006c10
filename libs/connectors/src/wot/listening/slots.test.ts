import { expect, test } from '@jest/globals';
import { createSlots } from './subscriptions.js';

test('a client has its own slots although others have taken all further ones', () => {
  const slots = createSlots({ perClient: 1, further: 2 });
  const [first, second] = [slots.ofClient(), slots.ofClient()];
  const shared = Array.from({ length: 4 }, () => first.acquire());
  expect(shared.map((release) => release !== undefined)).toEqual([true, true, true, false]);
  expect(second.acquire()).toBeDefined();
  expect(second.acquire()).toBeUndefined();
  shared[1]!();
  expect(second.acquire()).toBeDefined();
});
