import { once } from 'node:events';
import { isIP } from 'node:net';
import { WebSocket } from 'ws';
import type { ConnectorContext } from './connector.js';
import { Unauthorized, Unavailable } from './failure.js';
import { checkedUrl } from './http.js';

export interface WebSocketRequest {
  /** `http:`, `https:`, `ws:` or `wss:`. */
  url: string | URL;
  headers?: Record<string, string>;
  /** Certificates of authorities (PEM), in place of those that Node knows. */
  ca?: string;
  /** The largest message that is received (bytes). Default 4 MiB. */
  limit?: number;
}

const largestMessage = 4 * 1024 * 1024;
const longestHandshake = 10_000;

/**
 * Opens a WebSocket within the same bounds as `http`: at exactly the address that the egress policy
 * allows, without redirections. It is paused: `resume` it when its events are listened to, `error`
 * among them, and close it in the end (`terminate`). It is closed when the signal is aborted. Throws
 * `Unauthorized` for 401 and 403, else `Unavailable`.
 */
export async function openWebSocket(
  { resolve, signal, spend }: Pick<ConnectorContext<never, never>, 'resolve' | 'signal' | 'spend'>,
  { url: given, headers, ca, limit = largestMessage }: WebSocketRequest,
): Promise<WebSocket> {
  const url = checkedUrl(String(given).replace(/^ws/, 'http'));
  await spend();
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const { address, family } = await resolve(name);
  if (signal.aborted) throw new Unavailable(`${url.host} did not answer in time.`);
  const target = new URL(url);
  target.protocol = url.protocol.replace('http', 'ws');
  target.hostname = family === 6 ? `[${address}]` : address;
  const socket = new WebSocket(target, {
    headers: { ...headers, host: url.host },
    ...(isIP(name) ? {} : { servername: name }),
    ...(ca !== undefined && { ca }),
    maxPayload: limit,
    handshakeTimeout: longestHandshake,
    followRedirects: false,
    perMessageDeflate: false,
  });
  let refused: number | undefined;
  socket.once('unexpected-response', (request, { statusCode }) => {
    refused = statusCode;
    request.destroy();
    socket.emit('error', new Error('refused'));
  });
  const end = () => socket.terminate();
  signal.addEventListener('abort', end, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', end));
  // At once, not when somebody has waited for it: the first message may be there already.
  socket.once('open', () => socket.pause());
  try {
    await once(socket, 'open');
    return socket;
  } catch {
    socket.on('error', () => undefined);
    socket.terminate();
    if (refused === 401 || refused === 403) {
      throw new Unauthorized(`${url.host} refuses the credentials.`);
    }
    throw new Unavailable(`${url.host} cannot be reached by WebSocket.`);
  }
}
