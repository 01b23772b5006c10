import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { outputs } from './outputs.js';

test.each(Object.entries(outputs))('%s is what the code generates', async (path, text) => {
  const file = new URL(`../../${path}`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(await text());
});
