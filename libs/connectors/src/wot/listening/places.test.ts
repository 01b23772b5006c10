import { expect, test } from '@jest/globals';
import { createPlaces } from './places.js';

test('a client has its own places although others have taken all further ones', () => {
  const places = createPlaces({ perClient: 1, further: 2 });
  const [first, second] = [places.ofClient(), places.ofClient()];
  const taken = Array.from({ length: 4 }, () => first.take());
  expect(taken.map((release) => release !== undefined)).toEqual([true, true, true, false]);
  expect(second.take()).toBeDefined();
  expect(second.take()).toBeUndefined();
  taken[1]!();
  expect(second.take()).toBeDefined();
});
