import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@trellis/local-postgres';
import { copyPreparedData } from './prepared-data.js';
import { descendantsOf, type ProcessInfo } from './processes.js';
import { waitFor } from './wait-for.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The services, in the order in which they start. */
export const serviceNames = [
  'units-service',
  'connector-runtime',
  'accounts-service',
  'api-gateway',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The whole product, as `npm start` runs it, with data of its own. */
export interface Stack {
  /** The process of its launcher. */
  pid: number;
  /** Base URL, without a trailing slash. */
  address: string;
  /** Secret that signs access tokens. */
  jwtSecret: string;
  dataDirectory: string;
  /** Everything that it has printed so far. */
  output(): string;
  /** The process id of a service, as soon as it runs. */
  pidOf(service: ServiceName): Promise<number>;
  /** The processes that belong to it at the moment. */
  processes(): ProcessInfo[];
  /** Sends the launcher a signal, waits for its end and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Removes its data. */
  clear(): void;
}

export interface StackOptions {
  environment?: Record<string, string>;
  /** Options of `npm start`. */
  args?: string[];
  /** Data of an earlier stack to continue with. */
  dataDirectory?: string;
  /** Creates the database and runs every migration, instead of copying data that were prepared for all tests. */
  fromNothing?: boolean;
  port?: number;
}

/** Starts the product and waits until it reports that it runs. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const port = options.port ?? (await freePort());
  const dataDirectory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), 'trellis-e2e-'));
  const usesEmbeddedDatabase = options.environment?.DATABASE_URL === undefined;
  const isFirstStart = !existsSync(join(dataDirectory, 'secrets.json'));
  if (usesEmbeddedDatabase && isFirstStart && !options.fromNothing) {
    await copyPreparedData(dataDirectory);
  }
  const jwtSecret = 'a secret of the tests that is long enough';
  const { launcher, output } = launch(
    {
      PORT: String(port),
      DATA_DIR: dataDirectory,
      JWT_SECRET: jwtSecret,
      ...options.environment,
    },
    options.args,
  );
  await waitFor(
    () => {
      if (launcher.exitCode !== null) throw new Error(`It ended: ${output()}`);
      return /Trellis runs at|The database runs/.test(output());
    },
    { within: 120_000, what: 'the start of the stack' },
  );

  return {
    pid: launcher.pid!,
    address: `http://localhost:${port}`,
    jwtSecret,
    dataDirectory,
    output,
    ...processesOf(launcher.pid!),
    async stop(signal = 'SIGTERM') {
      if (launcher.exitCode !== null || launcher.signalCode !== null) return launcher.exitCode;
      const exit = once(launcher, 'exit');
      launcher.kill(signal);
      const [code] = (await exit) as [number | null];
      return code;
    },
    clear: () => rmSync(dataDirectory, { recursive: true, force: true }),
  };
}

/** Finds the processes of the stack whose launcher is given. */
export function processesOf(launcher: number): Pick<Stack, 'pidOf' | 'processes'> {
  const processes = () => descendantsOf(launcher);
  return {
    processes,
    pidOf: (service) =>
      waitFor(() => processes().find(({ title }) => title === service)?.pid, { what: service }),
  };
}

/** Returns whether all services of a stack run, or do so within some time. */
export async function isHealthy({ address }: Stack, withinMs: number): Promise<boolean> {
  const read = async () => {
    const answer = await fetch(`${address}/health`, { signal: AbortSignal.timeout(withinMs) });
    return ((await answer.json()) as { status: string }).status === 'ok';
  };
  const isOk = () => read().catch(() => false);
  return waitFor(isOk, { within: withinMs }).catch(() => false);
}

/** Starts the launcher and collects what it prints. */
export const launch = (environment: Record<string, string>, args: string[] = []) =>
  launchTool('start', environment, args);

/** Starts a tool, such as `doctor`, on bundles that are up to date, and collects its output. */
export function launchTool(
  tool: string,
  environment: Record<string, string>,
  args: string[] = [],
): { launcher: ChildProcess; output: () => string } {
  const launcher = spawn(
    process.execPath,
    ['--conditions=@trellis/source', '--import', 'tsx', `tools/src/${tool}.ts`, ...args],
    { cwd: root, env: { ...process.env, NODE_OPTIONS: '', ...environment }, stdio: 'pipe' },
  );
  let text = '';
  launcher.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  launcher.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { launcher, output: () => text };
}
