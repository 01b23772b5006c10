import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { configurationReference, referenceFile } from './reference.js';

test('the configuration reference matches the schemas', async () => {
  const file = new URL(`../../../${referenceFile}`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(await configurationReference());
});
