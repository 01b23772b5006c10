import { spawnSync } from 'node:child_process';

/** Tells whether a program is installed. Under `CI`, a missing one fails the run. */
export function isInstalled(program: string, ...args: string[]): boolean {
  const works = spawnSync(program, args).status === 0;
  if (!works && process.env.CI) throw new Error(`${[program, ...args].join(' ')} fails.`);
  return works;
}

export const hasPython = isInstalled(
  'python3',
  ...['-c', 'import sys; assert sys.version_info >= (3, 11)'],
);

export const hasGo = isInstalled('go', 'version');
