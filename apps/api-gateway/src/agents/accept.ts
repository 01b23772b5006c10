import type { IncomingMessage, Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  agentProtocol,
  agentReport,
  agentsEndedTopic,
  foundService,
  Problem,
  type ConnectorsContract,
} from '@trellis/contracts';
import type { RpcClient, SubscribeHints } from '@trellis/messaging';
import { networkOf, type Limits } from '@trellis/operations';
import { repeat, type Logger } from '@trellis/platform';
import type { Sealing } from '@trellis/sealing';
import { v7 as newId } from 'uuid';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import { originOf, refuse, shakeHands } from './handshake.js';
import { serveRelay, type RelayAddress } from './relay.js';
import type { AgentConnection } from './sessions.js';

interface Needs {
  connectors: RpcClient<ConnectorsContract>;
  subscribe: SubscribeHints;
  sealing: Sealing;
  clock: { now(): number };
  limits: Pick<Limits, 'attempts'>;
  log: Pick<Logger, 'info' | 'warn'>;
  publicUrl: string | undefined;
  /** Whether a proxy in front of this gateway says how callers have connected. */
  isBehindProxy: boolean;
  /** Returns the address of a caller, whatever proxies there are. */
  addressOf(request: IncomingMessage): string;
  /** Where this gateway takes connections of connector-runtime, and the name of this host there. */
  relay: RelayAddress & { name: string };
}

/** How often the lease of this gateway is renewed (ms). */
const renewMs = 5_000;

/** How many agents are accepted in a second: ten thousand that come back at once are there after a minute. */
const acceptedPerSecond = 200;

/** The longest time after which an agent tries again (s). */
const maxRetrySeconds = 60;

/** How many ended connections one message names. */
const detachedAtOnce = 1_000;

/** The largest message of an agent (bytes). */
const maxPayload = 1024 * 1024;

export interface Agents {
  count(): number;
  /** Hands the agents over to other gateways. */
  close(): Promise<void>;
}

/** Accepts the WebSockets of agents at a server, and connections to their networks from connector-runtime. */
export async function acceptAgents(server: Server, needs: Needs): Promise<Agents> {
  const { connectors, log } = needs;
  const id = newId();
  const connected = new Map<string, AgentConnection>();
  /** Connections that have ended, by agent, until connector-runtime knows. */
  const ended = new Map<string, string>();
  const inner = await serveRelay(needs.relay, { ...needs, find: (agent) => connected.get(agent) });
  const { name } = needs.relay;
  const address = `http://${isIPv6(name) ? `[${name}]` : name}:${inner.port}`;
  const sockets = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
  const admission = createAdmission();
  let isClosing = false;

  const renew = () => connectors('agents.renew_relay', { relay: id, address });

  const renewIfUsed = async () => {
    if (connected.size > 0) await renew();
  };

  async function detach(): Promise<void> {
    while (ended.size > 0) {
      const some = [...ended].slice(0, detachedAtOnce);
      const connections = some.map(([agent, session]) => ({ agent, session }));
      await connectors('agents.detach', { connections });
      for (const [agent, session] of some) if (ended.get(agent) === session) ended.delete(agent);
    }
  }
  let detaching: Promise<void> | undefined;
  /** Tells connector-runtime which connections have ended, those that end meanwhile with the next message. */
  const detachSoon = (): Promise<void> =>
    (detaching ??= detach().finally(() => (detaching = undefined)));

  async function accept(socket: WebSocket, request: IncomingMessage): Promise<void> {
    socket.on('error', () => undefined);
    if (isClosing || !admission.take()) {
      return refuse(socket, 'Too many agents connect at once.', {
        final: false,
        retryAfter: Math.ceil(Math.random() * maxRetrySeconds),
      });
    }
    if (connected.size === 0) await renew();
    const origin = originOf(request, needs);
    const connection = await shakeHands(socket, { connectors, relay: id, origin });
    if (connection) register(connection);
  }

  function register(connection: AgentConnection): void {
    const { agent, session } = connection;
    const other = connected.get(agent);
    // Ids are in the order of time (UUIDv7): a handshake that took longer replaces no later one.
    if (other && other.session > session) return connection.end('restart');
    other?.end('replaced');
    connected.set(agent, connection);
    connection.onEnd(() => {
      if (connected.get(agent) === connection) connected.delete(agent);
      if (isClosing) return;
      ended.set(agent, session);
      void detachSoon().catch(() => undefined);
    });
    follow(connection, connectors);
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => undefined);
    if (request.url?.split('?')[0] !== agentProtocol.path) {
      return serveUnchanged(server, { request, socket, head });
    }
    const handle = async () => {
      const counted = await needs.limits.attempts(networkOf(needs.addressOf(request)));
      if (counted?.problem) return reject(socket, 429);
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        accept(webSocket, request).catch((err: unknown) => {
          log.warn({ err }, 'an agent was not accepted');
          refuse(webSocket, 'The service is not available.', { final: false });
        });
      });
    };
    void handle().catch(() => reject(socket, 503));
  }
  server.on('upgrade', upgrade);

  const topic = needs
    .subscribe(agentsEndedTopic, (hint) => {
      const { success, data } = endedHint.safeParse(hint);
      if (!success) return;
      for (const agent of data.agents) {
        const connection = connected.get(agent);
        if (connection && connection.session !== data.except) {
          connection.end(data.except === undefined ? 'removed' : 'replaced');
        }
      }
    })
    .catch(() => undefined);
  const stopRenewing = repeat('agents', renewIfUsed, { intervalMs: renewMs, log });
  const stopDetaching = repeat('agents', detachSoon, { intervalMs: renewMs, log });

  return {
    count: () => connected.size,
    async close() {
      isClosing = true;
      server.off('upgrade', upgrade);
      void topic.then((subscription) => subscription?.end());
      stopRenewing();
      stopDetaching();
      await idle([...connected.values()]);
      for (const connection of connected.values()) connection.end('restart');
      await connectors('agents.remove_relay', { relay: id }).catch(() => undefined);
      inner.close();
    },
  };
}

