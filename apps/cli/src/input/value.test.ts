import { expect, test } from '@jest/globals';
import { parseValue, splitAssignment } from './value.js';

test.each([
  ['21.5', 'number', 21.5],
  ['true', 'boolean', true],
  ['on', 'boolean', true],
  ['off', 'boolean', false],
  ['eco', 'string', 'eco'],
  ['21', 'string', '21'],
  ['"eco"', 'string', 'eco'],
  ['on', 'string', 'on'],
  ['{"r":255}', 'object', { r: 255 }],
  ['null', 'number', null],
  ['on', undefined, 'on'],
  ['[1]', undefined, [1]],
])('%s is a value of the type %s', (given, type, value) => {
  expect(parseValue(given, type)).toEqual(value);
});

test('text that is not JSON is refused unless text is expected', () => {
  expect(() => parseValue('warm', 'number')).toThrow('warm is not valid JSON of type number.');
});

test('an assignment is split at the first equals sign', () => {
  expect(splitAssignment('a=b=c')).toEqual(['a', 'b=c']);
  expect(() => splitAssignment('=b')).toThrow('=b is not <name>=<value>.');
});
