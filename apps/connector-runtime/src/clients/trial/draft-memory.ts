import type { Memory } from '@trellis/connector-sdk';

/** A connector's memory whose changes are stored only when they are applied. */
export interface DraftMemory extends Memory {
  /** Stores the changes. */
  apply(): Promise<void>;
}

/** Wraps a stored memory; changes stay in the draft until they are applied. */
export function draftMemory(stored: Memory): DraftMemory {
  const changes = new Map<string, string | undefined>();
  const get = async (name: string) => (changes.has(name) ? changes.get(name) : stored.get(name));
  return {
    get,
    set: async (name, value) => void changes.set(name, value),
    async setIfAbsent(name, value) {
      const known = await get(name);
      if (known === undefined) changes.set(name, value);
      return known ?? value;
    },
    delete: async (name) => void changes.set(name, undefined),
    async apply() {
      for (const [name, value] of changes) {
        await (value === undefined ? stored.delete(name) : stored.set(name, value));
      }
    },
  };
}
