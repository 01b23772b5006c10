import { expect, test } from '@jest/globals';
import { bareId, idOf, webAddress } from './references.js';

test('the id of an address is its last segment', () => {
  expect(idOf('http://localhost:3000/api/v1/subjects/a%2Fb%20c')).toBe('a/b c');
  expect(idOf('http://localhost:3000/api/v1/units/1?x=/2#/3')).toBe('1');
  expect(bareId('urn:uuid:0190')).toBe('0190');
  expect(bareId('0190')).toBe('0190');
});

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
