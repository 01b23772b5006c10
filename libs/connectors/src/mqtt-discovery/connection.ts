import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Unauthorized, Unavailable, type ResolveHost } from '@trellis/connector-sdk';
import mqtt, { type MqttClient } from 'mqtt';
import type { BrokerAddress } from './configuration.js';
import { openSocket } from './socket.js';

/** How long a broker may take to let us in (ms). */
const connectTimeout = 10_000;

/** How long a broker may take to end a connection that we take leave of (ms). */
const leaveTimeout = 500;

/** The largest packet that is received at all (bytes); its size is known only as it comes. */
const largestPacket = 16 * 1024 * 1024;

/** How many topics are subscribed to with one message. */
const batch = 100;

/** A connection to a broker. */
export interface Connection {
  client: MqttClient;
  /** Waits for something, but no longer than the connection lasts; then throws what ended it. */
  whileOpen<T>(promise: Promise<T>): Promise<T>;
}

/**
 * Connects to a broker, uses it, and takes leave of it, whatever happens. It is reached at exactly
 * the address that `resolve` gives. Throws `Unauthorized` when it refuses the credentials,
 * `Unavailable` when it cannot be reached, is too slow, or `signal` is aborted.
 */
export async function withConnection<T>(
  { broker, resolve, signal }: { broker: BrokerAddress; resolve: ResolveHost; signal: AbortSignal },
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const end = (reason: Error) => ending.abort(reason);
  const onAbort = () => end(tooSlow());
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  const timer = setTimeout(onAbort, connectTimeout);
  let socket: Socket | undefined;
  let client: MqttClient | undefined;
  try {
    const address = await whileOpen(resolve(broker.hostname), ending.signal);
    socket = openSocket(broker, address, end);
    // The credentials are sent only when the certificate has been checked.
    await whileOpen(once(socket, broker.tls ? 'secureConnect' : 'connect'), ending.signal);
    client = speak(socket, broker, end);
    await whileOpen(accepted(client), ending.signal);
    clearTimeout(timer);
    return await use({ client, whileOpen: (promise) => whileOpen(promise, ending.signal) });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    if (socket) await leave(socket, client, ending.signal.aborted);
  }
}

function tooSlow(): Unavailable {
  return new Unavailable('The broker did not answer in time.');
}

/** Waits for something until `ending` is aborted; then throws its reason. */
async function whileOpen<T>(promise: Promise<T>, ending: AbortSignal): Promise<T> {
  let onEnd = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    onEnd = () => reject(ending.reason as Error);
    if (ending.aborted) onEnd();
    ending.addEventListener('abort', onEnd);
  });
  try {
    return await Promise.race([promise, ended]);
  } catch (error) {
    // What was waited for may fail because the connection did: then that is the better reason.
    throw ending.aborted ? ending.reason : error;
  } finally {
    ending.removeEventListener('abort', onEnd);
  }
}

/** Speaks MQTT 3.1.1, which every broker knows, on a socket. */
function speak(socket: Socket, broker: BrokerAddress, end: (reason: Error) => void): MqttClient {
  const client = new mqtt.MqttClient(() => socket, {
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    // A broker ends the older of two connections with the same id; 23 characters all must accept.
    clientId: `trellis${randomBytes(8).toString('hex')}`,
    connectTimeout,
    reconnectPeriod: 0,
    resubscribe: false,
    subscribeBatchSize: batch,
    ...(broker.username === undefined ? {} : { username: broker.username }),
    ...(broker.password === undefined ? {} : { password: broker.password }),
  });
  client.on('error', (error) => end(failureOf(error)));
  client.on('close', () => end(new Unavailable('The broker ended the connection.')));
  let unread = 0;
  client.on('packetreceive', () => (unread = 0));
  socket.on('data', (chunk: Buffer) => {
    unread += chunk.length;
    if (unread > largestPacket) end(new Unavailable('The broker sends a message too large.'));
  });
  return client;
}

/** Waits until the broker has let us in. */
function accepted(client: MqttClient): Promise<void> {
  return new Promise((resolve) => client.once('connect', () => resolve()));
}

/** The return codes of CONNACK for refused credentials: of MQTT 3.1.1, and of MQTT 5. */
const refusedCredentials = new Set<unknown>([4, 5, 134, 135]);

/** Only codes are passed on: the text of an error may quote what was sent. */
function failureOf(error: Error): Error {
  const code = 'code' in error ? error.code : undefined;
  if (refusedCredentials.has(code)) return new Unauthorized('The broker refuses the credentials.');
  if (typeof code === 'number') return new Unavailable(`The broker refuses with code ${code}.`);
  return new Unavailable('The broker does not speak MQTT 3.1.1 as it should.');
}

/** Says good-bye, unless the connection has failed, and makes sure that the socket is closed. */
async function leave(socket: Socket, client: MqttClient | undefined, failed: boolean) {
  const closed = new Promise((resolve) => {
    if (socket.closed) resolve(undefined);
    socket.once('close', resolve);
  });
  if (failed || !client) socket.destroy();
  else client.end();
  const timer = setTimeout(() => socket.destroy(), leaveTimeout);
  await closed;
  clearTimeout(timer);
}
