import { expect, test } from '@jest/globals';
import { createBodyBudget } from './body-budget.js';

const mebibyte = 1024 * 1024;
const codeOf = (take: () => unknown): string | undefined => {
  try {
    take();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('bodies of 8 MiB may be under way for an owner, and of 32 MiB for all', () => {
  const { take } = createBodyBudget();
  const release = take('one', mebibyte);
  for (let body = 2; body <= 8; body += 1) take('one', mebibyte);
  expect(codeOf(() => take('one', mebibyte))).toBe('rate_limited');
  for (const owner of ['two', 'three', 'four']) take(owner, 8 * mebibyte);
  expect(codeOf(() => take('five', mebibyte))).toBe('unavailable');
  release();
  expect(codeOf(() => take('five', mebibyte))).toBeUndefined();
  expect(codeOf(() => take('one', mebibyte))).toBe('unavailable');
});

test('a body of 16 KiB is not counted, and a larger one is', () => {
  const { take } = createBodyBudget({ maxBytes: 1, maxBytesPerOwner: mebibyte });
  expect(codeOf(() => take('one', 16 * 1024))).toBeUndefined();
  expect(codeOf(() => take('one', 16 * 1024 + 1))).toBe('unavailable');
});
