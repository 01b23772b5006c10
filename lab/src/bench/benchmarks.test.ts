import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { benchmarks } from './benchmarks.js';
import { programs } from './processes.js';

test.each(Object.entries(benchmarks))('the benchmark %s can be loaded', async (_name, load) => {
  expect(await load()).toMatchObject({ run: expect.any(Function) });
});

test.each(Object.entries(programs))('the program %s is there', (_name, file) => {
  expect(existsSync(file)).toBe(true);
});
