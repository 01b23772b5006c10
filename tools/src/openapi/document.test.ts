import { expect, test } from '@jest/globals';
import { documentText } from './document.js';

test('the OpenAPI document is the same each time', async () => {
  const text = await documentText();
  expect(await documentText()).toBe(text);
  expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0', paths: { '/api/v1/units': {} } });
});
