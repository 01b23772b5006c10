import {
  openWebSocket,
  Rejected,
  Unauthorized,
  Unavailable,
  type ConnectorContext,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Client } from './configuration.js';

export type Context = ConnectorContext<Record<string, never>, Client>;

/** The largest message: the states of some ten thousand entities (bytes). */
const largestMessage = 16 * 1024 * 1024;

/** A message of the WebSocket API (developers.home-assistant.io/docs/api/websocket). */
const message = z.looseObject({
  type: z.string(),
  id: z.number().optional(),
  success: z.boolean().optional(),
  result: z.unknown().optional(),
});
type Message = z.infer<typeof message>;

export interface Connection {
  /** Sends a command and gives its result. Throws `Rejected` when Home Assistant refuses it. */
  command(type: string, parameters?: Record<string, unknown>): Promise<unknown>;
}

/** Connects, uses the connection, and closes it, whatever happens. */
export async function withConnection<T>(
  context: Context,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { url, token, ca } = context.client;
  const socket = await openWebSocket(context, {
    url: `${url.replace(/\/+$/, '')}/api/websocket`,
    limit: largestMessage,
    ...(ca !== undefined && { ca }),
  });
  const { promise: broken, reject: end } = deferred<never>();
  broken.catch(() => undefined);
  const { promise: welcome, resolve: begin } = deferred<true>();
  const waiting = new Map<number, (answer: Message) => void>();
  let last = 0;

  const send = (given: Record<string, unknown>) => socket.send(JSON.stringify(given));
  const take = (given: Message) => {
    if (given.type === 'auth_required') send({ type: 'auth', access_token: token });
    if (given.type === 'auth_ok') begin(true);
    if (given.type === 'auth_invalid') {
      end(new Unauthorized('Home Assistant refuses the access token.'));
    }
    if (given.type === 'result' && given.id !== undefined) waiting.get(given.id)?.(given);
  };
  socket.on('message', (data) => {
    const parsed = parse(String(data));
    if (parsed) take(parsed);
    else end(new Unavailable('Home Assistant sends something unexpected.'));
  });
  socket.on('error', () => end(new Unavailable('The connection to Home Assistant is broken.')));
  socket.on('close', () => end(new Unavailable('Home Assistant has closed the connection.')));

  socket.resume();

  const command: Connection['command'] = async (type, parameters = {}) => {
    last += 1;
    const id = last;
    const { promise, resolve } = deferred<Message>();
    waiting.set(id, resolve);
    send({ ...parameters, id, type });
    const answer = await Promise.race([promise, broken]);
    waiting.delete(id);
    if (answer.success !== true) throw new Rejected('Home Assistant refuses the request.');
    return answer.result;
  };
  try {
    await Promise.race([welcome, broken]);
    return await use({ command });
  } finally {
    socket.terminate();
  }
}

function parse(text: string): Message | undefined {
  try {
    return message.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
