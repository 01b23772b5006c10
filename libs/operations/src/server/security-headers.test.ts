import { expect, test } from '@jest/globals';
import { dataHeaders, pageHeaders } from './security-headers.js';

test('data may be shown, framed and read by nothing', () => {
  expect(Object.fromEntries(dataHeaders())).toEqual({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    vary: 'Origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});

test('a page may use what comes from the gateway, over plain HTTP as well', () => {
  const { 'content-security-policy': policy, ...headers } = Object.fromEntries(pageHeaders());
  expect(policy!.split(';').sort()).toEqual([
    "base-uri 'self'",
    "default-src 'self'",
    "font-src 'self' https: data:",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "script-src 'self'",
    "script-src-attr 'none'",
    "style-src 'self' https: 'unsafe-inline'",
  ]);
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  });
});
