import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startRedis as startServer, type TestRedis } from '@trellis/testing';
import { Redis as Connection } from 'ioredis';

/** A Redis that can crash, lose its data and be full. */
export interface Redis {
  port: number;
  /** Kills it until `start` is called. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Deletes its persisted data. */
  forget(): void;
  signal(signal: NodeJS.Signals): void;
  /** Runs commands on a separate connection. */
  administer<T>(run: (connection: Connection) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export async function startRedis(parent: string): Promise<Redis> {
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
    async crash() {
      const exit = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await exit;
    },
    forget: () => rmSync(directory, { recursive: true, force: true }),
    signal: (signal) => void server.process.kill(signal),
    async administer(run) {
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
