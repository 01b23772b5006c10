import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts a program of this folder, such as `requests/floor`, and waits until it reports that it is ready. */
export async function start(
  program: string,
  environment: Record<string, string>,
): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(`./${program}.ts`, import.meta.url)), {
    execArgv: ['--conditions=@trellis/source', '--import', import.meta.resolve('tsx')],
    env: { ...process.env, ...environment },
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${program} ended before it was ready.`);
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return child;
}

/** Returns the value below which a share (0 to 1) of the values lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export const median = (values: number[]): number => quantile(values, 0.5);
