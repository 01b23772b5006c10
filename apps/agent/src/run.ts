import { setTimeout as pause } from 'node:timers/promises';
import { connect, Refused, type Connected } from './connect.js';
import { fingerprintOf, type Identity } from './identity.js';
import type { Tunnel } from './tunnel/serve.js';

/** The state of the connection to Trellis, for the page. */
export interface State {
  connection: 'connecting' | 'connected' | 'waiting';
  since: Date;
  /** The address of Trellis, and the fingerprint of the key. */
  url?: string;
  key?: string;
  name?: string;
  /** A sentence of Trellis for the owner. */
  notice?: string | undefined;
  reason?: string;
}

interface Needs {
  version: string;
  tunnel: Tunnel;
  log(line: string): void;
  signal: AbortSignal;
  state: State;
  /** Called when Trellis has accepted the key. */
  onAccepted(): Promise<void>;
}

/** The delays between attempts (ms): doubled after each failure, and random, so that agents do not come all at once. */
const delays = { firstMs: 1_000, maxMs: 60_000 };

/** After a connection that ended, the next one begins within this time (ms). */
const soonMs = 3_000;

/** The status code with which Trellis says that the agent was removed. */
const removedCode = 4003;

/** The status codes after which the agent does not connect again. */
const finalCodes: Record<number, string> = {
  4001: 'Another program is connected with the key of this agent. Pair this one anew.',
  [removedCode]: 'The agent was removed in Trellis. Pair it anew.',
};

/** Stays connected until the signal is aborted. Throws `Refused` when trying again is of no use. */
export async function run(
  identity: Identity,
  { code, ...needs }: Needs & { code: string | undefined },
): Promise<void> {
  const { signal, log } = needs;
  Object.assign(needs.state, { url: identity.url, key: fingerprintOf(identity) });
  let failures = 0;
  let pairing = code;
  while (!signal.aborted) {
    setState(needs.state, 'connecting');
    try {
      const connected = await connect({ identity, code: pairing, ...needs });
      await needs.onAccepted();
      pairing = undefined;
      failures = 0;
      await stay(identity, connected, needs);
      await pause(Math.random() * soonMs, undefined, { signal }).catch(() => undefined);
    } catch (error) {
      if (error instanceof Refused && error.isFinal) throw error;
      if (signal.aborted) return;
      failures += 1;
      const waitMs = retryAfterOf(error) ?? delayMs(failures);
      const reason = (error as Error).message || String((error as NodeJS.ErrnoException).code);
      log(`Not connected: ${reason} Next attempt in ${Math.ceil(waitMs / 1_000)} s.`);
      setState(needs.state, 'waiting', { reason });
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function stay(
  identity: Identity,
  { name, notice, ended, close }: Connected,
  { log, signal, state }: Needs,
): Promise<void> {
  log(`Connected to ${new URL(identity.url).host} as “${name}”.`);
  if (notice !== undefined) log(notice);
  setState(state, 'connected', { name, notice });
  signal.addEventListener('abort', close, { once: true });
  const status = await ended;
  signal.removeEventListener('abort', close);
  const final = finalCodes[status];
  if (final !== undefined) {
    throw new Refused(final, { isFinal: true, isUnknown: status === removedCode });
  }
  if (!signal.aborted) log('The connection has ended. Connecting again.');
}

function setState(state: State, connection: State['connection'], more: Partial<State> = {}): void {
  Object.assign(state, { reason: undefined }, more, { connection, since: new Date() });
}

const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof Refused ? error.retryAfterMs : undefined;

const delayMs = (failures: number): number =>
  Math.min(delays.maxMs, delays.firstMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
