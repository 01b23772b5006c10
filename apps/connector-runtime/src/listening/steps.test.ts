import { expect, test } from '@jest/globals';
import { createSteps } from './report-buffer.js';

test('what is due together runs in one step, and what comes up in it runs in the next', async () => {
  const runInStep = createSteps(10);
  const steps: string[][] = [];
  let step: string[] | undefined;
  const note = (name: string) => {
    if (!step) {
      steps.push((step = []));
      setImmediate(() => (step = undefined));
    }
    step.push(name);
  };
  await new Promise<void>((resolve) => {
    runInStep(() => {
      note('first');
      runInStep(() => (note('third'), resolve()));
    });
    runInStep(() => note('second'));
  });
  expect(steps).toEqual([['first', 'second'], ['third']]);
});
