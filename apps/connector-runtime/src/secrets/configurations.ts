import type { Sealing } from '@trellis/sealing';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { decryptConfiguration } from './configuration.js';

/** Decrypts configurations, and remembers what it decrypted. */
export interface Configurations {
  /** The configuration in an encrypted text of the database; it cannot be changed. */
  open<Schema extends z.ZodObject>(schema: Schema, sealed: string): z.output<Schema>;
}

/** The most characters of encrypted texts whose configurations are remembered: 200,000 small ones. */
const maxRemembered = 64 * 1024 * 1024;

/**
 * Every encryption has a nonce of its own, so a configuration that was changed has another text: what
 * is remembered never outlives what is stored.
 */
export function createConfigurations(sealing: Sealing): Configurations {
  const remembered = new LRUCache<string, object>({
    maxSize: maxRemembered,
    sizeCalculation: (_configuration, sealed) => sealed.length,
  });
  return {
    open(schema, sealed) {
      const known = remembered.get(sealed) as z.output<typeof schema> | undefined;
      if (known) return known;
      const opened = deepFreeze(decryptConfiguration(sealing, schema, sealed));
      remembered.set(sealed, opened);
      return opened;
    },
  };
}

/** One connector that changed its configuration would change it for every poll that follows. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
