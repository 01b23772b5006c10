import {
  openWebSocket,
  Unauthorized,
  Unavailable,
  type ConnectorContext,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { toFailure } from './command-error.js';
import { webSocketAddress, type Client } from './configuration.js';

export type Context = ConnectorContext<Record<string, never>, Client>;
type WebSocket = Awaited<ReturnType<typeof openWebSocket>>;

/** Enough for the states of about 20,000 entities. */
const maxMessageBytes = 16 * 1024 * 1024;

/** The limit of all messages of a connection together. */
const maxReceivedBytes = 48 * 1024 * 1024;

/** A message of the WebSocket API (developers.home-assistant.io/docs/api/websocket). */
const message = z.looseObject({
  type: z.string(),
  id: z.number().optional(),
  success: z.boolean().optional(),
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.unknown() }).optional().catch(undefined),
});
type Message = z.infer<typeof message>;

export interface Connection {
  /** Sends a command; resolves with its result. Throws `CommandError` for an error of its own. */
  command(type: string, parameters?: Record<string, unknown>): Promise<unknown>;
}

/** Opens a connection, passes it to `use`, and closes it afterwards. */
export async function withConnection<Result>(
  context: Context,
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { token, ca } = context.client;
  const socket = await openWebSocket(context, {
    url: webSocketAddress(context.client),
    maxBytes: maxMessageBytes,
    ...(ca !== undefined && { ca }),
  });
  const connection = new WebSocketConnection(socket, token, context.signal);
  try {
    await connection.authenticated;
    return await use(connection);
  } finally {
    socket.terminate();
  }
}

/** The protocol: the access token first, then commands, each with an id of its own. */
class WebSocketConnection implements Connection {
  /** Resolves when Home Assistant has accepted the access token. */
  readonly authenticated: Promise<unknown>;
  readonly #socket: WebSocket;
  readonly #token: string;
  readonly #failed: Promise<never>;
  readonly #pending = new Map<number, (answer: Message) => void>();
  #onAuthenticated: (value?: unknown) => void = () => {};
  #fail: (reason: Error) => void = () => {};
  #lastId = 0;
  #receivedBytes = 0;

  constructor(socket: WebSocket, token: string, signal: AbortSignal) {
    this.#socket = socket;
    this.#token = token;
    this.#failed = new Promise((_resolve, reject) => (this.#fail = reject));
    this.#failed.catch(() => undefined);
    const accepted = new Promise((resolve) => (this.#onAuthenticated = resolve));
    this.authenticated = Promise.race([accepted, this.#failed]);
    const unavailable = (reason: string) =>
      new Unavailable(signal.aborted ? 'Home Assistant did not answer in time.' : reason);
    socket.on('message', (data: Buffer) => this.#receive(data));
    socket.on('error', () => this.#fail(unavailable('The connection to Home Assistant broke.')));
    socket.on('close', () => this.#fail(unavailable('Home Assistant closed the connection.')));
    socket.resume();
  }

  async command(type: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
    const id = ++this.#lastId;
    const answered = new Promise<Message>((resolve) => this.#pending.set(id, resolve));
    this.#send({ ...parameters, id, type });
    const answer = await Promise.race([answered, this.#failed]);
    if (answer.success !== true) throw toFailure(answer.error?.code);
    return answer.result;
  }

  #send(content: Record<string, unknown>): void {
    // A connection that breaks meanwhile is reported by its events.
    this.#socket.send(JSON.stringify(content), () => undefined);
  }

  #receive(data: Buffer): void {
    this.#receivedBytes += data.length;
    const received = this.#receivedBytes > maxReceivedBytes ? undefined : parse(String(data));
    if (!received) {
      return this.#fail(new Unavailable('Home Assistant sent an unexpected message.'));
    }
    const { type, id } = received;
    if (type === 'auth_required') this.#send({ type: 'auth', access_token: this.#token });
    if (type === 'auth_ok') this.#onAuthenticated();
    if (type === 'auth_invalid') {
      this.#fail(new Unauthorized('Home Assistant refuses the access token.'));
    }
    if (type !== 'result' || id === undefined) return;
    this.#pending.get(id)?.(received);
    this.#pending.delete(id);
  }
}

function parse(text: string): Message | undefined {
  try {
    return message.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
