import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '@trellis/local-postgres';
import { createDatabaseOn } from './database.js';
import { startProgram } from './program.js';
import { waitFor } from './wait-for.js';

/** Where Debian's packages have their programs, a folder for each version. */
const packages = '/usr/lib/postgresql';

/** A PostgreSQL of Debian's packages. Unlike the embedded one it brings `pg_dump`. */
export interface InstalledPostgres {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Writes a backup of a database to a file, in the custom format; `options` are those of `pg_dump`. */
  dump(url: string, file: string, options?: string[]): void;
  /** Restores a backup into a database. */
  restore(url: string, file: string): void;
  stop(): Promise<void>;
}

/**
 * The folder with the programs of the newest PostgreSQL that is installed, if there is one. Under `CI` there
 * must be.
 */
export function installedPostgres(): string | undefined {
  const versions = existsSync(packages) ? readdirSync(packages) : [];
  const folders = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(packages, version, 'bin'));
  const found = folders.find((folder) =>
    ['postgres', 'pg_dump'].every((program) => existsSync(join(folder, program))),
  );
  if (!found && process.env.CI) throw new Error('PostgreSQL with pg_dump is not installed.');
  return found;
}

/** Starts a server on an empty folder, from the programs of {@link installedPostgres}. */
export async function startInstalledPostgres(programs: string): Promise<InstalledPostgres> {
  const run = (program: string, args: string[], user?: { uid: number; gid: number }) =>
    void execFileSync(join(programs, program), args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    });
  const user = userOfServer();
  const directory = mkdtempSync(join(tmpdir(), 'trellis-postgres-'));
  if (user) chownSync(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  run('initdb', ['-D', data, '-U', 'trellis', '-A', 'trust', '-E', 'UTF8', '--no-locale'], user);
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const options = { user, stopSignal: 'SIGINT' } as const;
  const server = await startProgram(
    join(programs, 'postgres'),
    ['-D', data, ...flags],
    port,
    options,
  );
  const url = `postgresql://trellis@127.0.0.1:${port}/postgres`;
  await waitFor(() => answers(url), { what: 'PostgreSQL' });
  return {
    createDatabase: () => createDatabaseOn(url),
    dump: (from, file, more = []) =>
      run('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${from}`, ...more]),
    restore: (to, file) =>
      run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${to}`, file]),
    async stop() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package has created. */
export function userOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** It accepts connections before it answers. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
