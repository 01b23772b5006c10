import { expect, test } from '@jest/globals';
import { refuseOwnWords } from './own-words.js';

const ada = { email: 'a.lovelace+trellis@acme.example', name: 'Ada Lovelace-King' };

test.each([
  'Trellis is my favorite',
  'my a.lovelace password',
  'my ALovelace password',
  'ada lovelace king of 1815',
  'T-r-e-l-l-i-s 2026',
])('%j is refused', (password) => {
  expect(() => refuseOwnWords(password, ada)).toThrow('contains the name');
});

test.each([
  // Of three letters.
  'adamant about the weather',
  'correct horse battery staple',
  'everybody at acme.example',
  undefined,
  12,
])('%j is not', (password) => {
  expect(() => refuseOwnWords(password, ada)).not.toThrow();
});

test('the name of an organization of the person is refused', () => {
  const organizations = ['ACME Energy', 'NRG'];
  const refuse = (password: string) => refuseOwnWords(password, { ...ada, organizations });
  expect(() => refuse('we are acme-energy 1')).toThrow('of an organization');
  expect(() => refuse('acme is not all of it')).not.toThrow();
  expect(() => refuse('too short to refuse: nrg')).not.toThrow();
});

test('the name of the product is refused also where nobody is known', () => {
  expect(() => refuseOwnWords('trellistrellis1', {})).toThrow('of the product');
  expect(() => refuseOwnWords('correct horse battery', { email: 1, name: null })).not.toThrow();
});
