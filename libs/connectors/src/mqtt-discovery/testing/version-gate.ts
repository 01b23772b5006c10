import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface VersionGate {
  /** `mqtt://localhost:<port>`. */
  url: string;
  /** The version of each connection so far. */
  versions: number[];
  stop(): Promise<void>;
}

/** Starts a gate in front of a broker that refuses all versions of MQTT but some, as a broker for MQTT 5 only does. */
export async function startVersionGate(
  broker: { port: number },
  { accepts, refusal }: { accepts: number[]; refusal: number },
): Promise<VersionGate> {
  const versions: number[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    socket.once('data', (packet) => {
      // In CONNECT the version follows the name of the protocol (MQTT 3.1.1, section 3.1.2).
      const version = packet[packet.indexOf('MQTT') + 4]!;
      versions.push(version);
      if (!accepts.includes(version)) {
        socket.end(Buffer.from([0x20, 2, 0, refusal]));
        return;
      }
      const behind = connect(broker.port, '127.0.0.1').on('error', () => socket.destroy());
      behind.write(packet);
      socket.pipe(behind).pipe(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `mqtt://localhost:${(server.address() as AddressInfo).port}`,
    versions,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
