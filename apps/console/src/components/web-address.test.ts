import { expect, test } from '@jest/globals';
import { webAddress } from './web-address.js';

test.each(['https://example.org/a?b#c', 'http://localhost:3000/'])(
  '%s can be opened',
  (address) => {
    expect(webAddress(address)).toBe(address);
  },
);

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'data:text/html,x',
  '/path',
  'mailto:a@b',
])('%s leads nowhere', (address) => {
  expect(webAddress(address)).toBeUndefined();
});
