import { spawnSync } from 'node:child_process';

/** Runs a program and returns its output; throws the last lines of its errors if it fails. */
export function run(program: string, args: string[], { cwd }: { cwd?: string } = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw new Error(`${program} cannot be run: ${error.message}`);
  if (status === 0) return stdout.trim();
  const reason = stderr.trim().split('\n').slice(-5).join(' ');
  throw new Error(`${program} ${args[0]} failed (${status}): ${reason}`);
}
