import { Misconfigured } from './failure.js';

/**
 * Texts that a connector stores for a client, such as a key that a hub issued: encrypted at rest, deleted with the
 * client, at most 16 KiB together, shared by all workers.
 */
export interface Memory {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  /** Stores a text unless one of this name exists; returns the stored one. */
  setIfAbsent(name: string, value: string): Promise<string>;
  delete(name: string): Promise<void>;
}

/**
 * Returns a function for `tls.pin` that trusts on first use: it stores the SHA-256 fingerprint of the first
 * certificate of a device, and refuses every other one from then on. A client with several devices needs a name in
 * the memory for each.
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
