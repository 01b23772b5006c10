import type { components, Trellis } from '@trellis/client';
import { notFoundError, usageError } from '../output/failure.js';
import { safeLine } from '../output/text.js';
import { firstOf } from './pages.js';

const uuid = /^(urn:uuid:)?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the id in an address or a URN. */
export function idOf(reference: string): string {
  const id = reference.replace(/^urn:uuid:/i, '').replace(/^.*\//s, '');
  try {
    return decodeURIComponent(id);
  } catch {
    // Invalid percent-encoding: typed by a person, so nothing will be found.
    return id;
  }
}

/** Tells an id, in any of its forms, from a name. */
const isId = (given: string): boolean => uuid.test(given) || /^https?:\/\//.test(given);

const maxSearch = 100;

interface Named {
  id: string;
  name: string;
  subject?: string | undefined;
}

export const findThing = (trellis: Trellis, given: string): Promise<string> =>
  find(given, 'thing', async (search) => {
    const query = { search, view: 'values' };
    const { items } = await firstOf(trellis, '/things', { limit: 50, query });
    return items.map(({ id, title, subject }) => ({
      id,
      name: title,
      subject: subject && idOf(subject.href),
    }));
  });

export const findUnit = (trellis: Trellis, given: string): Promise<string> =>
  find(given, 'unit', async (search) => {
    const query = { search, view: 'summary' };
    return (await firstOf(trellis, '/units', { limit: 10, query })).items;
  });

async function find(
  given: string,
  what: string,
  search: (text: string) => Promise<Named[]>,
): Promise<string> {
  if (isId(given)) return idOf(given);
  const wanted = given.trim().toLowerCase();
  const similar = wanted !== '' && given.length <= maxSearch ? await search(given) : [];
  const found = similar.filter(({ name }) => name.toLowerCase() === wanted);
  if (found.length === 1) return idOf(found[0]!.id);
  const list = (some: Named[]) =>
    some
      .slice(0, 5)
      .map(
        ({ id, name, subject }) =>
          `  ${safeLine(idOf(id))}  ${safeLine(name)}${subject ? ` of ${safeLine(subject)}` : ''}`,
      )
      .join('\n');
  if (found.length > 1) {
    throw usageError(`Several ${what}s are named ${given}.`, list(found));
  }
  const remedy = similar.length > 0 ? `Similar ones:\n${list(similar)}` : undefined;
  throw notFoundError(`There is no ${what} ${given}.`, remedy);
}

export type Thing = components['schemas']['Thing'];
export type ThingValues = components['schemas']['ThingValues'];

export async function readThing(trellis: Trellis, given: string): Promise<Thing> {
  const id = await findThing(trellis, given);
  return (await trellis.get('/things/{id}', { path: { id } })).data;
}

export type Unit = components['schemas']['Unit'];

export type ListedUnit = components['schemas']['ListedUnit'];

/** Maximum number of children, and of things, that a list counts per unit. */
export const maxCounted = 100;

export async function readUnit(trellis: Trellis, given: string): Promise<Unit> {
  const id = await findUnit(trellis, given);
  return (await trellis.get('/units/{id}', { path: { id } })).data;
}
