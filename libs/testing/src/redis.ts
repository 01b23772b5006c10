import { freePort } from '@trellis/local-postgres';
import { installed, startProgram, type RunningProgram } from './program.js';

export interface TestRedis extends RunningProgram {
  url: string;
}

/** Memory limit of a Redis of the tests. */
export const maxMemory = '1gb';

interface RedisOptions {
  /** Port on the loopback address (default: a free one). */
  port?: number;
  /** Existing folder where every write is stored before it is answered. Without it, none is. */
  directory?: string;
}

/** Starts a Redis, if it is installed. */
export async function startRedis(options: RedisOptions = {}): Promise<TestRedis | undefined> {
  if (!installed('redis-server')) return undefined;
  const port = options.port ?? (await freePort());
  const persistence = options.directory
    ? ['--dir', options.directory, '--appendonly', 'yes', '--appendfsync', 'always']
    : ['--appendonly', 'no'];
  const running = await startProgram(
    'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--maxmemory',
      maxMemory,
      ...persistence,
    ],
    port,
  );
  return { ...running, url: `redis://127.0.0.1:${port}` };
}
