import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import type { ResolveHost } from './egress.js';
import { Unavailable } from './failure.js';

/** Whom a TLS connection trusts, in place of the authorities that Node knows. */
export interface TlsTrust {
  /** Certificates of authorities (PEM). */
  ca?: string;
  /**
   * Judges the SHA-256 fingerprint (`AB:CD:…`) of the server's certificate before anything is sent,
   * in place of a check of its chain and name; refuses by throwing. See `pinOnFirstUse`.
   */
  pin?: (fingerprint: string) => Promise<void>;
}

/** Longest time until a connection is there (ms). */
const longestConnect = 10_000;

/** Connects to exactly the address that the policy has allowed, whatever the name says next time. */
export function connector(
  { resolve, signal }: { resolve: ResolveHost; signal: AbortSignal },
  tls: TlsTrust = {},
): buildConnector.connector {
  const open = buildConnector({
    timeout: longestConnect,
    ...(tls.ca !== undefined && { ca: tls.ca }),
    ...(tls.pin && { rejectUnauthorized: false }),
  }) as (...given: Parameters<buildConnector.connector>) => Socket;
  return (options, done) => {
    const name = options.hostname.replace(/^\[(.*)\]$/, '$1');
    const fail = (error: unknown) => done(error as Error, null);
    resolve(name).then(({ address }) => {
      if (signal.aborted) return fail(signal.reason);
      const servername = isIP(name) ? undefined : name;
      const to = { ...options, hostname: address, host: address, servername };
      const socket = open(to, (error, connected) => {
        if (error) return settle(() => fail(error));
        if (!tls.pin || options.protocol !== 'https:') return settle(() => done(null, connected));
        judge(connected as TLSSocket, tls.pin).then(
          () => settle(() => done(null, connected)),
          (refusal: unknown) => settle(() => fail(refusal)),
        );
      });
      // A handshake that hangs, or a judgement, must not outlive the request.
      const end = () => socket.destroy();
      signal.addEventListener('abort', end, { once: true });
      const settle = (say: () => void) => {
        signal.removeEventListener('abort', end);
        say();
      };
    }, fail);
  };
}

async function judge(socket: TLSSocket, pin: NonNullable<TlsTrust['pin']>): Promise<void> {
  try {
    const { fingerprint256 } = socket.getPeerCertificate();
    if (!fingerprint256) throw new Unavailable('The server shows no certificate.');
    await pin(fingerprint256);
    if (socket.destroyed) throw new Unavailable('The server has closed the connection.');
  } catch (refusal) {
    socket.destroy();
    throw refusal;
  }
}
