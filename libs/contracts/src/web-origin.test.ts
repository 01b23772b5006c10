import { expect, test } from '@jest/globals';
import { webOrigin } from './calls/apps.js';

const isValid = (text: string) => webOrigin.safeParse(text).success;

test.each([
  'https://app.example',
  'https://app.example:8443',
  'https://xn--bcher-kva.example',
  'http://localhost:5173',
  'http://home.localhost',
  'http://127.0.0.1:8080',
  'http://[::1]:8080',
])('%s is an origin of web pages', (text) => {
  expect(isValid(text)).toBe(true);
});

test.each([
  '*',
  'null',
  '',
  'app.example',
  'http://app.example',
  'http://localhost.example',
  'https://*.app.example',
  'https://app.example/',
  'https://app.example/path',
  'https://App.example',
  'https://app.example:443',
  'https://user@app.example',
  'https://app.example,https://other.example',
  'chrome-extension://abcdef',
  `https://${'a'.repeat(300)}.example`,
])('%j is none', (text) => {
  expect(isValid(text)).toBe(false);
});
