import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { waitFor } from './wait-for.js';

export interface RunningProgram {
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Whether a program is installed. A missing one fails the run under `CI`, where it must be there. */
export function installed(program: string): boolean {
  const found = !spawnSync(program, ['--version'], { stdio: 'ignore' }).error;
  if (!found && process.env.CI) throw new Error(`${program} is not installed.`);
  return found;
}

/** Starts a server program and waits until its port takes connections. */
export async function startProgram(
  program: string,
  args: string[],
  port: number,
): Promise<RunningProgram> {
  const child = spawn(program, args, { stdio: 'ignore' });
  await waitFor(() => accepts(port), { what: `${program} on port ${port}` });
  return {
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      child.kill('SIGCONT');
      await gone;
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });
}
