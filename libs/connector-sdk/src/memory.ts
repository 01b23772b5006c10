import { Misconfigured } from './failure.js';

/** A few texts that a connector keeps for a client: sealed at rest, gone with the client. */
export interface Memory {
  read(name: string): Promise<string | undefined>;
  /** Keeps a text unless there is one of this name; answers what is kept then. */
  keepFirst(name: string, value: string): Promise<string>;
}

/**
 * Trust on first use: remembers the SHA-256 fingerprint of the certificate that a device showed at
 * first, and refuses any other from then on. To be given to `http` as `tls.pin`.
 */
export function pinOnFirstUse(memory: Memory, device: string): (print: string) => Promise<void> {
  return async (print) => {
    const known = await memory.keepFirst('certificate', print);
    if (known === print) return;
    throw new Misconfigured(
      `${device} shows another certificate than at first. If that is right, create the client anew.`,
    );
  };
}
