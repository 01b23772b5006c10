import { LRUCache } from 'lru-cache';
import { cacheJson } from '@trellis/operations';
import type { Hrefs } from '../context/hrefs.js';
import type { ThingResource } from './resource.js';

/** The most that the cached Thing Descriptions of a gateway may take (characters of JSON). */
const maxCached = 16 * 1024 * 1024;

/** The size of the largest one that is cached (characters of JSON). */
const maxDescription = 64 * 1024;

const cacheOf = new WeakMap<Hrefs, LRUCache<string, ThingResource>>();

/**
 * Returns the cached Thing Description of a key, or a new one. Apps read the same things again and again: an
 * unchanged one is neither described nor serialized again. The key covers everything that the description depends
 * on, except addresses.
 */
export function cachedDescription(
  hrefs: Hrefs,
  key: string,
  describe: () => ThingResource,
): ThingResource {
  const cache = cacheOf.get(hrefs) ?? createCache();
  cacheOf.set(hrefs, cache);
  const known = cache.get(key);
  if (known) return known;
  const description = describe();
  cache.set(key, description);
  return description;
}

const createCache = () =>
  new LRUCache<string, ThingResource>({
    maxSize: maxCached,
    maxEntrySize: maxDescription,
    sizeCalculation: (description) => cacheJson(description).length,
  });
