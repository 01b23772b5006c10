import { setTimeout as pause } from 'node:timers/promises';
import type { Clients } from './clients.js';

/** Watches the statuses of clients. */
export interface StatusWatch {
  /** Ends it, and returns the ids of all that were `ERROR` at some look. */
  stop(): Promise<ReadonlySet<string>>;
}

/** Shorter than any time between two polls, so that no failure comes and goes between two looks (ms). */
const intervalMs = 500;

/** Looks while the database can be reached. */
export function watchStatuses({ findByStatus }: Pick<Clients, 'findByStatus'>): StatusWatch {
  const found = new Set<string>();
  let isStopping = false;
  async function watch(): Promise<void> {
    while (!isStopping) {
      for (const id of await findByStatus('ERROR').catch(() => [])) found.add(id);
      await pause(intervalMs);
    }
  }
  const watching = watch();
  return {
    async stop() {
      isStopping = true;
      await watching;
      return found;
    },
  };
}
