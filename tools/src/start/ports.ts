import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { CommandError } from '../command-line.js';

const [redisPort, postgresPort] = [6379, 5432];

/** Throws if nothing accepts connections at the address in a variable. */
export async function requireReachable(variable: string, address: string): Promise<void> {
  const { protocol, hostname, port } = new URL(address);
  const socket = connect({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (protocol.startsWith('redis') ? redisPort : postgresPort),
    timeout: 5_000,
  });
  socket.once('timeout', () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'connect');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(`${variable}: cannot be reached (${code ?? message}).`);
  } finally {
    socket.destroy();
  }
}

/** Throws if the port of the HTTP interface is not available. */
export async function requireFreePort(port: number): Promise<void> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EADDRINUSE'
        ? `PORT: ${port} is taken; choose another one.`
        : `PORT: ${port} cannot be used (${code}).`,
    );
  }
  server.close();
  await once(server, 'close');
}
