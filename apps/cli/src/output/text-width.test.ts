import { expect, test } from '@jest/globals';
import truncate from 'cli-truncate';
import stringWidth from 'string-width';
import { cutOff, textWidth } from './text-width.js';

test('every character is as wide as a terminal shows it', () => {
  const unequal: string[] = [];
  for (let code = 0x20; code < 0x1000; code += 1) {
    // Control characters are never shown.
    if (code >= 0x7f && code < 0xa0) continue;
    const text = `a${String.fromCodePoint(code)}`;
    if (textWidth(text) !== stringWidth(text)) unequal.push(code.toString(16));
  }
  expect(unequal).toEqual([]);
});

test.each([
  'Wohnzimmer Küche',
  'Küche 21,5 °C',
  '客厅的照明和温度',
  'Cafe\u0301 Ole\u0301',
  '👩‍👩‍👧 family',
])('%s is truncated at every width', (text) => {
  for (let columns = 1; columns < stringWidth(text); columns += 1) {
    expect(cutOff(text, columns)).toBe(truncate(text, columns));
  }
});
