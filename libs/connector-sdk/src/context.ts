import type { SharedBudget } from './budget.js';
import type { Acquire } from './limits.js';
import type { ResolveHost } from './net/lookup.js';
import type { Http } from './net/request.js';
import { Misconfigured } from './failure.js';

export interface ConnectorContext<Instance = unknown, Client = unknown> {
  instance: Instance;
  client: Client;
  clientId: string;
  /** Aborted when the poll or the command times out, or the service stops. */
  signal: AbortSignal;
  /** HTTP with limits: egress policy, rate limits, size and duration of responses, no redirects. */
  http: Http;
  /** For other protocols: resolve every host that a user named with it before connecting. */
  resolve: ResolveHost;
  /** For other protocols: await it before each request. `http` does so itself. */
  acquire: Acquire;
  memory: Memory;
  /** Limits a poll in this process: received `bytes`, and `steps` of evaluations. */
  effort?: SharedBudget | undefined;
  /** Whether a process is listening for this client. Its reports may say more than a poll can find. */
  isListening: boolean;
  /** Returns a valid access token, with `oauth2` only. Throws `Unauthorized` until the end user authorizes again. */
  accessToken(): Promise<string>;
}

/** Texts of a client, such as an issued key: encrypted, shared by workers, at most 16 KiB, deleted with the client. */
export interface Memory {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  /**
   * Stores a text if the stored one is still `current`, or if there is none and `current` is left out. Returns whether
   * it has stored it.
   */
  replace(name: string, value: string, current?: string): Promise<boolean>;
  delete(name: string): Promise<void>;
}

/** Stores a text unless one of this name exists; returns the stored one. */
export async function setIfAbsent(memory: Memory, name: string, value: string): Promise<string> {
  for (;;) {
    if (await memory.replace(name, value)) return value;
    const known = await memory.get(name);
    if (known !== undefined) return known;
  }
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
    const known = await setIfAbsent(memory, name, fingerprint);
    if (known === fingerprint) return;
    throw new Misconfigured(
      `${device} shows another certificate than before. If this is intended, create the client anew.`,
    );
  };
}
