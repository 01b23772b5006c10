import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.js';

export { freePort };

export interface LocalPostgresOptions {
  /** Directory of the data; created if it does not exist. */
  directory: string;
  /** Password of the database user, `trellis`. */
  password: string;
  /** Makes writes survive a crash of the machine (default: true). Tests are faster without. */
  durable?: boolean;
  /** Further server settings, such as `shared_preload_libraries`. */
  settings?: Record<string, string>;
  /** Further environment variables of the server. */
  environment?: Record<string, string>;
  /** Port on the loopback address (default: a free one). */
  port?: number;
  /** Called when the server exits without being stopped. */
  onExit?: () => void;
}

export interface LocalPostgres {
  /** URL of the maintenance database. */
  url: string;
  stop(): Promise<void>;
}

export class DirectoryInUse extends Error {}

export type KeeperOptions = Required<Omit<LocalPostgresOptions, 'onExit'>> & {
  createUser: boolean;
};

/** Starts a PostgreSQL server from the binaries on npm, on the loopback address. */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const directory = resolve(options.directory, 'postgres');
  mkdirSync(dirname(directory), { recursive: true });
  if (isInUse(directory)) throw new DirectoryInUse(`${options.directory} is in use.`);
  const port = options.port ?? (await freePort());
  const account = accountForRoot();
  if (account) chownSync(dirname(directory), account.uid, account.gid);

  const keeper = startKeeper(account, {
    directory,
    port,
    password: options.password,
    durable: options.durable ?? true,
    settings: options.settings ?? {},
    environment: options.environment ?? {},
    createUser: process.getuid?.() === 0 && !account,
  });
  await waitUntilReady(keeper);

  let isStopping = false;
  keeper.once('exit', () => isStopping || options.onExit?.());
  return {
    url: `postgresql://trellis:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`,
    async stop() {
      isStopping = true;
      if (keeper.exitCode !== null || keeper.signalCode !== null) return;
      const exit = once(keeper, 'exit');
      keeper.disconnect();
      await exit;
    },
  };
}

/** Returns whether the server that last used the directory is still running. */
function isInUse(directory: string): boolean {
  const file = `${directory}/postmaster.pid`;
  if (!existsSync(file)) return false;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    return false;
  }
}

async function waitUntilReady(keeper: ChildProcess): Promise<void> {
  const message = await Promise.race([
    once(keeper, 'message').then(([value]) => value as { failed?: string }),
    once(keeper, 'exit').then(() => ({ failed: 'it ended at once' })),
  ]);
  if (message.failed) throw new Error(`PostgreSQL did not start: ${message.failed}`);
}

interface Account {
  uid: number;
  gid: number;
}

/**
 * Returns the account for the server if the current user is root, as which PostgreSQL refuses to run: `postgres` or
 * `nobody`, with the capability to access folders that belong to root.
 */
function accountForRoot(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    execFileSync('setpriv', ['--version'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody']
    .map((name) => accounts.find(([known]) => known === name))
    .find(Boolean);
  return account && { uid: Number(account[2]), gid: Number(account[3]) };
}

function startKeeper(account: Account | undefined, options: KeeperOptions): ChildProcess {
  const entry = fileURLToPath(new URL('./keeper.ts', import.meta.url));
  const execArgv = ['--conditions=@trellis/source', '--import', import.meta.resolve('tsx')];
  const argument = JSON.stringify(options);
  if (!account) {
    return fork(entry, [argument], { execArgv, detached: true, stdio: 'ignore' });
  }
  const privileges = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    // Without it access(2) ignores the capabilities.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override,+fowner',
    '--ambient-caps=+dac_override,+fowner',
  ];
  return spawn('setpriv', [...privileges, process.execPath, ...execArgv, entry, argument], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
