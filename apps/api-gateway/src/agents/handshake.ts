import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import {
  agentAnswer,
  agentProtocol,
  maxHandshakeBytes,
  oldProtocols,
  Problem,
  signedMessage,
  type AgentAnswer,
  type AgentWelcome,
  type ConnectorsContract,
} from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';
import { v7 as newId } from 'uuid';
import type { WebSocket } from 'ws';
import type { Pulse } from './pulse.js';
import { openConnection, type AgentConnection } from './sessions.js';

/** How long the handshake may take (ms). */
const handshakeMs = 10_000;

interface Needs {
  connectors: RpcClient<ConnectorsContract>;
  /** The id of this gateway's lease. */
  relay: string;
  pulse: Pulse;
}

const protocols = [...oldProtocols.keys(), agentProtocol.version];

/** Checks who has connected; returns undefined for an agent that was refused, whose WebSocket is closed. */
export async function shakeHands(
  socket: WebSocket,
  { origin, ...needs }: Needs & { origin: string },
): Promise<AgentConnection | undefined> {
  const nonce = randomBytes(32).toString('base64url');
  try {
    send(socket, { protocols, nonce });
    const answer = agentAnswer.safeParse(parse(await nextMessage(socket)));
    if (!answer.success) return refuse(socket, 'The answer is not valid.', { final: true });
    const { protocol } = answer.data;
    if (!protocols.includes(protocol)) return refuse(socket, refusalOf(protocol), { final: true });
    return await attach(socket, answer.data, { ...needs, origin, nonce });
  } catch (error) {
    if (error instanceof Problem) {
      const final = error.code === 'invalid_token';
      return refuse(socket, error.message, { final, unknown: final });
    }
    return refuse(socket, 'The handshake failed.', { final: false });
  }
}

async function attach(
  socket: WebSocket,
  { protocol, key, signature, code }: AgentAnswer,
  { connectors, relay, pulse, origin, nonce }: Needs & { origin: string; nonce: string },
): Promise<AgentConnection | undefined> {
  const session = newId();
  const message = signedMessage({ protocol, origin, nonce, code });
  const proof = { message, signature, key, code };
  const { id, name, developer } = await connectors('agents.attach', {
    relay,
    session,
    protocol,
    proof,
  });
  if (socket.readyState !== socket.OPEN) {
    await connectors('agents.detach', { connections: [{ agent: id, session }] });
    return undefined;
  }
  send(socket, { name, notice: noticeFor(protocol) } satisfies AgentWelcome);
  // At once, because the first bytes of the agent follow the welcome.
  const identity = { agent: id, developer, session, protocol };
  return openConnection(socket, { identity, pulse });
}

const refusalOf = (protocol: number): string =>
  protocol < agentProtocol.version
    ? `This version of the agent is too old. ${howToUpdate}`
    : 'This version of the agent is newer than Trellis. Use an earlier one.';

/** Returns the sentence for the owner of an agent that is old. */
function noticeFor(protocol: number): string | undefined {
  const old = oldProtocols.get(protocol);
  return (
    old && `This version of the agent is old: Trellis ${old.refusedFrom} refuses it. ${howToUpdate}`
  );
}

const howToUpdate = 'Update it: npx @trellis/agent@latest';

const send = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message));

/** Ends a handshake; `retry_after` tells the agent when to try again (s). */
export function refuse(
  socket: WebSocket,
  refused: string,
  { final, unknown, retryAfter }: { final: boolean; unknown?: boolean; retryAfter?: number },
): undefined {
  send(socket, {
    refused,
    final,
    unknown,
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
  });
  socket.close(1008);
  setTimeout(() => socket.terminate(), 1_000).unref();
  return undefined;
}

async function nextMessage(socket: WebSocket): Promise<string> {
  const signal = AbortSignal.timeout(handshakeMs);
  const [data] = (await once(socket, 'message', { signal })) as [Buffer];
  if (data.length > maxHandshakeBytes) throw new Error('The message is too long.');
  return data.toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the origin to which the agent has connected, as it sees it: that of `PUBLIC_URL`, if that is set. */
export function originOf(
  { headers: { host = '', 'x-forwarded-proto': forwarded } }: IncomingMessage,
  { publicUrl, isBehindProxy }: { publicUrl: string | undefined; isBehindProxy: boolean },
): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  return `${isBehindProxy && forwarded === 'https' ? 'https' : 'http'}://${host}`;
}
