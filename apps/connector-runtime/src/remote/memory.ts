import type { Memory } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Runtime } from '../runtime.js';

/** Texts by name; they are few and small. */
const kept = z.record(z.string(), z.string());

/** What a connector keeps for a client, sealed in the client's row; the first to keep it wins. */
export function memoryOf({ database, sealing }: Runtime, client: string): Memory {
  async function load() {
    const { memory } = await database.client.findUniqueOrThrow({
      where: { id: client },
      select: { memory: true },
    });
    return { memory, texts: memory === null ? {} : kept.parse(sealing.open(memory)) };
  }
  return {
    async read(name) {
      return (await load()).texts[name];
    },
    async keepFirst(name, value) {
      for (;;) {
        const { memory, texts } = await load();
        const known = texts[name];
        if (known !== undefined) return known;
        const { count } = await database.client.updateMany({
          where: { id: client, memory },
          data: { memory: sealing.seal({ ...texts, [name]: value }) },
        });
        if (count > 0) return value;
      }
    },
  };
}
