import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { tlsServerName, Unavailable, type AllowedAddress } from '@trellis/connector-sdk';
import type { BrokerAddress } from './configuration.js';

/** Opens a socket to exactly this address; reports why it fails: an untrusted certificate is no broker that is down. */
export function openSocket(
  broker: BrokerAddress,
  { address, family }: AllowedAddress,
  onFailure: (reason: Error) => void,
): Socket {
  const socket = broker.tls
    ? connectTls({ host: address, port: broker.port, ...tlsOptions(broker) })
    : connectTcp({ host: address, port: broker.port, family });
  socket.on('error', (error) => onFailure(failureOf(error)));
  socket.on('close', () => onFailure(new Unavailable('The broker ended the connection.')));
  return socket;
}

function tlsOptions({ hostname, ca }: BrokerAddress) {
  // Without a server name the certificate is checked against the IP address.
  return { servername: tlsServerName(hostname), ca };
}

/** Returns the failure for an error, with only its code: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
function failureOf(error: Error): Unavailable {
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return new Unavailable(`The broker cannot be reached${code}.`);
}
