import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

/** Starts a program of this folder and waits until it is ready. */
export async function start(
  program: 'front' | 'back',
  environment: Record<string, string>,
): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(`./${program}.ts`, import.meta.url)), {
    execArgv: ['--conditions=@trellis/source', '--import', import.meta.resolve('tsx')],
    env: { ...process.env, ...environment },
  });
  await once(child, 'message');
  return child;
}

/** Requests per second that a server answers with 64 requests in flight. */
export async function throughput(url: string, token: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: 64,
    duration: seconds,
    headers: { authorization: `Bearer ${token}` },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} error responses, ${result.errors} errors.`);
  }
  return result.requests.average;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)]!;
}
