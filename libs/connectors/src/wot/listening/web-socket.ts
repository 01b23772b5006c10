import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';
import { openWebSocket, Unavailable } from '@trellis/connector-sdk';
import type { Remote } from '../remote.js';
import { maxLength, type Following } from './following.js';

/** How often the server is asked for a sign of life (ms). */
const pingIntervalMs = 30_000;

/**
 * Follows the WebSocket of a WebThing (https://webthings.io/api, section 5), which tells values by itself and the
 * events that it is asked for. Throws when it ends.
 */
export async function followWebSocket(
  remote: Remote,
  { form, signal, events, maxShare, onOpen, onMessage }: Following,
): Promise<never> {
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
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, pingIntervalMs);
  socket.on('pong', () => (isAlive = true));
  socket.on('message', (data: Buffer) => {
    const startedAt = performance.now();
    onMessage({ type: 'message', text: data.toString('utf8') });
    void rest((performance.now() - startedAt) * (1 / maxShare - 1));
  });
  async function rest(ms: number): Promise<void> {
    socket.pause();
    await pause(ms);
    socket.resume();
  }
  try {
    const wanted = Object.fromEntries(events.map((name) => [name, {}]));
    if (events.length > 0) {
      socket.send(JSON.stringify({ messageType: 'addEventSubscription', data: wanted }));
    }
    onOpen();
    socket.resume();
    await once(socket, 'close');
  } finally {
    clearInterval(timer);
    socket.terminate();
  }
  throw new Unavailable('The server has ended the connection.');
}
