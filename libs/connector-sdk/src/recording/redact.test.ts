import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRedaction, redactContent, redactRequest } from './redact.js';

const withSecret = createRedaction(['p4ss/wörd "1"', 'ab']);

describe('a secret that is known', () => {
  const secret = 'p4ss/wörd "1"';
  test.each([
    ['itself', secret],
    ['JSON', JSON.stringify({ any: [secret] })],
    ['JSON with escaped slashes', JSON.stringify({ any: secret }).replaceAll('/', '\\/')],
    ['a URL', `http://host/${encodeURIComponent(secret)}`],
    ['a form', String(new URLSearchParams({ q: secret }))],
    ['hexadecimal', Buffer.from(secret).toString('hex').toUpperCase()],
    ['Base64', Buffer.from(`user:${secret}`).toString('base64')],
    ['URL-safe Base64', Buffer.from(`us:${secret}`).toString('base64url')],
  ])('is removed from %s', (_what, text) => {
    const shown = withSecret.text(text);
    expect(shown).toContain('[secret]');
    expect(shown).not.toMatch(/p4ss|w%C3|70347373/);
  });

  test('is removed where it was cut off', () => {
    expect(createRedaction(['correct-horse']).cutText('{"a":"correct-ho')).toBe('{"a":"[secret]');
  });

  test('is removed if it is short', () => {
    expect(withSecret.text('x ab y')).toBe('x [secret] y');
  });

  test('is removed whatever is around it', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ minLength: 8 }),
        fc.string(),
        (before, secret, after) => {
          const { text } = createRedaction([`s3${secret}`]);
          for (const given of [before + `s3${secret}` + after, JSON.stringify(`s3${secret}`)]) {
            expect(text(given)).not.toContain(`s3${secret}`);
          }
        },
      ),
    );
  });
});

describe('what has the name of a secret', () => {
  const { text } = createRedaction([], ['vehicle_pin']);
  test.each([
    ['{"access_token":"abc","n":1}', '{"access_token":"[secret]","n":1}'],
    ['{"token":{"value":"abc"},"n":1}', '{"token":"[secret]","n":1}'],
    ['{"vehicle_pin":1234}', '{"vehicle_pin":"[secret]"}'],
    ['{"token_type":"bearer","has_password":true}', '{"token_type":"bearer","has_password":true}'],
    ['[{"token":"abc', '[{"token":"[secret]"'],
    ['[{"token":{"value":"abc', '[{[secret]'],
    ['a=1&password=abc&b=2', 'a=1&password=[secret]&b=2'],
    ['http://host/x?code=abc&state=def', 'http://host/x?code=[secret]&state=[secret]'],
    ['<Password>abc</Password><v>1</v>', '<Password>[secret]</Password><v>1</v>'],
    ['["http://me:abc@host/"]', '["http://[secret]@host/"]'],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer [secret]'],
    ['{"state":"on","code":"E42","key":"k"}', '{"state":"on","code":"E42","key":"k"}'],
  ])('loses its value: %s', (given, shown) => {
    expect(text(given)).toBe(shown);
  });
});

test('a header with the name of a secret loses its value', () => {
  const headers = { 'x-request-id': 'abc', server: 'nginx' };
  const shown = redactContent({ bytes: 0, headers }, createRedaction([], ['X-Request-Id']));
  expect(shown.headers).toEqual({ 'x-request-id': '[secret]', server: 'nginx' });
});

test('an exchange loses its secrets in every place', () => {
  const request = {
    at: 0,
    protocol: 'http' as const,
    method: 'POST',
    address: 'http://user:canary@host/canary?x=canary',
    sent: { bytes: 1, headers: { 'x-request-id': 'canary' }, body: 'canary' },
    received: { bytes: 1, body: 'canary' },
    error: 'canary',
  };
  const shown = redactRequest(request, createRedaction(['canary']));
  expect(JSON.stringify(shown)).not.toContain('canary');
  expect(shown.address).toBe('http://[secret]@host/[secret]?x=[secret]');
});