const endedHint = z.object({ agents: z.array(z.string()), except: z.string().optional() });

/** How long connections to devices may go on when this gateway stops (ms). */
const drainMs = 3_000;

/** Waits until no connection to a device is open, within limits: most are used for one request. */
async function idle(connections: AgentConnection[]): Promise<void> {
  const until = performance.now() + drainMs;
  while (performance.now() < until && connections.some((connection) => connection.isBusy())) {
    await pause(50);
  }
}

/** Refuses an upgrade (RFC 9110, section 7.8). */
function reject(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} \r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * Serves a request that asks for another protocol, such as HTTP/2, as if it did not (RFC 9110, section 7.8): Node.js gives up
 * such requests as soon as somebody listens for upgrades.
 */
function serveUnchanged(
  server: Server,
  { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const [name = '', value] = request.rawHeaders.slice(index, index + 2);
    if (!/^(upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  // The parser of a socket reads past what is put back, but not that of another stream.
  const again = Duplex.from({ readable: socket, writable: socket });
  again.on('error', () => undefined);
  const { remoteAddress } = request.socket;
  server.emit(
    'connection',
    Object.defineProperty(again, 'remoteAddress', { value: remoteAddress }),
  );
}

/** Counts the agents that are accepted in a second. */
function createAdmission() {
  let second = 0;
  let count = 0;
  return {
    take(): boolean {
      const now = Math.floor(performance.now() / 1_000);
      if (now !== second) [second, count] = [now, 0];
      count += 1;
      return count <= acceptedPerSecond;
    },
  };
}

/** The longest report (characters). */
const maxReportLength = 256 * 1024;

/** How often a report and the round trip of an agent are stored (ms). */
const pace = { reportMs: 5_000, roundTripMs: 5 * 60_000 };

/** Stores what an agent says of itself, the latest at most every few seconds, and its round-trip time. */
function follow(connection: AgentConnection, connectors: RpcClient<ConnectorsContract>): void {
  const { agent, session } = connection;
  const store = (data: { report?: z.output<typeof agentReport>; round_trip_ms?: number }) =>
    connectors('agents.report', { agent, session, ...data }).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_found') connection.end('restart');
    });
  let latest: z.output<typeof agentReport> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let storedAt = -Infinity;
  const storeLatest = () => {
    timer = undefined;
    storedAt = performance.now();
    void store({ report: latest! });
  };
  readReports(connection, (report) => {
    latest = report;
    timer ??= setTimeout(storeLatest, Math.max(0, storedAt + pace.reportMs - performance.now()));
  });
  let measuredAt = -Infinity;
  connection.onRoundTrip((ms) => {
    if (performance.now() - measuredAt < pace.roundTripMs) return;
    measuredAt = performance.now();
    void store({ round_trip_ms: ms });
  });
  connection.onEnd(() => clearTimeout(timer));
}

/** Reads the reports of an agent line by line. Invalid services are left out; an invalid report ends the reading. */
function readReports(
  connection: AgentConnection,
  onReport: (report: z.output<typeof agentReport>) => void,
): void {
  const stream = connection.follow();
  stream.on('error', () => undefined);
  stream.setEncoding('utf8');
  let text = '';
  stream.on('data', (chunk: string) => {
    text += chunk;
    if (text.length > maxReportLength) return connection.end('protocol');
    const lines = text.split('\n');
    text = lines.pop()!;
    for (const line of lines.slice(-1)) {
      const report = tolerantReport.safeParse(parseLine(line));
      if (!report.success) return connection.end('protocol');
      onReport(report.data);
    }
  });
}

/** A device may announce itself with any name. */
const tolerantReport = agentReport.extend({
  found: z
    .array(z.unknown())
    .max(1_000)
    .transform((all) => all.flatMap((one) => foundService.safeParse(one).data ?? []))
    .pipe(agentReport.shape.found),
});

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
