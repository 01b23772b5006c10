import type { PartRow } from './run.sql.js';

export type Rests = ReturnType<typeof createRests>;

/** Tracks clients that rest for a while because they are overloaded. */
export function createRests() {
  const until = new Map<string, number>();
  const restMs = (client: string) => Math.max(0, (until.get(client) ?? 0) - Date.now());
  return {
    add: (client: string, ms: number): void => void until.set(client, Date.now() + ms),
    isResting: (client: string): boolean => restMs(client) > 0,
    /** Returns the delay until the client of any of the parts no longer rests (ms). */
    untilNext: (parts: Pick<PartRow, 'clientId'>[]): number =>
      Math.min(...parts.map(({ clientId }) => restMs(clientId!))),
  };
}
