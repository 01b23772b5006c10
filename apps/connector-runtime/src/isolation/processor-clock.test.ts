import { expect, test } from '@jest/globals';
import { createProcessorClock } from './processor-clock.js';

test('tasks that run at once share the processor time', () => {
  let usedMs = 100;
  const clock = createProcessorClock(() => usedMs);
  const long = clock.start();
  usedMs += 10;
  const short = clock.start();
  usedMs += 20;
  expect(short.end()).toBe(10);
  usedMs += 5;
  expect(long.end()).toBe(25);
});
