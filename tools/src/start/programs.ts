import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CannotStart } from './failure.js';

export type Environment = Record<string, string | undefined>;

/** Starts a TypeScript program of an app, out of reach of the terminal's Ctrl-C. */
export function startProgram(
  app: string,
  program: string,
  environment: Environment,
  args: string[] = [],
): ChildProcess {
  const entry = fileURLToPath(new URL(`../../../apps/${app}/src/${program}.ts`, import.meta.url));
  return fork(entry, args, {
    execArgv: ['--conditions=@trellis/source', '--import', import.meta.resolve('tsx')],
    env: { ...process.env, ...environment },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Runs a program to its end; rejects when it fails. */
export async function runProgram(...start: Parameters<typeof startProgram>): Promise<void> {
  const [code] = (await once(startProgram(...start), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${start[0]}: ${start[1]} failed.`);
}

export interface Supervised {
  /** Resolves when the service is ready for the first time. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/** How long a service may take to finish what it holds before it is killed (ms). */
const drainTime = 8_500;

/** Exit code of a service whose configuration cannot be used. */
const unusableConfiguration = 2;

/** So often a service may fail to start before it is given up. */
const patience = 5;

/** Keeps a service running: reports its end and starts it again, until it is told to stop. */
export function supervise(
  app: string,
  environment: Environment,
  report: (message: string) => void,
): Supervised {
  let stopping = false;
  let child: ChildProcess;
  let pause = 250;
  let starts = 0;
  let wasReady = false;
  let timer: NodeJS.Timeout | undefined;
  const { promise: ready, resolve: isReady, reject: cannotStart } = deferred();

  function start(): void {
    child = startProgram(app, 'main', environment);
    child.once('message', () => {
      pause = 250;
      wasReady = true;
      isReady();
    });
    child.once('exit', (code, signal) => {
      if (stopping) return;
      starts += 1;
      if (code === unusableConfiguration || (!wasReady && starts === patience)) {
        return cannotStart(new CannotStart(`${app} cannot start.`));
      }
      report(`${app} ended (${signal ?? `exit code ${code}`}); it is started again.`);
      timer = setTimeout(start, pause);
      pause = Math.min(pause * 2, 10_000);
    });
  }

  start();
  return {
    ready,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const overdue = setTimeout(() => child.kill('SIGKILL'), drainTime);
      await gone;
      clearTimeout(overdue);
    },
  };
}

function deferred() {
  let resolve: () => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
