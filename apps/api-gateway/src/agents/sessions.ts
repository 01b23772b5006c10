import { connect, type ClientHttp2Stream } from 'node:http2';
import { createWebSocketStream, type WebSocket } from 'ws';

/** The connection of an agent that has proved its key. */
export interface AgentConnection {
  agent: string;
  developer: string;
  /** The id of this connection. */
  session: string;
  /** Opens a stream to a host and port in the network of the agent. */
  dial(authority: string): ClientHttp2Stream;
  /** Opens the stream of its reports. */
  follow(): ClientHttp2Stream;
  /** Ends the connection; the agent connects again, unless it must not. */
  end(code: 'restart' | 'replaced' | 'removed' | 'protocol'): void;
  /** Whether a connection to a device is open. */
  isBusy(): boolean;
  onEnd(listener: () => void): void;
  onRoundTrip(listener: (ms: number) => void): void;
}

/** Status codes of a WebSocket (RFC 6455, section 7.4.1 and its registry); those from 4000 on are ours. */
const closeCodes = { restart: 1012, protocol: 1002, replaced: 4001, removed: 4003 };

/** The bytes that one stream may have in flight: enough for 5 MB/s at a round trip of 200 ms. */
const streamWindow = 1024 * 1024;
const sessionWindow = 8 * streamWindow;

/** How often the connection is checked (ms): more often than routers drop idle ones. */
const pingMs = 25_000;
const pongMs = 10_000;

/** The most connections through one agent at once. */
const maxStreams = 1_000;

/** Turns a WebSocket into the connection of an agent: HTTP/2 (RFC 9113), of which this is the client. */
export function openConnection(
  socket: WebSocket,
  identity: Pick<AgentConnection, 'agent' | 'developer' | 'session'>,
): AgentConnection {
  const stream = createWebSocketStream(socket, { allowHalfOpen: false });
  stream.on('error', () => undefined);
  const http = connect('http://agent', {
    createConnection: () => stream,
    settings: { initialWindowSize: streamWindow, enablePush: false },
  });
  http.on('error', () => undefined);
  http.once('connect', () => http.setLocalWindowSize(sessionWindow));
  const ended: (() => void)[] = [];
  const measured: ((ms: number) => void)[] = [];
  const timer = setInterval(() => ping(), pingMs).unref();
  let late: NodeJS.Timeout | undefined;
  let open = 0;

  function ping(): void {
    if (http.destroyed) return;
    late = setTimeout(() => socket.terminate(), pongMs).unref();
    http.ping((error, ms) => {
      clearTimeout(late);
      if (!error) for (const listener of measured) listener(ms);
    });
  }

  socket.once('close', () => {
    clearInterval(timer);
    clearTimeout(late);
    http.destroy();
    for (const listener of ended) listener();
  });
  http.once('close', () => socket.terminate());
  return {
    ...identity,
    dial(authority) {
      if (open >= maxStreams) throw new Error('The agent has too many connections.');
      const dialled = http.request({ ':method': 'CONNECT', ':authority': authority });
      open += 1;
      dialled.once('close', () => (open -= 1));
      return dialled;
    },
    follow: () => http.request({ ':path': '/report' }),
    end(code) {
      socket.close(closeCodes[code]);
      // An agent that is gone does not answer.
      setTimeout(() => socket.terminate(), 1_000).unref();
    },
    isBusy: () => open > 0,
    onEnd: (listener) => void ended.push(listener),
    onRoundTrip(listener) {
      measured.push(listener);
      ping();
    },
  };
}
