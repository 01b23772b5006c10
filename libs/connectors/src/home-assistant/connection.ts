import {
  openWebSocket,
  Unauthorized,
  Unavailable,
  type ConnectorContext,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { webSocketAddress, type Client } from './configuration.js';
import { refusalOf } from './refusal.js';

export type Context = ConnectorContext<Record<string, never>, Client>;

/** The socket that the sdk opens. */
type WebSocket = Awaited<ReturnType<typeof openWebSocket>>;

/** The largest message: the states of some twenty thousand entities (bytes). */
const largestMessage = 16 * 1024 * 1024;

/** The most that is received in all (bytes). */
const mostReceived = 48 * 1024 * 1024;

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
  /** Sends a command and gives its result. Throws `Refused` when Home Assistant refuses it. */
  command(type: string, parameters?: Record<string, unknown>): Promise<unknown>;
}

/** Connects, uses the connection, and closes it, whatever happens. */
export async function withConnection<T>(
  context: Context,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { token, ca } = context.client;
  const socket = await openWebSocket(context, {
    url: webSocketAddress(context.client),
    limit: largestMessage,
    ...(ca !== undefined && { ca }),
  });
  const conversation = new Conversation(socket, token, context.signal);
  try {
    await conversation.begun;
    return await use(conversation);
  } finally {
    socket.terminate();
  }
}

/** What is said on a socket: the access token first, then commands, each with a number of its own. */
class Conversation implements Connection {
  /** Resolves when Home Assistant has taken the access token. */
  readonly begun: Promise<unknown>;
  readonly #socket: WebSocket;
  readonly #token: string;
  readonly #ended: Promise<never>;
  readonly #waiting = new Map<number, (answer: Message) => void>();
  #begin: (value?: unknown) => void = () => {};
  #end: (reason: Error) => void = () => {};
  #last = 0;
  #received = 0;

  constructor(socket: WebSocket, token: string, signal: AbortSignal) {
    this.#socket = socket;
    this.#token = token;
    this.#ended = new Promise((_resolve, reject) => (this.#end = reject));
    this.#ended.catch(() => undefined);
    const begun = new Promise((resolve) => (this.#begin = resolve));
    this.begun = Promise.race([begun, this.#ended]);
    const away = (why: string) =>
      new Unavailable(signal.aborted ? 'Home Assistant did not answer in time.' : why);
    socket.on('message', (data: Buffer) => this.#take(data));
    socket.on('error', () => this.#end(away('The connection to Home Assistant is broken.')));
    socket.on('close', () => this.#end(away('Home Assistant has closed the connection.')));
    socket.resume();
  }

  async command(type: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
    const id = ++this.#last;
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ ...parameters, id, type });
    const answer = await Promise.race([answered, this.#ended]);
    if (answer.success !== true) throw refusalOf(answer.error?.code);
    return answer.result;
  }

  #send(given: Record<string, unknown>): void {
    // A connection that breaks meanwhile says so by its events.
    this.#socket.send(JSON.stringify(given), () => undefined);
  }

  #take(data: Buffer): void {
    this.#received += data.length;
    const given = this.#received > mostReceived ? undefined : parse(String(data));
    if (!given) return this.#end(new Unavailable('Home Assistant sends something unexpected.'));
    if (given.type === 'auth_required') this.#send({ type: 'auth', access_token: this.#token });
    if (given.type === 'auth_ok') this.#begin();
    if (given.type === 'auth_invalid') {
      this.#end(new Unauthorized('Home Assistant refuses the access token.'));
    }
    if (given.type !== 'result' || given.id === undefined) return;
    this.#waiting.get(given.id)?.(given);
    this.#waiting.delete(given.id);
  }
}

function parse(text: string): Message | undefined {
  try {
    return message.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
