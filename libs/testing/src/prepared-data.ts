import { execFileSync } from 'node:child_process';

/**
 * Copies the data of an installation that the test run has prepared, with all migrations, to an empty folder. Does
 * nothing outside of a test run, where a stack creates its data itself.
 */
export async function copyPreparedData(to: string): Promise<void> {
  if (process.env.TEST_STACKS_URL === undefined) return;
  const from = await readFromStackServer<string>('data');
  // It keeps owners and modes, about which PostgreSQL is strict.
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

/** Returns what the server of `serveStacks` answers, which runs in the process that started the test run. */
export async function readFromStackServer<T>(path: string): Promise<T> {
  const response = await fetch(`${process.env.TEST_STACKS_URL}/${path}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}
