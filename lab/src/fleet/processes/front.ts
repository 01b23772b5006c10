import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

/** A load balancer like a Service of Kubernetes: new connections go to the next endpoint, existing ones remain. */
export interface Front {
  port: number;
  /** Adds an endpoint on the loopback address; the returned function removes it. */
  add(port: number): () => void;
  close(): Promise<void>;
}

export async function startFront(): Promise<Front> {
  const endpoints: number[] = [];
  const sockets = new Set<Socket>();
  let next = 0;

  const server = createServer((client) => {
    const port = endpoints[(next += 1) % endpoints.length];
    if (port === undefined) return void client.resetAndDestroy();
    const target = createConnection(port, '127.0.0.1');
    join(client, target);
    join(target, client);
  });
  /** Forwards bytes, the end and a reset from one end to the other. */
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
