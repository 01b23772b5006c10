import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@trellis/testing';

/** A service, its builds and its log file. */
export interface Program {
  name: ServiceName;
  logFile: string;
  /** The folder with the builds of all services; by default `apps` in this checkout. */
  builds?: string | undefined;
}

const presentBuilds = fileURLToPath(new URL('../../../apps', import.meta.url));

export interface Service {
  kill(signal: NodeJS.Signals): void;
  /** Sets the error of its clock (ms). */
  setClock(offsetMs: number): void;
  /** Stops it gracefully; returns its exit code, or null if a signal had ended it. */
  stop(): Promise<number | null>;
}

interface ServiceOptions extends Program {
  environment: Record<string, string>;
  /** Whether it is restarted when it ends, as a container would be (the default). */
  restarts?: boolean;
}

const restartDelayMs = 250;

/** Starts a service and waits until it is ready. */
export async function startService(options: ServiceOptions): Promise<Service> {
  let isStopping = false;
  let clockOffsetMs = 0;
  let restarting: NodeJS.Timeout | undefined;
  let child: ChildProcess;

  function start(): void {
    child = forkProgram(options, 'main', { CLOCK_OFFSET_MS: String(clockOffsetMs) });
    child.once('exit', () => {
      const isWanted = !isStopping && (options.restarts ?? true);
      if (isWanted) restarting = setTimeout(start, restartDelayMs);
    });
  }

  start();
  await Promise.race([once(child!, 'message'), failureOf(child!, options)]);
  return {
    kill: (signal) => void child.kill(signal),
    setClock(offsetMs) {
      clockOffsetMs = offsetMs;
      // A process that is starting reads the variable.
      if (child.connected) child.send({ clockOffsetMs });
    },
    async stop() {
      isStopping = true;
      clearTimeout(restarting);
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exit = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const [code] = (await exit) as [number | null];
      return code;
    },
  };
}

/** Runs a program of a service to its end. */
export async function runProgram({
  program,
  ...options
}: ServiceOptions & { program: string }): Promise<void> {
  const [code] = (await once(forkProgram(options, program), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program} of ${options.name} failed; see ${options.logFile}.`);
}

async function failureOf(child: ChildProcess, { name, logFile }: ServiceOptions): Promise<never> {
  await once(child, 'exit');
  throw new Error(`${name} did not start; see ${logFile}.`);
}

const withClock = ['--import', new URL('./clock.mjs', import.meta.url).href];

function forkProgram(
  { name, environment, logFile, builds = presentBuilds }: ServiceOptions,
  program: string,
  own: Record<string, string> = {},
): ChildProcess {
  const log = openSync(logFile, 'a');
  try {
    return fork(join(builds, name, 'dist', `${program}.js`), {
      execArgv: withClock,
      env: { ...process.env, NODE_OPTIONS: '', ...environment, ...own },
      stdio: ['ignore', log, log, 'ipc'],
    });
  } finally {
    closeSync(log);
  }
}
