import { expect, test } from '@jest/globals';
import { webAddress } from './web-address.js';

test.each(['https://example.org/a?b#c', 'http://localhost:3000/'])('%s is accepted', (address) => {
  expect(webAddress(address)?.href).toBe(address);
});

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'data:text/html,x',
  '/path',
  'mailto:a@b',
])('%s is rejected', (address) => {
  expect(webAddress(address)).toBeUndefined();
});
