import { Misconfigured } from './failure.js';

/**
 * A few texts that a connector stores for a client, such as a key that a hub has issued: encrypted at
 * rest, removed with the client, at most 16 KiB together. Every worker sees what another one stored.
 */
export interface Memory {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  /** Stores a text unless there is one of this name; returns the one that is stored then. */
  setIfAbsent(name: string, value: string): Promise<string>;
  delete(name: string): Promise<void>;
}

/**
 * Trust on first use: stores the SHA-256 fingerprint of the certificate that a device showed first,
 * and refuses any other one from then on. For `tls.pin` of an HTTP request.
 */
export function pinOnFirstUse(
  memory: Memory,
  device: string,
): (fingerprint: string) => Promise<void> {
  return async (fingerprint) => {
    const known = await memory.setIfAbsent('certificate', fingerprint);
    if (known === fingerprint) return;
    throw new Misconfigured(
      `${device} shows another certificate than at first. If that is right, create the client anew.`,
    );
  };
}
