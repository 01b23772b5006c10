import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import {
  agentChallenge,
  agentProtocol,
  agentRefusal,
  agentWelcome,
  maxHandshakeBytes,
  signedMessage,
} from '@trellis/contracts/agent-protocol';
import { createWebSocketStream, WebSocket } from 'ws';
import { publicKeyOf, signatureOf, type Identity } from './identity.js';

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

export interface Connected {
  name: string;
  /** Resolves when the connection ends, with the status code of the WebSocket. */
  ended: Promise<number>;
  close(): void;
}

interface Options {
  identity: Identity;
  code: string | undefined;
  version: string;
  /** Takes the streams of the gateway. */
  serve(stream: Duplex): void;
}

const handshakeMs = 20_000;

/** How long nothing may arrive (ms): the gateway checks the connection every 25 seconds. */
const silenceMs = 60_000;

/**
 * Connects to Trellis, proves the key, and serves the streams of the gateway. Throws `Refused`, or the error of the
 * connection.
 */
export async function connect(options: Options): Promise<Connected> {
  const { identity, serve } = options;
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
      throw new Refused('This version of the agent is too old. Update it.', { isFinal: true });
    }
    socket.send(JSON.stringify(answerTo(challenge.nonce, options)));
    const answer = await Promise.race([welcome(socket, serve), failed]);
    const ended = once(socket, 'close').then(([status]) => status as number);
    watch(socket);
    return { ...answer, ended, close: () => socket.close(1000) };
  } catch (error) {
    socket.terminate();
    throw error;
  }
}

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

/** Serves the streams at once, because the first bytes of the gateway follow the welcome. */
const welcome = (socket: WebSocket, serve: Options['serve']) =>
  new Promise<Pick<Connected, 'name'>>((resolve, reject) => {
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
      const stream = createWebSocketStream(socket, { allowHalfOpen: false });
      stream.on('error', () => undefined);
      serve(stream);
      resolve(welcomed);
    });
  });

/** Ends a connection on which nothing arrives: a router may have dropped it. */
function watch(socket: WebSocket): void {
  const timer = setTimeout(() => socket.terminate(), silenceMs);
  socket.on('message', () => timer.refresh());
  socket.once('close', () => clearTimeout(timer));
}
