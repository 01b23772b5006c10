/** The limits of the subscriptions of a process. */
interface SlotLimits {
  /** The guaranteed number for each client. */
  perClient: number;
  /** The number beyond these that all clients share. */
  further: number;
}

/** Creates the slots for the subscriptions of a process. */
export function createSlots({ perClient, further }: SlotLimits) {
  let shared = 0;
  return {
    /** Returns the slots of one client. */
    ofClient() {
      let own = 0;
      return {
        /** Acquires a slot; returns a function that releases it, or undefined if none is free. */
        acquire(): (() => void) | undefined {
          if (own < perClient) {
            own += 1;
            return () => void (own -= 1);
          }
          if (shared >= further) return undefined;
          shared += 1;
          return () => void (shared -= 1);
        },
      };
    },
  };
}

/** The slots of this process. A client with many things leaves the guaranteed number to the others. */
export const slots = createSlots({ perClient: 8, further: 1_000 });
