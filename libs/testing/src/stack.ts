import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { waitFor } from './wait-for.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export type ServiceName = 'api-gateway' | 'units-service' | 'connector-runtime';

/** The whole product, as `npm start` runs it, with data of its own. */
export interface Stack {
  /** Address without a trailing slash. */
  address: string;
  /** The secret that signs access tokens. */
  jwtSecret: string;
  dataDirectory: string;
  /** Everything that it has printed so far. */
  output(): string;
  /** The process id of a service, once it runs. */
  pidOf(service: ServiceName): Promise<number>;
  /** The processes that belong to it at the moment. */
  processes(): { pid: number; title: string }[];
  /** Sends the launcher a signal and waits for its end; gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Removes its data. */
  clear(): void;
}

export interface StackOptions {
  environment?: Record<string, string>;
  /** Data of an earlier stack to go on with. */
  dataDirectory?: string;
  port?: number;
}

/** Starts the product and waits until it says that it runs. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const port = options.port ?? (await getPort());
  const dataDirectory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), 'trellis-e2e-'));
  const jwtSecret = 'a secret of the tests that is long enough';
  const { launcher, output } = launch({
    PORT: String(port),
    DATA_DIR: dataDirectory,
    JWT_SECRET: jwtSecret,
    ...options.environment,
  });
  await waitFor(
    () => {
      if (launcher.exitCode !== null) throw new Error(`It ended: ${output()}`);
      return output().includes('Trellis runs at');
    },
    { within: 60_000, what: 'the start of the stack' },
  );

  const processes = () => descendants(launcher.pid!);
  return {
    address: `http://localhost:${port}`,
    jwtSecret,
    dataDirectory,
    output,
    processes,
    pidOf: (service) =>
      waitFor(() => processes().find(({ title }) => title === service)?.pid, { what: service }),
    async stop(signal = 'SIGTERM') {
      if (launcher.exitCode !== null || launcher.signalCode !== null) return launcher.exitCode;
      const gone = once(launcher, 'exit');
      launcher.kill(signal);
      const [code] = (await gone) as [number | null];
      return code;
    },
    clear: () => rmSync(dataDirectory, { recursive: true, force: true }),
  };
}

/** Starts the launcher with an environment and gathers what it prints. */
export function launch(environment: Record<string, string>): {
  launcher: ChildProcess;
  output: () => string;
} {
  const launcher = spawn(
    process.execPath,
    ['--conditions=@trellis/source', 'tools/src/bootstrap.mjs', 'start'],
    { cwd: root, env: { ...process.env, NODE_OPTIONS: '', ...environment }, stdio: 'pipe' },
  );
  let text = '';
  launcher.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  launcher.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { launcher, output: () => text };
}

/** The processes below one, by the parents that the kernel knows. */
function descendants(ancestor: number): { pid: number; title: string }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const title = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(name), parent: Number(/PPid:\s+(\d+)/.exec(status)?.[1]), title }];
      } catch {
        return [];
      }
    });
  const below = (parent: number): { pid: number; title: string }[] =>
    all
      .filter((one) => one.parent === parent)
      .flatMap(({ pid, title }) => [{ pid, title }, ...below(pid)]);
  return below(ancestor);
}
