import { expect, test } from '@jest/globals';
import { kindOf, mayBeJsonLd, textToValue, valueToText } from './property-value.js';

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
  expect(textToValue(valueToText(value))).toEqual({ value });
});

test('text that begins like JSON has to be JSON', () => {
  const problem = { offset: 5, line: 1, column: 6, detail: 'A value is missing.' };
  expect(textToValue('{"a":')).toEqual({ problem });
  expect(textToValue('21 m²')).toEqual({ value: '21 m²' });
});

test.each([
  ['21 m²', 'text'],
  ['"21"', 'text'],
  ['21', 'a number'],
  ['false', 'false'],
  ['null', 'null'],
  ['[1, {"a": {"@id": 1}}]', 'JSON'],
  ['{"@id": "urn:a"}', 'JSON-LD'],
  ['[{"@type": "Room"}]', 'JSON-LD'],
])('%s is stored as %s', (text, kind) => {
  const entered = textToValue(text) as { value: unknown };
  expect(kindOf(entered.value)).toBe(kind);
  expect(mayBeJsonLd(entered.value)).toBe(kind === 'JSON-LD');
});
