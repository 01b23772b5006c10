import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import {
  type ConnectorContext,
  openWebSocket,
  parseJson,
  raceSignal,
  Unauthorized,
  Unavailable,
  ConnectorFailure,
  withAddress,
  shownAddress,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { toFailure } from './command-error.js';
import { webSocketAddress, type Client } from './configuration.js';

export type Context = ConnectorContext<Record<string, never>, Client>;
type WebSocket = Awaited<ReturnType<typeof openWebSocket>>;

/** Enough for the states of about 20,000 entities. */
const maxMessageBytes = 16 * 1024 * 1024;

/** The limit for all messages between two calls of `take`. */
const maxReceivedBytes = 48 * 1024 * 1024;

/** The timeout for accepting the access token and for answering a command (ms). */
const defaultAnswerTimeoutMs = 30_000;

/** A message of the WebSocket API (developers.home-assistant.io/docs/api/websocket). */
const message = z.looseObject({
  type: z.string(),
  id: z.number().optional(),
  success: z.boolean().optional(),
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.unknown() }).optional().catch(undefined),
  event: z.unknown().optional(),
});
type Message = z.infer<typeof message>;

export interface ReceivedEvent {
  subscription: number;
  event: unknown;
  bytes: number;
}

export interface Connection {
  /** Sends a command; resolves with its result. Throws `CommandError` when Home Assistant returns an error. */
  command(type: string, parameters?: Record<string, unknown>): Promise<unknown>;
  /** Sends a command that subscribes; resolves with the id of the subscription. */
  subscribe(type: string, parameters?: Record<string, unknown>): Promise<number>;
  /** Waits until there is something to take, at most for a time (ms). Rejects when the connection ends. */
  arrival(withinMs: number): Promise<void>;
  /** Removes and returns the received events, and how long they kept this thread busy (ms). */
  take(): { received: ReceivedEvent[]; busyMs: number };
  /** Pauses receiving, so that others can work. Rejects when the connection ends. */
  rest(ms: number): Promise<void>;
  /** Sends pings, and ends the connection when nothing is received between two; returns a function that stops it. */
  keepAlive(intervalMs: number): () => void;
}

export async function withConnection<Result>(
  context: Context,
  use: (connection: Connection) => Promise<Result>,
  { answerTimeoutMs = defaultAnswerTimeoutMs }: { answerTimeoutMs?: number } = {},
): Promise<Result> {
  const { token, ca } = context.client;
  const url = webSocketAddress(context.client);
  const socket = await openWebSocket(context, {
    url,
    maxBytes: maxMessageBytes,
    ca,
  });
  const { signal } = context;
  const connection = new WebSocketConnection(socket, { token, signal, answerTimeoutMs });
  try {
    await connection.authenticated;
    return await use(connection);
  } catch (error) {
    throw error instanceof ConnectorFailure
      ? withAddress(error, shownAddress(new URL(url)))
      : error;
  } finally {
    socket.terminate();
  }
}

interface ConnectionOptions {
  token: string;
  signal: AbortSignal;
  answerTimeoutMs: number;
}

class WebSocketConnection implements Connection {
  readonly authenticated: Promise<unknown>;
  readonly #socket: WebSocket;
  readonly #token: string;
  readonly #answerTimeoutMs: number;
  readonly #ending = new AbortController();
  readonly #pending = new Map<number, (answer: Message) => void>();
  #onAuthenticated: (value?: unknown) => void = () => {};
  #onArrival: (value?: unknown) => void = () => {};
  #lastId = 0;
  #received: ReceivedEvent[] = [];
  #receivedBytes = 0;
  #busyMs = 0;
  #isAlive = true;
  #isResting = false;

