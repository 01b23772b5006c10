import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Passes connections on to endpoints, as a Service of Kubernetes does: each new one to the next endpoint, and
 * those that there are stay where they are until one end closes them.
 */
export interface Front {
  port: number;
  /** Adds an endpoint on the loopback address; the function that is returned removes it. */
  add(port: number): () => void;
  close(): Promise<void>;
}

export async function startFront(): Promise<Front> {
  const endpoints: number[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;

  const server = createServer((client) => {
    const port = endpoints[(turn += 1) % endpoints.length];
    if (port === undefined) return void client.resetAndDestroy();
    const target = createConnection(port, '127.0.0.1');
    join(client, target);
    join(target, client);
  });
  /** What one end sends goes to the other one, and so do its end and its breaking. */
  function join(from: Socket, to: Socket): void {
    sockets.add(from.setNoDelay());
    from.once('close', () => sockets.delete(from));
    from.once('error', () => to.resetAndDestroy());
    from.pipe(to);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    add(port) {
      endpoints.push(port);
      return () => void endpoints.splice(endpoints.indexOf(port), 1);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
