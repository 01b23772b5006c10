import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '../services.js';
import type { Environment } from './configuration.js';
import { dataDirectoryPath } from './data-directory.js';
import { readEnvironmentFile } from './environment-file.js';
import { requireReachable } from './ports.js';

interface Program {
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

/** Runs a program as part of the product that runs in DATA_DIR; returns whether it succeeded. */
export async function runInProduct(program: Omit<Program, 'environment'>): Promise<boolean> {
  const environment = { ...readEnvironmentFile(dataDirectoryPath()), ...process.env };
  const [code] = await once(startProgram({ ...program, environment }), 'exit');
  return code === 0;
}

/** Help for commands that use {@link runOnDatabase}. */
export const databaseHelp =
  '\nUses the database in DATABASE_URL, or that of the product that runs in DATA_DIR.';

/** Runs a program with the database that {@link databaseHelp} names. */
export async function runOnDatabase(
  program: string,
  input?: object,
  app: ServiceName = 'connector-runtime',
): Promise<void> {
  const { DATABASE_URL: own, PUBLIC_URL, PORT } = process.env;
  const product = own ? { PUBLIC_URL, PORT } : readEnvironmentFile(dataDirectoryPath());
  const DATABASE_URL = own || product.DATABASE_URL!;
  await requireReachable('DATABASE_URL', DATABASE_URL);
  await runProgram({
    app,
    program,
    environment: { PUBLIC_URL: product.PUBLIC_URL, PORT: product.PORT, DATABASE_URL },
    args: input ? [JSON.stringify(input)] : [],
  });
}
