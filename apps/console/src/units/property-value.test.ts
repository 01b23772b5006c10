import { expect, test } from '@jest/globals';
import { textToValue, valueToText } from './property-value.js';

test.each([
  ['a text'],
  ['42'],
  ['true'],
  ['{broken'],
  ['"quoted"'],
  [''],
  [42],
  [null],
  [{ '@type': 'Room', area: [1, 2] }],
])('%j comes back as it was', (value) => {
  expect(textToValue(valueToText(value))).toEqual(value);
});

test('what begins like JSON has to be JSON', () => {
  expect(() => textToValue('{"a":')).toThrow(SyntaxError);
  expect(textToValue('21 m²')).toBe('21 m²');
});
