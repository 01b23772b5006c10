import { describe, expect, test } from '@jest/globals';
import { percentOfSteps, stepsOfPercent } from './levels.js';

describe.each([1, 3, 10, 99, 100, 254, 255, 1000])('a level of %i steps', (maxSteps) => {
  test('has no step at 0 %, the last at 100 %, and at least the first in between', () => {
    expect(stepsOfPercent(0, maxSteps)).toBe(0);
    expect(stepsOfPercent(0.01, maxSteps)).toBe(1);
    expect(stepsOfPercent(100, maxSteps)).toBe(maxSteps);
  });

  test('is read as a percentage that is written as the same step', () => {
    for (let steps = 0; steps <= maxSteps; steps += 1) {
      expect(stepsOfPercent(percentOfSteps(steps, maxSteps), maxSteps)).toBe(steps);
    }
  });

  test('is read as 0 % only at step 0, and never above 100 %', () => {
    expect(percentOfSteps(0, maxSteps)).toBe(0);
    expect(percentOfSteps(1, maxSteps)).toBeGreaterThan(0);
    expect(percentOfSteps(maxSteps + 1, maxSteps)).toBe(100);
    expect(percentOfSteps(-1, maxSteps)).toBe(0);
  });
});

test.each(Array.from({ length: 101 }, (_, percent) => percent))(
  'a written %i %% of 255 steps is read again',
  (percent) => {
    expect(percentOfSteps(stepsOfPercent(percent, 255), 255)).toBe(percent);
  },
);
