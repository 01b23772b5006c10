import { once } from 'node:events';
import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';
import { Misconfigured, Unavailable } from '../failure.js';
import { raceSignal } from './abort.js';
import { connectionOf } from './agent-stream.js';

/** The way to the network of an agent. */
export interface AgentRoute {
  /** The host in the network of the agent. */
  host: string;
  /** The id of the agent. */
  agent: string;
  /** Its name, for failures. */
  name?: string;
  /** The address at which a gateway takes connections for the agent, such as `http://10.0.0.7:3100`. */
  relay: string;
  /** Proves to the gateway that the agent may be used. */
  ticket: string;
}

/** Sessions with the gateways, which all connections through them share. */
const sessions = new Map<string, ClientHttp2Session>();

/** The memory of a session with a gateway (MB): it has all connections of this process to it. */
const maxSessionMegabytes = 1_000;

/** How long a session stays open without connections (ms). */
const idleMs = 60_000;

/**
 * Connects to a server in the network of an agent, which looks up the host and decides whether it may be reached. Throws
 * `Unavailable` when the agent is away, `Misconfigured` for an address that it does not allow, and else the error of the
 * system with its code.
 */
export async function connectThroughAgent(
  route: AgentRoute,
  { port, signal }: { port: number; signal: AbortSignal },
): Promise<Duplex> {
  const session = await raceSignal(signal, openSession(route.relay));
  const { host } = route;
  const name = host.includes(':') ? `[${host}]` : host;
  const stream = session.request(
    {
      ':method': 'CONNECT',
      ':authority': `${name}:${port}`,
      'trellis-agent': route.agent,
      authorization: `Bearer ${route.ticket}`,
    },
    { endStream: false },
  );
  const connection = connectionOf(stream);
  connection.on('error', () => undefined);
  try {
    requireConnected(await raceSignal(signal, answerOf(stream, route)), route);
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

type Headers = Record<string, unknown>;

async function answerOf(stream: ClientHttp2Stream, { name }: AgentRoute): Promise<Headers> {
  const [headers] = (await once(stream, 'response').catch(() => {
    throw agentOffline(name);
  })) as [Headers];
  return headers;
}

function requireConnected(headers: Headers, { host, name }: AgentRoute): void {
  const status = headers[constants.HTTP2_HEADER_STATUS];
  if (status === 200) return;
  const code = headers['trellis-error'];
  if (code === 'not_allowed') {
    throw new Misconfigured(`The agent does not allow the address ${host}.`, {
      cause: 'agent_refuses_address',
    });
  }
  if (code === 'stopped') {
    throw new Unavailable('The owner of the agent has stopped it.', {
      sent: false,
      cause: 'agent_stopped',
    });
  }
  if (code === 'not_found') {
    throw new Unavailable(`The agent finds no host ${host} in its network.`, {
      sent: false,
      cause: 'agent_finds_no_host',
    });
  }
  if (typeof code === 'string') throw Object.assign(new Error(code), { code });
  throw agentOffline(name);
}

export const agentOffline = (name?: string) =>
  new Unavailable(`The agent ${name === undefined ? '' : `“${name}” `}is not connected.`, {
    sent: false,
    cause: 'agent_offline',
  });

async function openSession(relay: string): Promise<ClientHttp2Session> {
  const known = sessions.get(relay);
  if (known && !known.closed && !known.destroyed) return known;
  const session = connect(relay, { maxSessionMemory: maxSessionMegabytes });
  sessions.set(relay, session);
  // A session does not keep the process alive; its connections do.
  session.unref();
  session.setTimeout(idleMs, () => session.close());
  session.on('error', () => undefined);
  session.once('close', () => {
    if (sessions.get(relay) === session) sessions.delete(relay);
  });
  session.once('goaway', () => {
    if (sessions.get(relay) === session) sessions.delete(relay);
  });
  return session;
}
