import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { Misconfigured, Unavailable } from '../failure.js';
import { connectThroughAgent } from './agent-route.js';
import { watchCertificate } from './certificate.js';
import { bareHost, portOf, tlsServerName } from './url.js';
import type { ResolveHost } from './lookup.js';

/** The trust settings of a TLS connection, in place of Node's authorities. */
export interface TlsTrust {
  ca?: string | undefined;
  /** Checks the SHA-256 fingerprint (`AB:CD:…`) of the certificate in place of its chain and name; may throw. */
  pin?: (fingerprint: string) => Promise<void>;
}

const connectTimeoutMs = 10_000;

/** Creates a connector to exactly the address that the egress policy allowed: a second lookup could differ. */
export function connector(
  { resolve, signal }: { resolve: ResolveHost; signal: AbortSignal },
  tls: TlsTrust = {},
): buildConnector.connector {
  const open = buildConnector({
    timeout: connectTimeoutMs,
    ca: tls.ca,
    rejectUnauthorized: tls.pin ? false : undefined,
  }) as (...given: Parameters<buildConnector.connector>) => Socket;
  return (options, done) => {
    const name = bareHost(options.hostname);
    const fail = (error: unknown) => done(error as Error, null);
    const port = portOf(options);
    const reach = async () => {
      const { address, via } = await resolve(name, port);
      const relayed = via && (await connectThroughAgent(via, { port, signal }));
      return { address, relayed };
    };
    reach().then(({ address, relayed }) => {
      if (signal.aborted) {
        relayed?.destroy();
        return fail(signal.reason);
      }
      if (relayed && options.protocol === 'http:') return done(null, relayed as Socket);
      const servername = tlsServerName(name);
      const target = {
        ...options,
        hostname: address,
        host: address,
        servername,
        httpSocket: relayed as Socket | undefined,
      };
      const socket = open(target, (error, connected) => {
        if (error) return settle(() => fail(refusalOf(error) ?? error));
        if (!tls.pin || options.protocol !== 'https:') return settle(() => done(null, connected));
        checkPin(connected as TLSSocket, tls.pin).then(
          () => settle(() => done(null, connected)),
          (refusal: unknown) => settle(() => fail(refusal)),
        );
      });
      const refusalOf = watchCertificate(socket, options.host ?? name);
      // Neither a hanging handshake nor the check of a pin may outlive the request.
      const end = () => socket.destroy();
      signal.addEventListener('abort', end, { once: true });
      const settle = (report: () => void) => {
        signal.removeEventListener('abort', end);
        report();
      };
    }, fail);
  };
}

async function checkPin(socket: TLSSocket, pin: NonNullable<TlsTrust['pin']>): Promise<void> {
  try {
    const { fingerprint256 } = socket.getPeerCertificate();
    if (!fingerprint256) {
      throw new Misconfigured('The server shows no certificate.', { cause: 'tls_refused' });
    }
    await pin(fingerprint256);
    if (socket.destroyed) {
      throw new Unavailable('The server has closed the connection.', { cause: 'connection_lost' });
    }
  } catch (refusal) {
    socket.destroy();
    throw refusal;
  }
}
