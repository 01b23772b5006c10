import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { clientTypes, typesFile } from './types.js';

test('the types of the client match the OpenAPI document', async () => {
  const file = new URL(`../../../${typesFile}`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(await clientTypes());
});
