import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { CommandError } from '../command-line.js';
import type { ServiceName } from '../services.js';
import { startProgram } from './programs.js';
import type { Environment } from './configuration.js';

export interface SupervisedService {
  /** Resolves when the service is ready for the first time. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  environment: Environment;
  report: (message: string) => void;
}

/** Time for a service to drain before it is killed. */
const drainTimeoutMs = 8_500;

/** Exit code of a service whose configuration is invalid. */
const invalidConfiguration = 2;

/** Number of starts of a service that was never ready before the launcher gives up. */
const maxStarts = 5;

const minRestartDelayMs = 250;
const maxRestartDelayMs = 10_000;

/** Runs a service, and reports and restarts it when it ends, until it is stopped. */
export function supervise(
  service: ServiceName,
  { environment, report }: SuperviseOptions,
): SupervisedService {
  let child: ChildProcess;
  let isStopping = false;
  let wasReady = false;
  let starts = 0;
  let restartDelayMs = minRestartDelayMs;
  let restartTimer: NodeJS.Timeout | undefined;
  const { promise: ready, resolve, reject } = deferred();

  function start(): void {
    starts += 1;
    child = startProgram({ app: service, program: 'main', environment });
    child.once('message', () => {
      restartDelayMs = minRestartDelayMs;
      wasReady = true;
      resolve();
    });
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      if (code === invalidConfiguration || (!wasReady && starts === maxStarts)) {
        return reject(new CommandError(`${service} cannot start.`));
      }
      report(`${service} ended (${signal ?? `exit code ${code}`}); restarting it.`);
      restartTimer = setTimeout(start, restartDelayMs);
      restartDelayMs = Math.min(restartDelayMs * 2, maxRestartDelayMs);
    });
  }

  start();
  return {
    ready,
    stop() {
      isStopping = true;
      clearTimeout(restartTimer);
      return terminate(child);
    },
  };
}

async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), drainTimeoutMs);
  await exit;
  clearTimeout(timer);
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function deferred() {
  let resolve: () => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
