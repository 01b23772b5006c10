import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';

interface WebSocketFront {
  /** `ws://localhost:<port>/mqtt`, or `wss://` with TLS. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a server in front of a broker that carries MQTT in WebSockets, as a proxy does: Debian's Mosquitto cannot. */
export async function startWebSocketFront(
  broker: { port: number },
  tls?: { certificate: string; key: string },
): Promise<WebSocketFront> {
  const server = tls ? createTlsServer({ cert: tls.certificate, key: tls.key }) : createServer();
  const handleProtocols = (protocols: Set<string>) => protocols.has('mqtt') && 'mqtt';
  const sockets = new WebSocketServer({ server, path: '/mqtt', handleProtocols });
  sockets.on('connection', (socket) => {
    const front = createWebSocketStream(socket, { allowHalfOpen: false });
    pipeline(front, connect(broker.port, '127.0.0.1'), front, () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'wss' : 'ws'}://localhost:${port}/mqtt`,
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}
