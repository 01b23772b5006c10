import type { Binding, Sealing } from '@trellis/sealing';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { decryptConfiguration } from './configuration.js';

/** Decrypts configurations, and remembers what it decrypted. */
export interface Configurations {
  /** The configuration in an encrypted text of the database; it cannot be changed. */
  open<Schema extends z.ZodObject>(given: {
    schema: Schema;
    binding: Binding;
    sealed: string;
  }): z.output<Schema>;
}

/** What an encrypted text was found to be; it is that for one binding alone. */
interface Remembered {
  binding: Binding;
  opened: object;
}

/** The most characters of encrypted texts whose configurations are remembered: 200,000 small ones. */
const maxRemembered = 64 * 1024 * 1024;

/**
 * Every encryption has a nonce of its own, so a configuration that was changed has another text: what
 * is remembered never outlives what is stored.
 */
export function createConfigurations(sealing: Sealing): Configurations {
  const remembered = new LRUCache<string, Remembered>({
    maxSize: maxRemembered,
    sizeCalculation: (_remembered, sealed) => sealed.length,
  });
  return {
    open(given) {
      const { binding, sealed } = given;
      const known = remembered.get(sealed);
      if (known && isSame(known.binding, binding)) {
        return known.opened as z.output<typeof given.schema>;
      }
      const opened = deepFreeze(decryptConfiguration(sealing, given));
      remembered.set(sealed, { binding, opened });
      return opened;
    },
  };
}

const isSame = (one: Binding, other: Binding): boolean =>
  one.purpose === other.purpose && one.developer === other.developer && one.id === other.id;

/** One connector that changed its configuration would change it for every poll that follows. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
