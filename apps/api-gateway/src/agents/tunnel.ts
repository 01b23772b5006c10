import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { createMessageStream, type MessageStream } from '@trellis/contracts/message-stream';
import type { WebSocket } from 'ws';

/** The bytes that one stream may have in flight: enough for 5 MB/s at a round trip of 200 ms. */
const streamWindow = 1024 * 1024;
const sessionWindow = 8 * streamWindow;

/** The most connections through one agent at once. */
const maxStreams = 1_000;

/** How long a session stays open without streams (ms): one takes 30 KB here, and beginning it takes no round trip. */
const idleMs = 60_000;

/** The HTTP/2 sessions (RFC 9113) in the binary messages of an agent, one at a time; this is the client. */
export interface Tunnel {
  /** Opens a stream, and the session that it needs. */
  request(headers: Record<string, string>): ClientHttp2Stream;
  /** The number of open streams. */
  streams(): number;
  receive(message: Buffer): void;
  /** Ends the session if it is not used any more; `now` is by `performance.now()`. */
  endIfIdle(now: number): void;
  ping(onAnswer: () => void): void;
  destroy(): void;
}

export function createTunnel(socket: WebSocket): Tunnel {
  let session: (MessageStream & { http: ClientHttp2Session }) | undefined;
  let open = 0;
  let usedAt = performance.now();
  /** Sessions that have ended here, and not yet at the agent. */
  let ending = 0;

  function begin() {
    const bytes = createMessageStream(socket);
    const http = connect('http://agent', {
      createConnection: () => bytes.stream,
      settings: { initialWindowSize: streamWindow, enablePush: false },
    });
    http.on('error', () => undefined);
    http.once('connect', () => {
      if (!http.destroyed) http.setLocalWindowSize(sessionWindow);
    });
    const begun = { ...bytes, http };
    // A session that ends by itself ends the connection.
    http.once('close', () => {
      if (session === begun) socket.terminate();
    });
    return begun;
  }

  function destroy(): void {
    const ended = session;
    session = undefined;
    ended?.stream.destroy();
    ended?.http.destroy();
  }

  return {
    request(headers) {
      if (open >= maxStreams) throw new Error('The agent has too many connections.');
      session ??= begin();
      const stream = session.http.request(headers);
      open += 1;
      stream.once('close', () => {
        open -= 1;
        usedAt = performance.now();
      });
      return stream;
    },
    streams: () => open,
    receive(message) {
      if (message.length === 0) ending = Math.max(0, ending - 1);
      else if (ending === 0) session?.receive(message);
    },
    endIfIdle(now) {
      if (!session || open > 0 || now - usedAt < idleMs) return;
      destroy();
      ending += 1;
      socket.send(Buffer.alloc(0));
    },
    ping(onAnswer) {
      session ??= begin();
      if (!session.http.destroyed) session.http.ping((error) => error ?? onAnswer());
    },
    destroy,
  };
}
