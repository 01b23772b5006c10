import { once } from 'node:events';
import {
  agentChallenge,
  agentProtocol,
  agentRefusal,
  agentWelcome,
  maxHandshakeBytes,
  signedMessage,
  type AgentWelcome,
} from '@trellis/contracts/agent-protocol';
import { WebSocket } from 'ws';
import { publicKeyOf, signatureOf, type Identity } from './identity.js';
import { serveMessages } from './tunnel/messages.js';
import type { Tunnel } from './tunnel/serve.js';

/** Reports that Trellis has refused the agent. */
export class Refused extends Error {
  /** Whether trying again is of no use. */
  readonly isFinal: boolean;
  /** Whether Trellis does not know the key. */
  readonly isUnknown: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    given: { isFinal: boolean; isUnknown?: boolean; retryAfterMs?: number | undefined },
  ) {
    super(message);
    this.isFinal = given.isFinal;
    this.isUnknown = given.isUnknown ?? false;
    this.retryAfterMs = given.retryAfterMs;
  }
}

export interface Connected extends AgentWelcome {
  /** Resolves when the connection ends, with the status code of the WebSocket. */
  ended: Promise<number>;
  close(): void;
}

interface Options {
  identity: Identity;
  code: string | undefined;
  version: string;
  tunnel: Tunnel;
}

const handshakeMs = 20_000;

/** How long nothing may arrive (ms): the gateway checks the connection every 25 seconds. */
const silenceMs = 40_000;

/**
 * Connects to Trellis, proves the key, and serves the streams of the gateway. Throws `Refused`, or the error of the
 * connection.
 */
export async function connect(options: Options): Promise<Connected> {
  const { identity, tunnel } = options;
  const address = new URL(agentProtocol.path, identity.url);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address, {
    perMessageDeflate: false,
    handshakeTimeout: handshakeMs,
    followRedirects: false,
    maxPayload: 8 * 1024 * 1024,
  });
  const failed = new Promise<never>((_resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('Trellis has closed the connection.')));
    AbortSignal.timeout(handshakeMs).addEventListener('abort', () =>
      reject(new Error('Trellis does not answer.')),
    );
  });
  failed.catch(() => undefined);
  try {
    const challenge = agentChallenge.parse(await Promise.race([nextMessage(socket), failed]));
    if (!challenge.protocols.includes(agentProtocol.version)) {
      throw new Refused(refusalOf(challenge.protocols), { isFinal: true });
    }
    socket.send(JSON.stringify(answerTo(challenge.nonce, options)));
    const answer = await Promise.race([welcome(socket, tunnel), failed]);
    const ended = once(socket, 'close').then(([status]) => status as number);
    watch(socket);
    return { ...answer, ended, close: () => socket.close(1000) };
  } catch (error) {
    socket.terminate();
    throw error;
  }
}

const refusalOf = (protocols: number[]): string =>
  Math.max(...protocols) < agentProtocol.version
    ? 'This version of the agent is newer than Trellis. Use an earlier one.'
    : 'This version of the agent is too old. Update it: npx @trellis/agent@latest';

function answerTo(nonce: string, { identity, code, version }: Options) {
  const message = signedMessage({ origin: new URL(identity.url).origin, nonce, code });
  return {
    protocol: agentProtocol.version,
    version,
    key: publicKeyOf(identity),
    signature: signatureOf(identity, message),
    code,
  };
}

async function nextMessage(socket: WebSocket): Promise<unknown> {
  const [data] = (await once(socket, 'message')) as [Buffer];
  if (data.length > maxHandshakeBytes) throw new Error('The message is too long.');
  return parse(data.toString('utf8'));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Serves the gateway at once, because its first bytes follow the welcome. */
const welcome = (socket: WebSocket, tunnel: Tunnel) =>
  new Promise<AgentWelcome>((resolve, reject) => {
    socket.once('message', (data: Buffer) => {
      const message = parse(data.toString('utf8'));
      const refusal = agentRefusal.safeParse(message);
      if (refusal.success) {
        const { refused, final: isFinal, unknown: isUnknown, retry_after: seconds } = refusal.data;
        const retryAfterMs = seconds === undefined ? undefined : seconds * 1_000;
        return reject(new Refused(refused, { isFinal, isUnknown, retryAfterMs }));
      }
      const { success, data: welcomed } = agentWelcome.safeParse(message);
      if (!success) return reject(new Error('Trellis does not answer as expected.'));
      serveMessages(socket, tunnel);
      resolve(welcomed);
    });
  });

/** Ends a connection on which nothing arrives: a router may have dropped it. */
function watch(socket: WebSocket): void {
  const timer = setTimeout(() => socket.terminate(), silenceMs);
  socket.on('message', () => timer.refresh());
  socket.on('ping', () => timer.refresh());
  socket.once('close', () => clearTimeout(timer));
}
