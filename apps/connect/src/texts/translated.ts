import type { Page } from '../api.js';
import { german } from './german.js';
import type { Language } from './words.js';

const translatable = ['title', 'description'];

export function translated(page: Page, language: Language): Page {
  if (language === 'en') return page;
  return { ...page, technologies: page.technologies.map((one) => translate(one)) };
}

function translate<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => translate(item)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      name,
      translatable.includes(name) && typeof inner === 'string'
        ? (german[inner] ?? inner)
        : translate(inner),
    ]),
  ) as Value;
}
