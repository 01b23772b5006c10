import { LRUCache } from 'lru-cache';
import { keepJson } from '@trellis/operations';
import type { Hrefs } from '../context/hrefs.js';
import type { ThingResource } from './resource.js';

/** The most that Thing Descriptions may take that are kept (characters of JSON). */
const maxKept = 16 * 1024 * 1024;

/** The size of the largest one that is kept (characters of JSON). */
const maxKeptDescription = 64 * 1024;

const keptFor = new WeakMap<Hrefs, LRUCache<string, ThingResource>>();

/**
 * The Thing Description that was made lately for a key, or else a new one. Apps read the same things again and
 * again: one that has not changed is neither described nor serialized anew. The key says everything that the
 * description depends on, except addresses.
 */
export function keepDescription(
  hrefs: Hrefs,
  key: string,
  describe: () => ThingResource,
): ThingResource {
  const kept = keptFor.get(hrefs) ?? createCache();
  keptFor.set(hrefs, kept);
  const known = kept.get(key);
  if (known) return known;
  const description = describe();
  kept.set(key, description);
  return description;
}

const createCache = () =>
  new LRUCache<string, ThingResource>({
    maxSize: maxKept,
    maxEntrySize: maxKeptDescription,
    sizeCalculation: (description) => keepJson(description).length,
  });
