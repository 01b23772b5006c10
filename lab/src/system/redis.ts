import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startRedis as startServer, type TestRedis } from '@trellis/testing';
import { Redis as Connection } from 'ioredis';

export type Redis = Awaited<ReturnType<typeof startRedis>>;

/** Starts a Redis that can crash, lose its data and be full. */
export async function startRedis(parent: string) {
  const directory = join(parent, 'redis');
  const port = await freePort();
  let server: TestRedis;
  const start = async () => {
    mkdirSync(directory, { recursive: true });
    const started = await startServer({ port, directory });
    if (!started) throw new Error('redis-server is not installed.');
    server = started;
  };
  await start();
  return {
    port,
    start,
    /** Kills it until `start` is called. */
    async crash(): Promise<void> {
      const exit = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await exit;
    },
    /** Deletes its persisted data. */
    forget: () => rmSync(directory, { recursive: true, force: true }),
    signal: (signal: NodeJS.Signals) => void server.process.kill(signal),
    /** Runs commands on a separate connection. */
    async administer<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
      const connection = new Connection(port, '127.0.0.1');
      // Without a listener ioredis prints errors; the commands reject anyway.
      connection.on('error', () => undefined);
      try {
        return await run(connection);
      } finally {
        connection.disconnect();
      }
    },
    stop: () => server.stop(),
  };
}
