import { expect, test } from '@jest/globals';
import { leftOut, Misconfigured } from './failure.js';

const messages = (kinds: string[]) => leftOut('Parts', kinds).map(({ failure }) => failure.message);

test('what a poll leaves out is one problem, which counts each kind', () => {
  expect(leftOut('Parts', ['b', 'a', 'b'])[0]!.failure).toBeInstanceOf(Misconfigured);
  expect(messages(['b', 'a', 'b'])).toEqual(['Parts were left out: 2 b, 1 a.']);
  expect(messages([])).toEqual([]);
});

test('a problem with many kinds, or with long ones, stays short', () => {
  const kinds = Array.from({ length: 500 }, (_, number) => `${number}`.padEnd(1000, 'x'));
  const [message] = messages(kinds);
  expect(message).toMatch(/, and others\.$/);
  expect(message!.length).toBeLessThan(500);
});
