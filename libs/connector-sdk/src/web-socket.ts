import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { WebSocket, type ClientOptions } from 'ws';
import type { ConnectorContext } from './connector.js';
import { Misconfigured, Unauthorized, Unavailable } from './failure.js';
import { parseHttpUrl, parseRetryAfterMs } from './http.js';
import { takeLeave, raceSignal } from './in-time.js';

export interface WebSocketRequest {
  /** `http:`, `https:`, `ws:` or `wss:`. */
  url: string | URL;
  headers?: Record<string, string>;
  /** Certificates of authorities (PEM), in place of those that Node knows. */
  ca?: string;
  /** The largest message that is accepted (bytes). Default 4 MiB. */
  maxBytes?: number;
}

const defaultMaxBytes = 4 * 1024 * 1024;
const longestHandshake = 10_000;

/**
 * Opens a WebSocket within the same bounds as `http`: at exactly the address that the egress policy
 * allows, without redirections, in bounded time. It is paused: `resume` it when its events are
 * listened to, and close it in the end (`terminate`). It is closed when the signal is aborted. Throws
 * `Unauthorized` for 401 and 403, `Misconfigured` for what cannot be sent, else `Unavailable`.
 */
export async function openWebSocket(
  {
    resolve,
    signal,
    acquire,
  }: Pick<ConnectorContext<never, never>, 'resolve' | 'signal' | 'acquire'>,
  { url: given, headers, ca, maxBytes = defaultMaxBytes }: WebSocketRequest,
): Promise<WebSocket> {
  const url = parseHttpUrl(String(given).replace(/^ws/, 'http'));
  await takeLeave({ signal, acquire }, url);
  const handshake = AbortSignal.any([signal, AbortSignal.timeout(longestHandshake)]);
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const unavailable = (why: string, retryAfterMs?: number) =>
    new Unavailable(`${url.host} ${why}.`, { sent: false, retryAfterMs });
  const { address, family } = await raceSignal(handshake, resolve(name)).catch((error: unknown) => {
    throw handshake.aborted ? unavailable('did not answer in time') : error;
  });
  const target = new URL(url);
  target.protocol = url.protocol.replace('http', 'ws');
  target.hostname = family === 6 ? `[${address}]` : address;
  target.hash = '';
  const { socket, opened } = connect(target, {
    headers: { ...headers, host: url.host },
    ...(isIP(name) ? {} : { servername: name }),
    ...(ca !== undefined && { ca }),
    maxPayload: maxBytes,
    followRedirects: false,
    perMessageDeflate: false,
  });
  const end = () => socket.terminate();
  signal.addEventListener('abort', end, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', end));
  try {
    await raceSignal(handshake, opened);
    return socket;
  } catch (error) {
    socket.terminate();
    if (handshake.aborted) throw unavailable('did not answer in time');
    if (!(error instanceof Refused)) throw unavailable('cannot be reached by WebSocket');
    const { status, retryAfterMs } = error;
    if (status === 401 || status === 403) {
      throw new Unauthorized(`${url.host} refuses the credentials.`);
    }
    throw unavailable(`opens no WebSocket, it answers with status ${status}`, retryAfterMs);
  }
}

/** The server answers the handshake with another status than 101. */
class Refused extends Error {
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor({ statusCode = 0, headers }: IncomingMessage) {
    super(`status ${statusCode}`);
    this.status = statusCode;
    this.retryAfterMs = parseRetryAfterMs(headers['retry-after']);
  }
}

/** A socket, and when it is open. */
function connect(target: URL, options: ClientOptions) {
  let socket: WebSocket;
  try {
    socket = new WebSocket(target, options);
  } catch {
    // What it says may quote what was to be sent.
    throw new Misconfigured(
      'The WebSocket cannot be opened: a header or the address is not valid.',
    );
  }
  // A remote that breaks the connection while nobody listens must not end the process.
  socket.on('error', () => undefined);
  const opened = once(socket, 'open');
  socket.once('unexpected-response', (request, response) => {
    request.destroy();
    socket.emit('error', new Refused(response));
  });
  // At once, not when somebody has waited for it: the first message may be there already.
  socket.once('open', () => socket.pause());
  return { socket, opened };
}
