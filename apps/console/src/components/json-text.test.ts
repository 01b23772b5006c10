import { expect, test } from '@jest/globals';
import { jsonTokens, prettyJson } from './json-text.js';

test.each([
  ['{"a":1,"b":[true,{}],"c":[]}'],
  ['[ {"text": "a, {b}: \\"c\\""}, null, -1.5e3 ]'],
  ['[[],[[1]]]'],
])('%s is indented as usual', (text) => {
  expect(prettyJson(text)).toBe(
    JSON.stringify(JSON.parse(text), null, 2).replace('-1500', '-1.5e3'),
  );
});

test('values stay as they were written', () => {
  expect(prettyJson('{"id":12345678901234567890}')).toBe('{\n  "id": 12345678901234567890\n}');
});

test.each(['', '<html>', '{"cut":', '3', '"text"'])('%j is not formatted', (text) => {
  expect(prettyJson(text)).toBeUndefined();
});

test('the parts of a JSON text have roles, and are the whole text', () => {
  const json = '{"name": "a \\"b\\"", "on": true, "level": -2.5e1}';
  const tokens = jsonTokens(json);
  expect(tokens.map(({ text }) => text).join('')).toBe(json);
  expect(tokens.filter(({ role }) => role !== 'other').map(({ role }) => role)).toEqual([
    'name',
    'text',
    'name',
    'word',
    'name',
    'number',
  ]);
});
