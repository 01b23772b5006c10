import type { Memory } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { databaseProblem, query } from '@trellis/database';
import type { Sealing } from '@trellis/sealing';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Client } from '../generated/prisma/client.js';
import { readMemory, replaceMemory } from './memory.sql.js';

/** The maximum size of a memory, as JSON (bytes). */
const maxBytes = 16 * 1024;

const textsByName = z.record(z.string(), z.string());
type Texts = z.infer<typeof textsByName>;

/**
 * Opens the memory of a connector for one client, which is encrypted in the client's row. `sealed` is the column as the
 * caller has just read it, and saves the first query.
 */
export function openMemory(
  { pool, sealing }: { pool: Pool; sealing: Sealing },
  { id, developer }: Pick<Client, 'id' | 'developer'>,
  sealed?: string | null,
): Memory {
  const binding = { purpose: 'clients.memory', developer, id } as const;
  let justRead = sealed;

  async function load(): Promise<{ sealed: string | null; texts: Texts }> {
    const memory = justRead === undefined ? await read() : justRead;
    justRead = undefined;
    return {
      sealed: memory,
      texts: memory === null ? {} : textsByName.parse(sealing.open(binding, memory)),
    };
  }

  async function read(): Promise<string | null> {
    const [row] = await asOurs(query(pool, readMemory, [id]));
    if (!row) throw new Problem('creator_removed', 'The client has been removed.');
    return row.memory;
  }

  /** Stores the result of `change`, unless it is `undefined`. Returns whether it has stored one. */
  async function update(change: (texts: Texts) => Texts | undefined): Promise<boolean> {
    for (;;) {
      const { sealed, texts } = await load();
      const changed = change(texts);
      if (!changed) return false;
      if (Buffer.byteLength(JSON.stringify(changed)) > maxBytes) {
        throw new Error(`The memory of a client holds at most ${maxBytes} bytes.`);
      }
      // Each encryption has its own nonce, so an equal text means that nobody wrote meanwhile.
      const values = [id, sealed, sealing.seal(binding, changed)];
      const replaced = await asOurs(query(pool, replaceMemory, values));
      if (replaced.length > 0) return true;
    }
  }

  return {
    get: async (name) => textOf((await load()).texts, name),
    set: async (name, value) => void (await update((texts) => ({ ...texts, [name]: value }))),
    replace: (name, value, current) =>
      update((texts) =>
        textOf(texts, name) === current ? { ...texts, [name]: value } : undefined,
      ),
    delete: async (name) =>
      void (await update(({ [name]: known, ...rest }) => (known === undefined ? undefined : rest))),
  };
}

/** Makes an outage of the database a problem, since the connector must not be blamed for it. */
const asOurs = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw databaseProblem(error) ?? error;
  });

const textOf = (texts: Texts, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;
