import { openWebSocket, restMs, Unavailable } from '@trellis/connector-sdk';
import type { Remote } from '../remote.js';
import { maxLength, maxShareOfAll, type Following } from './following.js';

/** The interval between pings (ms). */
const pingIntervalMs = 30_000;

/** Follows the WebSocket of a WebThing (https://webthings.io/api, section 5), which reports events on request. */
export async function followWebSocket(
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
  throw new Unavailable('The server has ended the connection.');
}
