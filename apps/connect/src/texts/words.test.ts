import { expect, test } from '@jest/globals';
import { languageOf, wordsOf } from './words.js';

test('the language is that of the session, or else the first supported one of the browser', () => {
  expect(languageOf('de', ['en-US'])).toBe('de');
  expect(languageOf(undefined, ['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(languageOf(undefined, ['fr'])).toBe('en');
});

test('nothing is left in English', () => {
  const textsOf = (words: object): [string, string][] =>
    Object.entries(words).flatMap(([name, text]): [string, string][] =>
      typeof text === 'object' ? textsOf(text as object) : [[name, String(text)]],
    );
  const english = new Map(textsOf(wordsOf('en')));
  // Both languages have this word.
  english.delete('optional');
  const same = textsOf(wordsOf('de')).filter(([name, text]) => english.get(name) === text);
  expect(same).toEqual([]);
});
