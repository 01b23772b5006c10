import { en, type Words } from './english-words.js';
import { de } from './german-words.js';

export type { Words };

const languages = { en, de };
export type Language = keyof typeof languages;

/** Returns the requested language, or else the first one of the browser that is supported. */
export function languageOf(requested: Language | undefined, browser: readonly string[]): Language {
  const known = browser.map((tag) => tag.slice(0, 2).toLowerCase());
  return requested ?? (known.find((tag) => tag in languages) as Language | undefined) ?? 'en';
}

export const wordsOf = (language: Language): Words => languages[language];
