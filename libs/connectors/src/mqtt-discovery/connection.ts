import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Duplex } from 'node:stream';
import {
  ConnectorFailure,
  raceSignal,
  shownAddress,
  Unauthorized,
  Unavailable,
  type Recorder,
  type ResolveHost,
  type SharedBudget,
  withAddress,
} from '@trellis/connector-sdk';
import mqtt, { type MqttClient } from 'mqtt';
import type { BrokerAddress } from './configuration.js';
import { createPacketRecorder } from './record-packets.js';
import { maxPacketBytes, openSocket } from './socket.js';

const connectTimeoutMs = 10_000;

const closeTimeoutMs = 500;

const subscribeBatchSize = 100;

interface ConnectionRequest {
  broker: BrokerAddress;
  resolve: ResolveHost;
  signal: AbortSignal;
  /** The bytes that may be received. */
  effort?: SharedBudget | undefined;
  record?: Recorder | undefined;
}

export interface Connection {
  client: MqttClient;
  /** Returns the outcome of a promise, or rejects with the reason if the connection ends first. */
  whileOpen<T>(promise: Promise<T>): Promise<T>;
}

/**
 * Connects to a broker at exactly the address that `resolve` returns, passes the connection to `use`, and closes it.
 * Throws `Unauthorized` when the broker refuses the credentials, `Misconfigured` when its certificate is refused,
 * `Unavailable` when it cannot be reached, is too slow, or `signal` is aborted.
 */
export async function withConnection<T>(
  request: ConnectionRequest,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  try {
    return await withVersion(4, request, use);
  } catch (error) {
    if (!(error instanceof VersionRefused)) throw error;
    return withVersion(5, request, use);
  }
}

async function withVersion<T>(
  version: 4 | 5,
  { broker, resolve, signal, effort, record }: ConnectionRequest,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const packets = record && createPacketRecorder(record, broker);
  const ending = new AbortController();
  // Each write in progress waits for it.
  setMaxListeners(0, ending.signal);
  const end = (reason: Error) => ending.abort(reason);
  let isReached = false;
  const onTimeout = () =>
    end(
      new Unavailable('The broker did not answer in time.', {
        cause: isReached ? 'answer_timeout' : 'connect_timeout',
      }),
    );
  const whileOpen = <U>(promise: Promise<U>) => whileNotAborted(ending.signal, promise);
  signal.addEventListener('abort', onTimeout);
  if (signal.aborted) onTimeout();
  const timer = setTimeout(onTimeout, connectTimeoutMs);
  let socket: Duplex | undefined;
  let client: MqttClient | undefined;
  try {
    // The credentials are sent only after the certificate has been checked.
    const bounds = { resolve, signal: ending.signal };
    socket = await whileOpen(openSocket(broker, bounds, end));
    isReached = true;
    client = createClient(socket, broker, { version, end, effort });
    packets?.watch(client);
    await whileOpen(acceptance(client));
    clearTimeout(timer);
    return await use({ client, whileOpen });
  } catch (error) {
    packets?.fail(error);
    throw error instanceof ConnectorFailure ? withAddress(error, addressOf(broker)) : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onTimeout);
    if (socket) await close(socket, client, ending.signal.aborted);
  }
}

/** Writes the address of a broker for developers. */
const addressOf = ({ webSocketUrl, tls, hostname, port }: BrokerAddress): string =>
  webSocketUrl === undefined
    ? `${tls ? 'mqtts' : 'mqtt'}://${hostname}:${port}`
    : shownAddress(new URL(webSocketUrl));

async function whileNotAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  try {
    return await raceSignal(signal, promise);
  } catch (error) {
    // If the connection failed, its reason says more.
    throw signal.aborted ? signal.reason : error;
  }
}

/** Creates a client on an open socket for MQTT 3.1.1 (version 4), which nearly every broker supports, or MQTT 5. */
function createClient(
  socket: Duplex,
  { username, password }: BrokerAddress,
  {
    version,
    end,
    effort,
  }: { version: 4 | 5; end: (reason: Error) => void; effort: SharedBudget | undefined },
): MqttClient {
  const client = new mqtt.MqttClient(() => socket, {
    protocolId: 'MQTT',
    protocolVersion: version,
    clean: true,
    // A broker closes the older of two connections with the same id. Every broker accepts up to 23 characters.
    clientId: `trellis${randomBytes(8).toString('hex')}`,
    connectTimeout: connectTimeoutMs,
    reconnectPeriod: 0,
    resubscribe: false,
    subscribeBatchSize,
    username,
    password,
  });
  client.on('error', (error) => end(failureOf(error)));
  client.on('close', () =>
    end(new Unavailable('The broker ended the connection.', { cause: 'connection_lost' })),
  );
  let unparsedBytes = 0;
  client.on('packetreceive', () => (unparsedBytes = 0));
  socket.on('data', (chunk: Buffer) => {
    unparsedBytes += chunk.length;
    if (unparsedBytes > maxPacketBytes || effort?.take('bytes', chunk.length) === false) {
      end(
        new Unavailable('The broker sent a message that is too large.', {
          cause: 'answer_too_large',
        }),
      );
    }
  });
  return client;
}

const acceptance = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => client.once('connect', () => resolve()));

/** The return codes of CONNACK for refused credentials: of MQTT 3.1.1, and of MQTT 5. */
const refusedCredentials = new Set<unknown>([4, 5, 134, 135]);

/** The return codes of CONNACK for a version of MQTT that the broker does not support. */
const refusedVersion = new Set<unknown>([1, 132]);

class VersionRefused extends Unavailable {
  constructor() {
    super('The broker supports neither MQTT 3.1.1 nor MQTT 5.', { cause: 'protocol_version' });
  }
}

/** Returns the failure for an error. Only codes are passed on: the text may quote what was sent. */
function failureOf(error: Error): Error {
  const code = 'code' in error ? error.code : undefined;
  if (refusedCredentials.has(code)) {
    return new Unauthorized('The broker refuses the credentials.', {
      cause: 'credentials_refused',
    });
  }
  if (refusedVersion.has(code)) return new VersionRefused();
  if (typeof code === 'number') {
    const cause = code === 151 ? 'vendor_quota' : 'refused_by_server';
    return new Unavailable(`The broker refuses with code ${code}.`, { cause });
  }
  return new Unavailable('The broker does not speak MQTT as it should.', {
    cause: 'other_protocol',
  });
}

/** Disconnects, unless the connection has failed, and makes sure that the socket is closed. */
async function close(socket: Duplex, client: MqttClient | undefined, hasFailed: boolean) {
  const closed = new Promise((resolve) => {
    if (socket.closed) resolve(undefined);
    socket.once('close', resolve);
  });
  if (hasFailed || !client) socket.destroy();
  else client.end();
  const timer = setTimeout(() => socket.destroy(), closeTimeoutMs);
  await closed;
  clearTimeout(timer);
}
