import { once } from 'node:events';
import { addAbortSignal, type Duplex } from 'node:stream';
import {
  connectionFailure,
  ConnectorFailure,
  dial,
  openWebSocketStream,
  secure,
  type ResolveHost,
  Unavailable,
  watchCertificate,
} from '@trellis/connector-sdk';
import type { BrokerAddress } from './configuration.js';

/** The largest message of a broker (bytes). */
export const maxPacketBytes = 16 * 1024 * 1024;

interface SocketBounds {
  resolve: ResolveHost;
  /** Closes the socket when it is aborted. */
  signal: AbortSignal;
}

/**
 * Connects to exactly the address that `resolve` returns; resolves when bytes can be sent, with TLS once the certificate
 * has been checked. Reports why the connection fails or ends: an untrusted certificate is no broker that is down.
 */
export async function openSocket(
  broker: BrokerAddress,
  bounds: SocketBounds,
  onFailure: (reason: Error) => void,
): Promise<Duplex> {
  const onClose = () =>
    onFailure(new Unavailable('The broker ended the connection.', { cause: 'connection_lost' }));
  if (broker.webSocketUrl !== undefined) {
    const stream = await openByWebSocket(broker.webSocketUrl, broker.ca, bounds);
    return stream.on('error', (error) => onFailure(failureOf(error))).on('close', onClose);
  }
  const { hostname: host, port, ca } = broker;
  const tcp = await dial(bounds, { host, port }).catch((error: Error) => {
    throw error instanceof ConnectorFailure ? error : failureOf(error);
  });
  addAbortSignal(bounds.signal, tcp);
  // Node checks the certificate against an IP address where there is no server name.
  const socket = broker.tls ? secure(tcp, { host, ca }) : tcp;
  const refusalOf = watchCertificate(socket, 'the broker');
  socket.on('error', (error) => onFailure(refusalOf(error) ?? failureOf(error)));
  socket.on('close', onClose);
  if (broker.tls) await once(socket, 'secureConnect');
  return socket;
}

/** Opens a WebSocket that carries MQTT (MQTT 5.0, section 6). */
const openByWebSocket = (url: string, ca: string | undefined, bounds: SocketBounds) =>
  openWebSocketStream(
    // The permit for the connection has been acquired.
    { ...bounds, acquire: async () => undefined },
    { url, ca, protocol: 'mqtt', maxBytes: maxPacketBytes },
  );

const failureOf = (error: Error) => connectionFailure(error, 'The broker');
