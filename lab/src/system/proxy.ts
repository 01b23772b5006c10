import { createConnection, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { pipeline, Transform } from 'node:stream';

/** What a network does to the bytes that cross it. */
export type Condition =
  | 'whole'
  /** Nothing arrives, and nobody is told; what was sent arrives when the network is whole again. */
  | 'cut'
  /** Connections break with a reset, again and again. */
  | 'reset'
  /** Every chunk takes this much longer (ms). */
  | { delayMs: number };

/** The network between one process and one server. */
export interface Network {
  port: number;
  become(condition: Condition): void;
  /** Breaks the connections that there are, as when their server is replaced by another one. */
  breakConnections(): void;
  close(): Promise<void>;
}

/** How long connections live while they are reset. */
const resetIntervalMs = 150;

/** Listens on a port of the loopback address, and connects to wherever the server is at that time. */
export async function startNetwork(serverPort: () => number): Promise<Network> {
  let condition: Condition = 'whole';
  let restore: () => void = () => undefined;
  let isRestored = Promise.resolve();
  let resetting: NodeJS.Timeout | undefined;
  const sockets = new Set<Socket>();

  const cross = () =>
    new Transform({
      transform(chunk, _encoding, pass) {
        void crossing().then(() => pass(null, chunk));
      },
      // The end of a connection crosses like its bytes.
      flush(pass) {
        void crossing().then(() => pass());
      },
    });
  async function crossing(): Promise<void> {
    if (typeof condition === 'object') await pause(condition.delayMs);
    await isRestored;
  }

  const breakConnections = () => sockets.forEach((socket) => socket.resetAndDestroy());
  const server = createServer((client) => {
    const target = createConnection(serverPort(), '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket.setNoDelay());
      socket.once('close', () => sockets.delete(socket));
    }
    const settle = () => undefined;
    pipeline(client, cross(), target, settle);
    pipeline(target, cross(), client, settle);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as { port: number }).port,
    become(next) {
      condition = next;
      restore();
      clearInterval(resetting);
      if (next === 'cut') isRestored = new Promise((resolve) => (restore = resolve));
      if (next !== 'reset') return;
      breakConnections();
      resetting = setInterval(breakConnections, resetIntervalMs);
    },
    breakConnections,
    async close() {
      clearInterval(resetting);
      restore();
      breakConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
