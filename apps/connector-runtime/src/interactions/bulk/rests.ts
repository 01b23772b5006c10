import type { PartRow } from './run.sql.js';

export type Rests = ReturnType<typeof createRests>;

/** Clients that are left alone for a while, since they have no room. */
export function createRests() {
  const until = new Map<string, number>();
  const restMs = (client: string) => Math.max(0, (until.get(client) ?? 0) - Date.now());
  return {
    add: (client: string, ms: number): void => void until.set(client, Date.now() + ms),
    isResting: (client: string): boolean => restMs(client) > 0,
    /** How long to wait until the first of some parts can be asked: not at all if the client of one does not rest (ms). */
    untilNext: (parts: Pick<PartRow, 'clientId'>[]): number =>
      Math.min(...parts.map(({ clientId }) => restMs(clientId!))),
  };
}
