import { databaseProblem } from '@trellis/database';
import { LRUCache } from 'lru-cache';
import type { PolledClient, ReadClient } from './read.js';

/** How long the database may be away before what was read counts as too old (ms). */
const maxAgeMs = 5 * 60_000;

/** The most memory for clients (bytes), and roughly what one and each of its entities take. */
const maxBytes = 64 * 1024 * 1024;
const bytesPerClient = 2_000;
const bytesPerEntity = 400;

/** Reads clients, and recalls those that it has read while the database is away. */
export interface ClientReader {
  /** Reads it from the database. */
  read: ReadClient;
  /** The same, or what was read last if the database is away. */
  readOrRecall: ReadClient;
}

/**
 * Remembers what is read, so that the polls of a process go on while the database is away: most of them find
 * nothing that would have to be stored.
 */
export function recallingReader(readFromDatabase: ReadClient): ClientReader {
  const known = new LRUCache<string, { client: PolledClient; readAt: number }>({
    ttl: maxAgeMs,
    maxSize: maxBytes,
    sizeCalculation: ({ client }) => bytesPerClient + bytesPerEntity * client.known.length,
  });

  async function read(id: string): Promise<PolledClient | undefined> {
    const client = await readFromDatabase(id);
    if (client) known.set(id, { client, readAt: performance.now() });
    else known.delete(id);
    return client;
  }

  return {
    read,
    async readOrRecall(id) {
      try {
        return await read(id);
      } catch (error) {
        const last = databaseProblem(error) && known.get(id);
        if (!last) throw error;
        return recalled(last);
      }
    },
  };
}

/** A client as it was read last, whose poll begins now. */
function recalled({ client, readAt }: { client: PolledClient; readAt: number }): PolledClient {
  const ageMs = performance.now() - readAt;
  const { polled } = client.row;
  const row = { ...client.row, ...(polled && { polled: new Date(polled.getTime() + ageMs) }) };
  return { ...client, row, isRecalled: true };
}
