import { once } from 'node:events';
import { connect as connectTcp, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { raceSignal } from './abort.js';
import { connectThroughAgent } from './agent-route.js';
import type { ResolveHost } from './lookup.js';

interface Dialled {
  resolve: ResolveHost;
  /** Ends the attempt. */
  signal: AbortSignal;
}

/**
 * Connects to a host that a user named, at exactly the address that `resolve` returns, or through an agent. Rejects with
 * the failure of `resolve`, the error of the system, or the reason of the signal.
 */
export async function dial(
  { resolve, signal }: Dialled,
  { host, port }: { host: string; port: number },
): Promise<Duplex> {
  const { address, family, via } = await raceSignal(signal, resolve(host, port));
  if (via) return connectThroughAgent(via, { port, signal });
  const socket = connectTcp({ host: address, port, family, noDelay: true });
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Begins TLS on a connection; `host` is the name that the certificate must have, or an IP address. */
export function secure(
  socket: Duplex,
  { host, ca }: { host: string; ca?: string | undefined },
): TLSSocket {
  // An IP address is no server name (RFC 6066), but the certificate has to be for it.
  return connectTls({ socket, ca, ...(isIP(host) ? { host } : { servername: host }) });
}
