import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { waitFor } from './wait-for.js';

export interface RunningProgram {
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Whether a program is installed. Under `CI` it must be: there, a missing one fails the run. */
export function installed(program: string): boolean {
  const isInstalled = !spawnSync(program, ['--version'], { stdio: 'ignore' }).error;
  if (!isInstalled && process.env.CI) throw new Error(`${program} is not installed.`);
  return isInstalled;
}

interface ProgramOptions {
  /** The user who runs it; by default whoever runs the tests. */
  user?: { uid: number; gid: number } | undefined;
  /** Signal that ends it. Default SIGTERM. */
  stopSignal?: NodeJS.Signals;
}

/**
 * Starts a server program and waits until its port accepts connections. One that ends is started again: where a
 * server is started on its former port, a connection of anybody may have that port for a moment.
 */
export async function startProgram(
  program: string,
  args: string[],
  port: number,
  { user, stopSignal = 'SIGTERM' }: ProgramOptions = {},
): Promise<RunningProgram> {
  const start = () => {
    const started = spawn(program, args, { stdio: 'ignore', ...user });
    children.add(started);
    return started;
  };
  let child = start();
  const isReady = () => {
    if (hasEnded(child)) child = start();
    return acceptsConnections(port);
  };
  await waitFor(isReady, { what: `${program} on port ${port}`, every: 100 });
  return {
    process: child,
    async stop() {
      if (hasEnded(child)) return;
      const exit = once(child, 'exit');
      child.kill(stopSignal);
      // A test may have stopped it with SIGSTOP.
      child.kill('SIGCONT');
      await exit;
      children.delete(child);
    },
  };
}

/** Programs that end with this process. */
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => {
      // Where nobody listens, a connection may have been given the same port, and reach itself.
      const isOwn = socket.localPort === port;
      socket.destroy();
      resolve(!isOwn);
    });
    socket.once('error', () => resolve(false));
  });
}
