import { createConnection, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { pipeline, Transform } from 'node:stream';

/** The condition of a network. */
export type Condition =
  | 'whole'
  /** Bytes are delayed until the network is whole again. */
  | 'cut'
  /** Connections are reset repeatedly. */
  | 'reset'
  /** Every chunk is delayed (ms). */
  | { delayMs: number };

export interface Network {
  port: number;
  become(condition: Condition): void;
  /** Resets all connections, as a failover does. */
  breakConnections(): void;
  close(): Promise<void>;
}

/** Lifetime of connections that are reset. */
const resetIntervalMs = 150;

/** Forwards connections from a port, by default of a loopback address, to the current port of a server; resets them while there is none. */
export async function startNetwork(
  serverPort: () => number | undefined,
  host = '127.0.0.1',
): Promise<Network> {
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
      // The end of a connection is delayed like its bytes.
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
    const port = serverPort();
    if (port === undefined) return void client.resetAndDestroy();
    const target = createConnection(port, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket.setNoDelay());
      socket.once('close', () => sockets.delete(socket));
    }
    const ignoreErrors = () => undefined;
    pipeline(client, cross(), target, ignoreErrors);
    pipeline(target, cross(), client, ignoreErrors);
  });
  server.listen(0, host);
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
