import { expect, test } from '@jest/globals';
import { rangeOf } from './json-position.js';

const text = `{
  "requests": { "a/b": { "path": "sensors" } },
  "devices": [{ "id": "$.id" }, { "properties": [1, { "value": true }] }]
}`;

const marked = (pointer: string, json = text) => {
  const { from, to } = { ...rangeOf(json, pointer) };
  return json.slice(from, to);
};

test.each([
  ['/requests/a~1b/path', '"sensors"'],
  ['/requests/a~1b', '"a/b"'],
  ['/devices/0/id', '"$.id"'],
  ['/devices/1', '{'],
  ['/devices/1/properties/1/value', 'true'],
  ['', '{'],
])('the member %j is pointed out at %s', (pointer, expected) => {
  expect(marked(pointer)).toBe(expected);
});

test('a member that is missing is pointed out at the nearest one above it', () => {
  expect(marked('/requests/a~1b/method')).toBe('"a/b"');
  expect(marked('/devices/0/properties/3')).toBe('{');
  expect(marked('/devices/7')).toBe('"devices"');
  expect(marked('/x', '')).toBe('');
  expect(marked('/x', '[1]')).toBe('[');
});