  constructor(socket: WebSocket, { token, signal, answerTimeoutMs }: ConnectionOptions) {
    this.#socket = socket;
    this.#token = token;
    this.#answerTimeoutMs = answerTimeoutMs;
    this.authenticated = this.#inTime(new Promise((resolve) => (this.#onAuthenticated = resolve)));
    const unavailable = (reason: string) =>
      signal.aborted ? tooLate() : new Unavailable(reason, { cause: 'connection_lost' });
    socket.on('message', (data: Buffer) => this.#receive(data));
    socket.on('error', () => this.#fail(unavailable('The connection to Home Assistant broke.')));
    socket.on('close', () => this.#fail(unavailable('Home Assistant closed the connection.')));
    socket.resume();
  }

  command(type: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
    return this.#request(++this.#lastId, type, parameters);
  }

  async subscribe(type: string, parameters: Record<string, unknown> = {}): Promise<number> {
    const id = ++this.#lastId;
    await this.#request(id, type, parameters);
    return id;
  }

  async arrival(withinMs: number): Promise<void> {
    if (this.#receivedBytes > 0) return;
    let timer: NodeJS.Timeout | undefined;
    const arrived = new Promise((resolve) => {
      this.#onArrival = resolve;
      if (withinMs < Infinity) timer = setTimeout(resolve, Math.max(0, withinMs));
    });
    await this.#whileOpen(arrived).finally(() => clearTimeout(timer));
  }

  take(): { received: ReceivedEvent[]; busyMs: number } {
    const taken = { received: this.#received, busyMs: this.#busyMs };
    this.#received = [];
    this.#receivedBytes = 0;
    this.#busyMs = 0;
    return taken;
  }

  async rest(ms: number): Promise<void> {
    this.#isResting = true;
    this.#socket.pause();
    const { signal } = this.#ending;
    await pause(ms, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
    this.#socket.resume();
    // Messages that arrived meanwhile are received after the timers that are due.
    await nextTurn();
    this.#isResting = false;
    this.#isAlive = true;
  }

  keepAlive(intervalMs: number): () => void {
    const timer = setInterval(() => {
      if (this.#isResting) return;
      if (!this.#isAlive) {
        return this.#fail(
          new Unavailable('Home Assistant gives no sign of life.', { cause: 'went_silent' }),
        );
      }
      this.#isAlive = false;
      this.#send({ id: ++this.#lastId, type: 'ping' });
    }, intervalMs);
    return () => clearInterval(timer);
  }

  async #request(id: number, type: string, parameters: Record<string, unknown>): Promise<unknown> {
    const answered = new Promise<Message>((resolve) => this.#pending.set(id, resolve));
    this.#send({ ...parameters, id, type });
    const answer = await this.#inTime(answered).finally(() => this.#pending.delete(id));
    if (answer.success !== true) throw toFailure(answer.error?.code);
    return answer.result;
  }

  /** Waits for an answer. Others may arrive in time: a service of a device may take long. */
  #inTime<Result>(answer: Promise<Result>): Promise<Result> {
    const late = new AbortController();
    const expire = () => {
      // The answer may have arrived during the pause.
      if (this.#isResting) timer.refresh();
      else late.abort(tooLate());
    };
    const timer = setTimeout(expire, this.#answerTimeoutMs);
    return raceSignal(late.signal, this.#whileOpen(answer)).finally(() => clearTimeout(timer));
  }

  #whileOpen<Result>(promise: Promise<Result>): Promise<Result> {
    return raceSignal(this.#ending.signal, promise);
  }

  #fail(reason: Error): void {
    this.#ending.abort(reason);
  }

  #send(content: Record<string, unknown>): void {
    // A broken connection is reported by its events.
    this.#socket.send(JSON.stringify(content), () => undefined);
  }

  #receive(data: Buffer): void {
    const startedAt = performance.now();
    this.#isAlive = true;
    this.#receivedBytes += data.length;
    const received =
      this.#receivedBytes > maxReceivedBytes
        ? undefined
        : message.safeParse(parseJson(String(data))).data;
    if (!received) {
      this.#socket.terminate();
      return this.#fail(
        new Unavailable('Home Assistant sent an unexpected message.', { cause: 'unexpected_form' }),
      );
    }
    this.#dispatch(received, data.length);
    this.#busyMs += performance.now() - startedAt;
    this.#onArrival();
  }

  #dispatch(received: Message, bytes: number): void {
    const { type, id } = received;
    if (type === 'auth_required') this.#send({ type: 'auth', access_token: this.#token });
    if (type === 'auth_ok') this.#onAuthenticated();
    if (type === 'auth_invalid') {
      this.#fail(
        new Unauthorized('Home Assistant refuses the access token.', {
          cause: 'credentials_refused',
        }),
      );
    }
    if (id === undefined) return;
    if (type === 'event') this.#received.push({ subscription: id, event: received.event, bytes });
    if (type !== 'result') return;
    this.#pending.get(id)?.(received);
  }
}

const tooLate = () =>
  new Unavailable('Home Assistant did not answer in time.', { cause: 'answer_timeout' });
