import type { Page, Technology } from '../api.js';
import { german } from './german.js';
import type { Language } from './words.js';

const translatable = ['title', 'description'];

type Dictionary = Record<string, string>;

const ofConnectors: Record<Language, Dictionary> = { en: {}, de: german };

/** Translates the texts of technologies; those of a type of the account by its own translations. */
export const translated = (page: Page, language: Language): Page => ({
  ...page,
  technologies: page.technologies.map((one) => translateTechnology(one, language)),
});

function translateTechnology(technology: Technology, language: Language): Technology {
  const { translations, ...texts } = technology;
  const own = translations?.[language];
  const { name, category } = technology;
  const dictionary = { ...ofConnectors[language], ...own };
  return {
    ...translate(texts, dictionary),
    name: textIn(own ?? {}, name),
    ...(category !== undefined && { category: textIn(dictionary, category) }),
  };
}

const textIn = (dictionary: Dictionary, text: string): string =>
  Object.hasOwn(dictionary, text) ? dictionary[text]! : text;

function translate<Value>(value: Value, dictionary: Dictionary): Value {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => translate(item, dictionary)) as Value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const labels = optionLabels(value, dictionary);
  const translations = Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      name,
      translatable.includes(name) && typeof inner === 'string'
        ? textIn(dictionary, inner)
        : translate(inner, dictionary),
    ]),
  );
  return { ...translations, ...(labels && { labels }) } as Value;
}

/** Returns the texts of the options of a schema, which themselves are what is sent; undefined without any. */
function optionLabels(schema: object, dictionary: Dictionary): Dictionary | undefined {
  if (!('enum' in schema) || !Array.isArray(schema.enum)) return undefined;
  const options = schema.enum.map(String).filter((option) => Object.hasOwn(dictionary, option));
  if (options.length === 0) return undefined;
  return Object.fromEntries(options.map((option) => [option, dictionary[option]!]));
}
