import getPort from 'get-port';
import { installed, startProgram, type RunningProgram } from './program.js';

export interface TestRedis extends RunningProgram {
  url: string;
}

/** Starts a Redis without persistence, if it is installed. */
export async function startRedis(): Promise<TestRedis | undefined> {
  if (!installed('redis-server')) return undefined;
  const port = await getPort({ host: '127.0.0.1' });
  const running = await startProgram(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    port,
  );
  return { ...running, url: `redis://127.0.0.1:${port}` };
}
