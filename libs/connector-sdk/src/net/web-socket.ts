import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { createWebSocketStream, WebSocket, type ClientOptions } from 'ws';
import { Misconfigured, Unauthorized, Unavailable } from '../failure.js';
import { acquireInTime, raceSignal } from './abort.js';
import { watchCertificate } from './certificate.js';
import { createAuthenticator, type HttpAuth } from './authentication.js';
import { bareHost, parseHttpUrl, portOf, tlsServerName } from './url.js';
import { type HttpBounds, parseRetryAfterMs } from './request.js';

export interface WebSocketRequest {
  /** `http:`, `https:`, `ws:` or `wss:`. */
  url: string | URL;
  headers?: Record<string, string>;
  /** The credentials, except for `digest`, which a handshake cannot answer. */
  auth?: HttpAuth | undefined;
  /** Certificates of authorities (PEM), in place of those that Node knows. */
  ca?: string | undefined;
  /** The largest message that is accepted (bytes). Default 4 MiB. */
  maxBytes?: number;
  /** The subprotocol, which the server must accept (RFC 6455, section 1.9). */
  protocol?: string;
}

const defaultMaxBytes = 4 * 1024 * 1024;
const handshakeTimeoutMs = 10_000;

/**
 * Opens a WebSocket with the same limits as `http`: to exactly the address that the egress policy allows, without
 * redirects, with a timeout. It is paused: call `resume` when its listeners are set, and `terminate` in the end. It
 * is closed when the signal is aborted. Throws `Unauthorized` for 401 and 403, `Misconfigured` for what cannot be
 * sent and a certificate that is refused, else `Unavailable`.
 */
export async function openWebSocket(
  { resolve, signal, acquire, effort }: HttpBounds,
  { url: given, headers, auth, ca, protocol, maxBytes = defaultMaxBytes }: WebSocketRequest,
): Promise<WebSocket> {
  const url = parseHttpUrl(String(given).replace(/^ws/, 'http'));
  await acquireInTime({ signal, acquire }, url);
  const handshake = AbortSignal.any([signal, AbortSignal.timeout(handshakeTimeoutMs)]);
  const tls = { servername: tlsServerName(url.hostname), ca };
  const unavailable = (why: string, retryAfterMs?: number) =>
    new Unavailable(`${url.host} ${why}.`, { sent: false, retryAfterMs });
  const resolved = resolve(bareHost(url.hostname), portOf(url));
  const { address, family } = await raceSignal(handshake, resolved).catch((error: unknown) => {
    throw handshake.aborted ? unavailable('did not answer in time') : error;
  });
  const authorization = createAuthenticator().authorize(auth, { url, method: 'GET' });
  const target = new URL(url);
  target.protocol = url.protocol.replace('http', 'ws');
  target.hostname = family === 6 ? `[${address}]` : address;
  target.hash = '';
  let refusalOf: ReturnType<typeof watchCertificate> = () => undefined;
  /** Connects as `ws` itself does, and learns why a certificate is refused. */
  const createConnection = (options: unknown) => {
    const connection = connectTls(Object.assign({}, options, { path: undefined }));
    refusalOf = watchCertificate(connection, url.host);
    return connection;
  };
  const { socket, opened } = connect(target, protocol, {
    ...(url.protocol === 'https:' && { createConnection }),
    headers: authorization
      ? { ...headers, authorization, host: url.host }
      : { ...headers, host: url.host },
    ...tls,
    maxPayload: maxBytes,
    followRedirects: false,
    perMessageDeflate: false,
  });
  const end = () => socket.terminate();
  signal.addEventListener('abort', end, { once: true });
  if (effort) {
    socket.on('message', (data: Buffer) => {
      if (!effort.take('bytes', data.length)) socket.terminate();
    });
  }
  socket.once('close', () => signal.removeEventListener('abort', end));
  try {
    await raceSignal(handshake, opened);
    return socket;
  } catch (error) {
    socket.terminate();
    if (handshake.aborted) throw unavailable('did not answer in time');
    const refusal = refusalOf(error);
    if (refusal) throw refusal;
    if (!(error instanceof HandshakeRefused)) throw unavailable('cannot be reached by WebSocket');
    const { status, retryAfterMs } = error;
    if (status === 401 || status === 403) {
      throw new Unauthorized(`${url.host} refuses the credentials.`);
    }
    throw unavailable(`does not open a WebSocket, but answers with status ${status}`, retryAfterMs);
  }
}

/** Opens a WebSocket whose messages are a stream of bytes, for a protocol that is carried in it. */
export async function openWebSocketStream(
  bounds: HttpBounds,
  request: WebSocketRequest,
): Promise<Duplex> {
  return createWebSocketStream(await openWebSocket(bounds, request), { allowHalfOpen: false });
}

class HandshakeRefused extends Error {
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor({ statusCode = 0, headers }: IncomingMessage) {
    super(`status ${statusCode}`);
    this.status = statusCode;
    this.retryAfterMs = parseRetryAfterMs(headers['retry-after']);
  }
}

function connect(target: URL, protocol: string | undefined, options: ClientOptions) {
  let socket: WebSocket;
  try {
    socket = new WebSocket(target, protocol, options);
  } catch {
    // Its message may quote what was to be sent.
    throw new Misconfigured(
      'The WebSocket cannot be opened: a header or the address is not valid.',
    );
  }
  // Without a listener, an error of the connection would end the process.
  socket.on('error', () => undefined);
  const opened = once(socket, 'open');
  socket.once('unexpected-response', (request, response) => {
    request.destroy();
    socket.emit('error', new HandshakeRefused(response));
  });
  // Paused at once, because the first message may arrive with the handshake.
  socket.once('open', () => socket.pause());
  return { socket, opened };
}
