import { expect, test } from '@jest/globals';
import { browserText } from './browser-text.js';

const ofWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64';
const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${ofWindows}; rv:135.0) Gecko/20100101 Firefox/135.0`, 'Firefox on Windows'],
  [`${ofWindows}) ${engine} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `${ofWindows}) ${engine} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Microsoft Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown browser'],
])('the user agent %j is %s', (userAgent, text) => {
  expect(browserText(userAgent)).toBe(text);
});
