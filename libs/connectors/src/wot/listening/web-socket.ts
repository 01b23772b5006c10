import { openWebSocket, Unavailable } from '@trellis/connector-sdk';
import type { Remote } from '../remote.js';
import { maxLength, maxShareOfAll, type Following } from './following.js';

/** How often the server is asked for a sign of life (ms). */
const pingIntervalMs = 30_000;

/**
 * Follows the WebSocket of a WebThing (https://webthings.io/api, section 5), which tells values by itself and the
 * events that it is asked for. Throws when it ends.
 */
export async function followWebSocket(
  remote: Remote,
  { form, signal, events, count, onOpen, onMessage }: Following,
): Promise<never> {
  const maxShare = maxShareOfAll / count;
  const { url, headers, auth, tls } = remote.address(form);
  const socket = await openWebSocket(
    { ...remote.context, signal },
    {
      ...{ url, auth, maxBytes: maxLength },
      ...(headers && { headers }),
      ...(typeof tls?.ca === 'string' && { ca: tls.ca }),
    },
  );
  let isAlive = true;
  const timer = setInterval(() => {
    // While it rests, nothing arrives.
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
  /** Leaves this thread to others, after all messages that came together. */
  function rest(): void {
    socket.pause();
    const restMs = busyMs * (1 / maxShare - 1);
    busyMs = 0;
    setTimeout(() => socket.resume(), restMs);
  }
  try {
    const wanted = Object.fromEntries(events.map((name) => [name, {}]));
    if (events.length > 0) {
      socket.send(JSON.stringify({ messageType: 'addEventSubscription', data: wanted }));
    }
    onOpen();
    socket.resume();
    // One that breaks closes, too.
    await new Promise((resolve) => socket.once('close', resolve));
  } finally {
    clearInterval(timer);
    socket.terminate();
  }
  throw new Unavailable('The server has ended the connection.');
}
