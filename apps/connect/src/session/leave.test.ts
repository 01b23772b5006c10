import { expect, test } from '@jest/globals';
import { returnAddress } from './leave.js';

test('the outcome is added to the address of the app', () => {
  expect(returnAddress('https://app.example/a?x=1#b', { status: 'connected', client: '7' })).toBe(
    'https://app.example/a?x=1&status=connected&client=7#b',
  );
  expect(returnAddress('https://app.example', { status: 'cancelled' })).toBe(
    'https://app.example/?status=cancelled',
  );
});
