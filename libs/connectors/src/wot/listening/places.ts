/** How many subscriptions a process keeps. */
interface PlaceLimits {
  /** Each client has so many in any case. */
  perClient: number;
  /** All clients of the process together have so many beyond these. */
  further: number;
}

/** The subscriptions of a process, within bounds. */
export function createPlaces({ perClient, further }: PlaceLimits) {
  let taken = 0;
  return {
    /** The places of one client. */
    ofClient() {
      let own = 0;
      return {
        /** Takes a place, unless there is none; returns a function that gives it back. */
        take(): (() => void) | undefined {
          if (own < perClient) {
            own += 1;
            return () => void (own -= 1);
          }
          if (taken >= further) return undefined;
          taken += 1;
          return () => void (taken -= 1);
        },
      };
    },
  };
}

/** One client with many things leaves the others what each of them needs. */
export const places = createPlaces({ perClient: 8, further: 1_000 });
