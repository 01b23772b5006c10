import { once } from 'node:events';
import { validateHeaderName, validateHeaderValue, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocket, type ClientOptions } from 'ws';
import { asUnsent, ConnectorFailure, Misconfigured, Unavailable, withAddress } from '../failure.js';
import { recordedWebSocket } from './recorded.js';
import { acquireInTime, raceSignal } from './abort.js';
import { watchCertificate } from './certificate.js';
import { createAuthenticator, type HttpAuth } from './authentication.js';
import { connectionFailure } from './connection-failure.js';
import { dial, secure } from './dial.js';
import { statusFailure } from './refused.js';
import type { HttpBounds } from './request.js';
import { bareHost, parseHttpUrl, portOf, shownAddress } from './url.js';

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
  bounds: HttpBounds,
  request: WebSocketRequest,
): Promise<WebSocket> {
  const url = parseHttpUrl(String(request.url).replace(/^ws/, 'http'));
  return recordedWebSocket(bounds.record, url, () => openAt(url, bounds, request));
}

async function openAt(
  url: URL,
  { resolve, signal, acquire, effort }: HttpBounds,
  { headers, auth, ca, protocol, maxBytes = defaultMaxBytes }: WebSocketRequest,
): Promise<WebSocket> {
  const target = new URL(url);
  target.protocol = url.protocol.replace('http', 'ws');
  const address = shownAddress(target);
  const authorization = createAuthenticator().authorize(auth, { url, method: 'GET' });
  const sent = authorization ? { ...headers, authorization } : headers;
  requireValid(sent);
  await acquireInTime({ signal, acquire }, url);
  const handshake = AbortSignal.any([signal, AbortSignal.timeout(handshakeTimeoutMs)]);
  let isOpened = false;
  const late = () =>
    new Unavailable(`${url.host} did not answer in time.`, {
      sent: false,
      cause: isOpened ? 'answer_timeout' : 'connect_timeout',
      address,
    });
  const host = bareHost(url.hostname);
  const to = { host, port: portOf(url) };
  const tcp = await dial({ resolve, signal: handshake }, to).catch((error: unknown) => {
    if (handshake.aborted) throw late();
    throw withAddress(
      error instanceof ConnectorFailure
        ? error
        : connectionFailure(error, url.host, { sent: false }),
      address,
    );
  });
  const isSecure = url.protocol === 'https:';
  const connection = isSecure ? secure(tcp, { host, ca }) : tcp;
  if (isSecure) connection.once('secureConnect', () => (isOpened = true));
  else isOpened = true;
  const refusalOf = watchCertificate(connection, url.host);
  target.hash = '';
  const { socket, opened } = connect(target, protocol, {
    createConnection: () => connection as Socket,
    headers: sent,
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
    if (handshake.aborted) throw late();
    const refusal = refusalOf(error);
    if (refusal) throw withAddress(refusal, address);
    if (!(error instanceof HandshakeRefused)) {
      throw withAddress(connectionFailure(error, url.host, { sent: false }), address);
    }
    throw handshakeFailure(error, url, address);
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
  readonly headers: IncomingMessage['headers'];

  constructor({ statusCode = 0, headers }: IncomingMessage) {
    super(`status ${statusCode}`);
    this.status = statusCode;
    this.headers = headers;
  }
}

/** Returns the failure for a response that opens no WebSocket. Nothing was sent through one. */
function handshakeFailure(refused: HandshakeRefused, url: URL, address: string): ConnectorFailure {
  const { status } = refused;
  const detail = `${url.host} does not open a WebSocket, but answers with status ${status}.`;
  if (status >= 200 && status < 300) {
    return new Unavailable(detail, { sent: false, cause: 'other_protocol', status, address });
  }
  const failure = statusFailure(refused, url);
  failure.facts.address = address;
  return failure instanceof Unavailable ? asUnsent(failure, detail) : failure;
}

/** Throws `Misconfigured` for headers that cannot be sent. Node's message may quote what was to be sent. */
function requireValid(headers: Record<string, string> = {}): void {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
  } catch {
    throw new Misconfigured('The WebSocket cannot be opened: a header is not valid.', {
      cause: 'request_invalid',
    });
  }
}

function connect(target: URL, protocol: string | undefined, options: ClientOptions) {
  const socket = new WebSocket(target, protocol, options);
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
