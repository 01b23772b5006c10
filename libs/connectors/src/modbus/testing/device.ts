import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A request as it arrives, with the connection that it came by. */
export interface Received {
  socket: Socket;
  transaction: number;
  unit: number;
  pdu: Buffer;
  /** Sends a frame; by default with the number and the unit of the request. */
  answer(pdu: number[], header?: { transaction?: number; unit?: number }): void;
}

export interface FakeDevice {
  host: string;
  port: number;
  requests: Received[];
  /** How many connections there were, and how many were open at the same time. */
  connections: { count: number; open: number; most: number };
  stop(): Promise<void>;
}

/** Starts a device that does with each request what a test says. */
export async function startDevice(handle: (request: Received) => void): Promise<FakeDevice> {
  const requests: Received[] = [];
  const connections = { count: 0, open: 0, most: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    connections.count += 1;
    connections.open += 1;
    connections.most = Math.max(connections.most, connections.open);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      connections.open -= 1;
      sockets.delete(socket);
    });
    socket.on('data', (bytes) => {
      const transaction = bytes.readUInt16BE(0);
      const unit = bytes[6]!;
      const request: Received = {
        socket,
        transaction,
        unit,
        pdu: bytes.subarray(7),
        answer: (pdu, header) => socket.write(frameOf(pdu, { transaction, unit, ...header })),
      };
      requests.push(request);
      handle(request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: '127.0.0.1',
    port,
    requests,
    connections,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const frameOf = (pdu: number[], { transaction, unit }: { transaction: number; unit: number }) =>
  Buffer.from([transaction >> 8, transaction & 255, 0, 0, 0, pdu.length + 1, unit, ...pdu]);
