import { setTimeout as pause } from 'node:timers/promises';
import type { Clients } from './clients.js';

/** An observation of the statuses of clients. */
export interface StatusWatch {
  /** Stops it and returns the ids of all clients that were ever seen in `ERROR`. */
  stop(): Promise<ReadonlySet<string>>;
}

/** Shorter than the interval of polls, so that no failure goes unnoticed (ms). */
const intervalMs = 500;

/** Observes statuses whenever the database can be reached. */
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
