import { once } from 'node:events';
import { connect } from 'node:net';
import { CannotStart } from './failure.js';

const defaultPorts: Record<string, number> = { 'redis:': 6379, 'rediss:': 6379 };

/** Refuses to go on when nothing takes connections at the address that a variable names. */
export async function requireReachable(variable: string, address: string): Promise<void> {
  const { protocol, hostname, port } = new URL(address);
  const socket = connect({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (defaultPorts[protocol] ?? 5432),
    timeout: 5_000,
  });
  socket.once('timeout', () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'connect');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CannotStart(`${variable}: cannot be reached (${code ?? message}).`);
  } finally {
    socket.destroy();
  }
}
