import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { agentErrorHeader } from '@trellis/contracts/agent-protocol';
import { NotReached } from './reach.js';
import type { Traffic } from './traffic.js';

interface Needs {
  reach(host: string, port: number): Promise<Socket>;
  traffic: Traffic;
}

/** The work of the agent for a gateway. */
export interface Tunnel {
  /** Serves the streams of a session, HTTP/2 (RFC 9113) on the WebSocket that the agent has opened. */
  serve(stream: Duplex): void;
  /** Calls a function with the report now, and whenever it changes; returns a function that ends that. */
  follow(onReport: (report: object) => void): () => void;
}

/** The bytes that one connection may have in flight. */
const initialWindowSize = 1024 * 1024;
const sessionWindow = 8 * initialWindowSize;

/** Creates the server of the gateway's streams. */
export function createTunnel(needs: Needs): Pick<Tunnel, 'serve'> {
  const server: Http2Server = createServer({ settings: { initialWindowSize } });
  server.on('session', (session) => {
    session.on('error', () => undefined);
    session.setLocalWindowSize(sessionWindow);
  });
  server.on('sessionError', () => undefined);
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    if (headers[':method'] === 'CONNECT') {
      void connectTo(stream, String(headers[':authority']), needs);
    } else stream.respond({ ':status': 404 }, { endStream: true });
  });
  return { serve: (stream) => void server.emit('connection', stream) };
}

const stopped = () => new NotReached('stopped', 'The owner has stopped the agent.');

async function connectTo(
  stream: ServerHttp2Stream,
  authority: string,
  { reach, traffic }: Needs,
): Promise<void> {
  const { host, port } = parseAuthority(authority);
  try {
    if (traffic.isStopped()) throw stopped();
    const socket = await reach(host, port);
    if (stream.destroyed || traffic.isStopped()) socket.destroy();
    if (stream.destroyed) return;
    if (traffic.isStopped()) throw stopped();
    stream.respond({ ':status': 200 });
    join(stream, socket);
    traffic.add(authority, socket);
  } catch (error) {
    traffic.refuse(authority, error as Error);
    if (stream.destroyed) return;
    const { code = 'unreachable' } = error as NodeJS.ErrnoException;
    stream.respond({ ':status': 502, [agentErrorHeader]: code }, { endStream: true });
    stream.resume();
  }
}

function parseAuthority(authority: string): { host: string; port: number } {
  const at = authority.lastIndexOf(':');
  const host = authority.slice(0, at).replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(authority.slice(at + 1)) };
}

/** How long a connection may go on after one side has ended it (ms). */
const lingerMs = 5_000;

function join(stream: ServerHttp2Stream, socket: Socket): void {
  socket.on('error', () => undefined);
  stream.pipe(socket);
  socket.pipe(stream);
  stream.once('close', () => socket.destroy());
  stream.once('end', () => setTimeout(() => socket.destroy(), lingerMs).unref());
  // Ended, not reset: a session with many resets is ended.
  socket.once('close', () => {
    if (!stream.destroyed) stream.end();
    stream.resume();
  });
}
