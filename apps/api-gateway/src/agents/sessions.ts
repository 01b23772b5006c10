import type { ClientHttp2Stream } from 'node:http2';
import { agentProtocol } from '@trellis/contracts';
import type { WebSocket } from 'ws';
import { followLines } from './first-protocol.js';
import type { Pulse } from './pulse.js';
import { createTunnel } from './tunnel.js';

/** The connection of an agent that has proved its key. */
export interface AgentConnection {
  agent: string;
  developer: string;
  /** The id of this connection. */
  session: string;
  /** Opens a stream to a host and port in the network of the agent. */
  dial(authority: string): ClientHttp2Stream;
  /** Ends the connection; the agent connects again, unless it must not. */
  end(code: 'restart' | 'replaced' | 'removed' | 'protocol'): void;
  /** Whether a connection to a device is open. */
  isBusy(): boolean;
  /** Calls the functions with what the agent says of itself (JSON), and with each round trip (ms). */
  follow(listener: AgentListener): void;
  onEnd(listener: () => void): void;
}

interface AgentListener {
  onReport(text: string): void;
  onRoundTrip(ms: number): void;
}

/** Status codes of a WebSocket (RFC 6455, section 7.4.1 and its registry); those from 4000 on are ours. */
const closeCodes = { restart: 1012, protocol: 1002, replaced: 4001, removed: 4003 };

export interface Identity extends Pick<AgentConnection, 'agent' | 'developer' | 'session'> {
  /** The version of its protocol. */
  protocol: number;
}

/** Turns a WebSocket into the connection of an agent. */
export function openConnection(
  socket: WebSocket,
  { identity: { protocol, ...identity }, pulse }: { identity: Identity; pulse: Pulse },
): AgentConnection {
  const isOld = protocol < agentProtocol.version;
  const tunnel = createTunnel(socket);
  let listener: AgentListener | undefined;
  const report = (text: string) => listener?.onReport(text);
  let onPong: () => void = () => undefined;
  socket.on('pong', () => onPong());
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) tunnel.receive(data);
    else report(data.toString('utf8'));
  });
  if (isOld) followLines(tunnel.request({ ':path': '/report' }), report);

  const stopChecks = pulse.watch({
    ping(onAnswer) {
      if (isOld) return tunnel.ping(onAnswer);
      onPong = onAnswer;
      socket.ping();
    },
    onRoundTrip: (ms) => listener?.onRoundTrip(ms),
    onSilence: () => socket.terminate(),
    onTick: (now) => tunnel.endIfIdle(now),
  });
  socket.once('close', () => {
    stopChecks();
    tunnel.destroy();
  });
  return {
    ...identity,
    dial: (authority) => tunnel.request({ ':method': 'CONNECT', ':authority': authority }),
    end(code) {
      socket.close(closeCodes[code]);
      // An agent that is gone does not answer.
      setTimeout(() => socket.terminate(), 1_000).unref();
    },
    isBusy: () => tunnel.streams() > (isOld ? 1 : 0),
    follow: (added) => void (listener = added),
    onEnd: (ended) => void socket.once('close', ended),
  };
}
