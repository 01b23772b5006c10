import type { SharedBudget } from './budget.js';
import type { Acquire } from './limits.js';
import type { Recorder } from './recording/recorder.js';
import type { ResolveHost } from './net/lookup.js';
import type { Http } from './net/request.js';
import type { Explainer } from './trial/explanation.js';
import type { PastedAnswer } from './trial/pasted.js';
import { AnotherDevice } from './failure.js';

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
  /** For other protocols: takes what is sent and received. `http` does so itself. */
  record?: Recorder | undefined;
  /** Takes what a description makes of answers; only in trials, so that polls do no work for it. */
  explain?: Explainer | undefined;
  /** Answers in place of requests, in a trial without a network: `http` has them, and no credentials are needed. */
  pasted?: readonly PastedAnswer[] | undefined;
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

/** Returns whether a text of a memory is that by which a device at an address is recognized. */
export const isPin = (name: string): boolean => /^(certificate|identity)\b/.test(name);

/**
 * Returns a function for `tls.pin` that trusts on first use: it stores the SHA-256 fingerprint of the first
 * certificate of a device, and throws `AnotherDevice` for every other one from then on. A client with several devices
 * needs a name in the memory for each, which begins with `certificate`. `device` is what it is, such as `bridge`.
 */
export const pinOnFirstUse =
  (memory: Memory, device: string, name = 'certificate') =>
  (fingerprint: string): Promise<void> =>
    requirePinned(memory, name, { device, value: fingerprint });

/**
 * Stores the id of the first device that answers at an address, and throws `AnotherDevice` when one with another id does:
 * the address may be that of another device since it got a new lease. Call it before anything of the device is used, and
 * before anything is sent to it. `device` is what it is, such as `bridge`; `id` is its own and never changes. A client
 * with several devices needs a name in the memory for each, which begins with `identity`.
 */
export const requireSameDevice = (
  memory: Memory,
  device: string,
  id: string,
  name = 'identity',
): Promise<void> => requirePinned(memory, name, { device, value: id });

async function requirePinned(
  memory: Memory,
  name: string,
  { device, value }: { device: string; value: string },
): Promise<void> {
  // A poll has just read the memory; storing what it may lack reads it again.
  const known = (await memory.get(name)) ?? (await setIfAbsent(memory, name, value));
  if (known === value) return;
  throw new AnotherDevice(
    `Another ${device} than before answers at the address. It is neither shown nor controlled. If yours has another ` +
      'address now, change that. If it was replaced, send its configuration again to accept this one.',
  );
}
