import { expect, test } from '@jest/globals';
import { formatValue } from './format-value.js';

test.each([
  [undefined, {}, '–'],
  [null, {}, '–'],
  [true, {}, 'Yes'],
  [false, { '@type': 'OnOffProperty' }, 'Off'],
  [true, { '@type': ['OnOffProperty'] }, 'On'],
  [21.456, { unit: '°C' }, '21.46 °C'],
  [0, {}, '0'],
  ['heat', { unit: 'x' }, 'heat'],
  [{ hue: 240, saturation: 50 }, {}, 'hue 240, saturation 50'],
  [[1, 2], {}, '[1,2]'],
  [{ a: { b: 1 } }, {}, '{"a":{"b":1}}'],
  ['a'.repeat(70), {}, `${'a'.repeat(60)}…`],
])('%j with %j is %j', (value, schema, text) => {
  expect(formatValue(value, schema)).toBe(text);
});
