import { Misconfigured } from './failure.js';

/**
 * A few texts that a connector stores for a client, such as a key that a hub has issued: encrypted at
 * rest, removed with the client, at most 16 KiB together. All workers share them.
 */
export interface Memory {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  /** Stores a text unless there is one of this name; returns the one that is stored then. */
  setIfAbsent(name: string, value: string): Promise<string>;
  delete(name: string): Promise<void>;
}

/**
 * Trust on first use, for `tls.pin` of an HTTP request: stores the SHA-256 fingerprint of the
 * certificate that a device showed first, and refuses every other one from then on. A client with
 * several devices needs a name in the memory for each.
 */
export function pinOnFirstUse(
  memory: Memory,
  device: string,
  name = 'certificate',
): (fingerprint: string) => Promise<void> {
  return async (fingerprint) => {
    const known = await memory.setIfAbsent(name, fingerprint);
    if (known === fingerprint) return;
    throw new Misconfigured(
      `${device} shows another certificate than before. If this is intended, create the client anew.`,
    );
  };
}
