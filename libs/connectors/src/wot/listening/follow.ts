import {
  openEventStream,
  statusFailure,
  Unavailable,
  openWebSocket,
  restMs,
} from '@trellis/connector-sdk';
import { setTimeout as pause } from 'node:timers/promises';
import { originOf } from '../address.js';
import type { Remote } from '../remote.js';
import type { Form } from '../form.js';
import type { Message } from './message.js';

const longPollTimeoutMs = 5 * 60_000;

/** A long poll that has not failed after this time counts as accepted (ms). */
const acceptedAfterMs = 2_000;

/** The minimum time between requests of all subscriptions of a client, to the user's server and to others (ms). */
const minRequestIntervalMs = { own: 50, other: 250 };

export function follow(remote: Remote, following: Following): Promise<never> {
  if (following.form.subprotocol === 'sse') return followEventStream(remote, following);
  if (following.form.subprotocol === 'webthing') return followWebSocket(remote, following);
  return followLongPoll(remote, following);
}

/** Follows a stream of server-sent events (WoT Profile, HTTP SSE). */
async function followEventStream(remote: Remote, following: Following): Promise<never> {
  const { form, signal, lastEventId, count } = following;
  const maxShare = maxShareOfAll / count;
  const stream = await openEventStream(
    { ...remote.context, signal },
    { ...remote.address(form), lastEventId, maxShare, maxEventLength: maxLength, idleTimeoutMs },
  );
  try {
    following.onOpen();
    for await (const { event, data, id } of stream) {
      following.onMessage({ type: event, text: data, id });
    }
  } finally {
    stream.close();
  }
  throw new Unavailable('The server has ended the stream of events.', { cause: 'connection_lost' });
}

/** The time without events after which the stream is opened anew (ms). Things may be silent for long. */
const idleTimeoutMs = 10 * 60_000;

/** Repeats requests that the server answers when something happens (Thing Description 1.1, `longpoll`). */
async function followLongPoll(remote: Remote, following: Following): Promise<never> {
  const { form, signal, count } = following;
  const isOwn = originOf(form.href) === remote.home.origin;
  const intervalMs = minRequestIntervalMs[isOwn ? 'own' : 'other'] * count;
  for (;;) {
    const sentAt = performance.now();
    const text = await waitForAnswer(remote, following);
    following.onOpen();
    if (text !== undefined) following.onMessage({ type: 'message', text });
    await pause(Math.max(0, sentAt + intervalMs - performance.now()), undefined, { signal });
  }
}

/** Returns the answer; undefined when nothing happened until the timeout. */
async function waitForAnswer(
  { context, address }: Remote,
  { form, signal, onOpen }: Following,
): Promise<string | undefined> {
  const target = address(form);
  const accepted = setTimeout(onOpen, acceptedAfterMs);
  const sentAt = performance.now();
  try {
    const answer = await context.http({
      ...target,
      headers: { accept: form.accept, ...target.headers },
      signal,
      accept: 'any',
      timeoutMs: longPollTimeoutMs,
      maxBytes: maxLength,
    });
    const { status, text } = answer;
    if (status === 204 || status === 408 || status === 504) return undefined;
    if (status >= 200 && status < 300) return text;
    throw statusFailure(answer, target.url);
  } catch (error) {
    const isOver = performance.now() - sentAt >= longPollTimeoutMs;
    if (isOver && error instanceof Unavailable && !signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(accepted);
  }
}

interface Following {
  form: Form;
  /** The events of the thing, which some servers require in the subscription. */
  events: string[];
  signal: AbortSignal;
  /** The number of subscriptions of the client, which share its limits. */
  count: number;
  lastEventId?: string | undefined;
  onOpen(): void;
  onMessage(message: Message & { id?: string }): void;
}

const maxLength = 256 * 1024;

/** The share of the time that all servers of a client may keep this thread busy. */
const maxShareOfAll = 1 / 5;

const pingIntervalMs = 30_000;

/** Follows the WebSocket of a WebThing (https://webthings.io/api, section 5), which reports events on request. */
async function followWebSocket(
  remote: Remote,
  { form, signal, events, count, onOpen, onMessage }: Following,
): Promise<never> {
  const maxShare = maxShareOfAll / count;
  const { tls, ...target } = remote.address(form);
  const socket = await openWebSocket(
    { ...remote.context, signal },
    { ...target, ca: tls?.ca, maxBytes: maxLength },
  );
  let isAlive = true;
  const timer = setInterval(() => {
    // A paused socket receives no pong.
    if (!isAlive && !socket.isPaused) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, pingIntervalMs);
  socket.on('pong', () => (isAlive = true));
  let busyMs = 0;
  socket.on('message', (data: Buffer) => {
    const startedAt = performance.now();
    onMessage({ type: 'message', text: data.toString('utf8') });
    if (busyMs === 0) setImmediate(rest);
    busyMs += performance.now() - startedAt;
  });
  /** Pauses after a burst of messages, to leave this thread to others. */
  function rest(): void {
    socket.pause();
    setTimeout(() => socket.resume(), restMs(busyMs, maxShare));
    busyMs = 0;
  }
  try {
    const wanted = Object.fromEntries(events.map((name) => [name, {}]));
    if (events.length > 0) {
      socket.send(JSON.stringify({ messageType: 'addEventSubscription', data: wanted }));
    }
    onOpen();
    socket.resume();
    // A broken connection closes as well.
    await new Promise((resolve) => socket.once('close', resolve));
  } finally {
    clearInterval(timer);
    socket.terminate();
  }
  throw new Unavailable('The server has ended the connection.', { cause: 'connection_lost' });
}
