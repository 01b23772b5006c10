import { once } from 'node:events';
import { createServer, type Http2Stream, type ServerHttp2Stream } from 'node:http2';
import { isIP, type AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { agentErrorHeader } from '@trellis/contracts';
import type { Sealing } from '@trellis/sealing';
import type { AgentConnection } from './sessions.js';

interface Needs {
  /** Finds the connection of an agent at this gateway. */
  find(agent: string): AgentConnection | undefined;
  sealing: Pick<Sealing, 'open'>;
  clock: { now(): number };
}

export interface RelayAddress {
  host: string;
  port: number;
}

/** Returns where connections arrive, and the name that leads there: `hostname` is that of this computer or container. */
export function relayAddress(host: string, port: number): RelayAddress & { name: string } {
  const name = host === 'hostname' ? hostname() : host;
  // A name may lead to one of several addresses of this host.
  return { name, host: isIP(name) ? name : '0.0.0.0', port };
}

/** The memory of a session, which has all connections of one process of connector-runtime (MB). */
const maxSessionMegabytes = 1_000;

/** How long a connection to a device may take (ms). */
const dialMs = 15_000;

/**
 * Takes connections of connector-runtime to devices: HTTP/2 `CONNECT` with the agent in `trellis-agent`, and a ticket for it
 * that connector-runtime has sealed. Returns the port, and a function that ends it.
 */
export async function serveRelay(
  { host, port }: RelayAddress,
  needs: Needs,
): Promise<{ port: number; close(): void }> {
  const server = createServer({
    settings: { initialWindowSize: 1024 * 1024 },
    maxSessionMemory: maxSessionMegabytes,
  });
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => {
    sessions.add(session);
    session.setLocalWindowSize(8 * 1024 * 1024);
    session.on('error', () => undefined);
    session.once('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    relay(stream, headers, needs).catch(() => answer(stream, 503));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const session of sessions) session.destroy();
    },
  };
}

async function relay(
  stream: ServerHttp2Stream,
  headers: Record<string, unknown>,
  { find, ...needs }: Needs,
): Promise<void> {
  const { ':method': method, ':authority': authority, 'trellis-agent': agent } = headers;
  const connection = find(String(agent));
  if (method !== 'CONNECT' || !connection) return answer(stream, 503);
  if (!isEntitled(String(headers.authorization), connection, needs)) return answer(stream, 403);
  const upstream = connection.dial(String(authority));
  upstream.on('error', () => undefined);
  const signal = AbortSignal.timeout(dialMs);
  const [answered] = (await once(upstream, 'response', { signal }).catch(() => [
    { [agentErrorHeader]: signal.aborted ? 'ETIMEDOUT' : 'ECONNRESET' },
  ])) as [Record<string, unknown>];
  if (answered[':status'] !== 200) {
    leave(upstream);
    const error = answered[agentErrorHeader];
    return answer(stream, 502, typeof error === 'string' ? { [agentErrorHeader]: error } : {});
  }
  if (stream.destroyed) {
    leave(upstream);
    return;
  }
  stream.respond({ ':status': 200 });
  splice(stream, upstream);
}

/** Returns whether a ticket is for the agent of a connection. */
function isEntitled(
  authorization: string,
  { agent, developer }: AgentConnection,
  { sealing, clock }: Pick<Needs, 'sealing' | 'clock'>,
): boolean {
  try {
    const binding = { purpose: 'agent-ticket', developer, id: agent } as const;
    const opened = sealing.open(binding, authorization.replace(/^Bearer /, ''));
    return Number((opened as { until: unknown }).until) > clock.now();
  } catch {
    return false;
  }
}

function answer(stream: ServerHttp2Stream, status: number, headers: object = {}): void {
  if (stream.destroyed || stream.headersSent) return;
  stream.respond({ ':status': status, ...headers }, { endStream: true });
  stream.resume();
}

/**
 * How long the other end of a connection that has ended may go on (ms): shorter than connector-runtime waits, which would
 * reset the stream.
 */
const lingerMs = 2_000;

/** Ends a stream without a reset; see `connectionOf` of the connector SDK. */
function leave(stream: Http2Stream): void {
  if (stream.destroyed) return;
  stream.end();
  stream.resume();
  setTimeout(() => stream.destroy(), lingerMs).unref();
}

/** Joins two streams: what one receives the other sends, and they end together. */
function splice(one: Http2Stream, other: Http2Stream): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.once('close', () => leave(to));
    from.once('end', () => setTimeout(() => leave(from), lingerMs).unref());
  }
}
