/** How it went on. */
export interface Held {
  /** How long to wait with the rest, where the limits say so (ms). */
  pauseMs?: number;
}

/** Clients that are left alone for a while, since they have no room. */
export function createRests() {
  const until = new Map<string, number>();
  return {
    add: (client: string, ms: number): void => void until.set(client, Date.now() + ms),
    isResting: (client: string): boolean => (until.get(client) ?? 0) > Date.now(),
    /** How long to wait until the first of them is asked again. */
    next(): Held {
      if (until.size === 0) return {};
      return { pauseMs: Math.max(0, Math.min(...until.values()) - Date.now()) };
    },
  };
}
