import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { dial, type ResolveHost } from '@trellis/connector-sdk';

const host = '127.0.0.1';
const bytes = 128 * 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024);

/** Returns the megabytes per second of a connection to a device that sends as fast as it can. */
export async function measureThroughput(resolve: ResolveHost): Promise<number> {
  const device = createServer((socket) => {
    socket.on('error', () => undefined);
    let sent = 0;
    const send = () => {
      while (sent < bytes) {
        sent += chunk.length;
        if (!socket.write(chunk)) return void socket.once('drain', send);
      }
      socket.end();
    };
    send();
  }).listen(0, host);
  await once(device, 'listening');
  try {
    const signal = AbortSignal.timeout(120_000);
    const { port } = device.address() as AddressInfo;
    const startedAt = performance.now();
    const connection = await dial({ resolve, signal }, { host, port });
    let received = 0;
    connection.on('data', (part: Buffer) => (received += part.length));
    await once(connection, 'end', { signal });
    if (received !== bytes) throw new Error('Bytes were lost.');
    return bytes / 1e3 / (performance.now() - startedAt);
  } finally {
    device.close();
  }
}
