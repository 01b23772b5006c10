import type { Binding, Sealing } from '@trellis/sealing';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { decryptConfiguration } from './configuration.js';

/** Decrypts configurations, with a cache. */
export interface Configurations {
  /** Decrypts a stored configuration; the result is frozen. */
  open<Schema extends z.ZodObject>(given: {
    schema: Schema;
    binding: Binding;
    sealed: string;
  }): z.output<Schema>;
}

/** A decrypted configuration, valid for one binding. */
interface Cached {
  binding: Binding;
  opened: object;
}

/** Total length of the encrypted texts in the cache: 200,000 small configurations. */
const maxCached = 64 * 1024 * 1024;

/** Creates a cache. Every encryption has its own nonce, so a changed configuration never hits an old entry. */
export function createConfigurations(sealing: Sealing): Configurations {
  const cached = new LRUCache<string, Cached>({
    maxSize: maxCached,
    sizeCalculation: (_cached, sealed) => sealed.length,
  });
  return {
    open(given) {
      const { binding, sealed } = given;
      const known = cached.get(sealed);
      if (known && isSame(known.binding, binding)) {
        return known.opened as z.output<typeof given.schema>;
      }
      const opened = deepFreeze(decryptConfiguration(sealing, given));
      cached.set(sealed, { binding, opened });
      return opened;
    },
  };
}

const isSame = (one: Binding, other: Binding): boolean =>
  one.purpose === other.purpose && one.developer === other.developer && one.id === other.id;

/** Freezes a configuration: a connector that changed it would change it for all later polls. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
