import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '../services.js';
import type { Environment } from './service-environment.js';

export interface Program {
  app: ServiceName;
  /** Name of a file in the bundle of the app, without its extension. */
  program: string;
  environment: Environment;
  args?: string[];
}

/** Starts a program of an app from its bundle, detached from the terminal's Ctrl-C. */
export function startProgram({ app, program, environment, args = [] }: Program): ChildProcess {
  const entry = fileURLToPath(new URL(`../../../apps/${app}/dist/${program}.js`, import.meta.url));
  return fork(entry, args, {
    execArgv: ['--enable-source-maps'],
    env: { ...process.env, ...environment },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Runs a program; throws if it fails. */
export async function runProgram(program: Program): Promise<void> {
  const [code] = (await once(startProgram(program), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program.app}: ${program.program} failed.`);
}
