import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@trellis/local-postgres';
import { userOfServer } from './installed-postgres.js';
import { startProgram } from './program.js';
import { waitFor } from './wait-for.js';

export interface PostgresImageOptions {
  /** The programs of {@link installedPostgres}. */
  programs: string;
  /** The variables of the container. */
  environment: Record<string, string>;
  /** An existing folder for the data. One that is empty is set up. */
  volume: string;
  /** Folder mounted at `/docker-entrypoint-initdb.d`, whose files run when a volume is initialized. */
  initFiles?: string | undefined;
}

export interface PostgresImage {
  /** Port on the loopback address, where everybody needs a password. */
  port: number;
  /** Runs a file as the superuser, over the socket, where nobody needs a password. */
  runFile(file: string): void;
  /** Ends the server, and leaves the volume. */
  stop(): Promise<void>;
}

/**
 * Starts an installed PostgreSQL as the entry point of its image does (`docker-entrypoint.sh` of
 * docker-library/postgres): an empty volume gets a superuser with a password and a database, and the files are run by
 * psql, in their order, over the socket of a server that nobody else reaches.
 */
export async function startPostgresImage(options: PostgresImageOptions): Promise<PostgresImage> {
  const { programs, environment, volume, initFiles } = options;
  const user = userOfServer();
  const port = await freePort();
  const data = join(volume, 'data');
  const run = (program: string, args: string[], more: object) =>
    void execFileSync(join(programs, program), args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...more,
    });
  const asServer = (program: string, args: string[]) => run(program, args, { ...user });
  const psql = (...args: string[]) =>
    run(
      'psql',
      [
        '-v',
        'ON_ERROR_STOP=1',
        '--username',
        environment.POSTGRES_USER!,
        '--no-password',
        '--no-psqlrc',
        '--host',
        volume,
        '--port',
        String(port),
        ...args,
      ],
      { env: { PATH: process.env.PATH, ...environment } },
    );
  const runFile = (file: string) => psql('--dbname', environment.POSTGRES_DB!, '-f', file);
  const settings = (address: string) => [
    '-p',
    String(port),
    '-c',
    `listen_addresses=${address}`,
    '-c',
    `unix_socket_directories=${volume}`,
    '-c',
    'fsync=off',
  ];

  function setUp(): void {
    if (user) chownSync(volume, user.uid, user.gid);
    const passwordFile = join(volume, 'password');
    writeFileSync(passwordFile, `${environment.POSTGRES_PASSWORD}\n`);
    const names = ['--username', environment.POSTGRES_USER!, '--pwfile', passwordFile];
    asServer('initdb', ['-D', data, ...names, '-E', 'UTF8', '--no-locale']);
    rmSync(passwordFile);
    // The image adds the second line to those of initdb, which trust the container itself as well.
    writeFileSync(
      join(data, 'pg_hba.conf'),
      'local all all trust\nhost all all all scram-sha-256\n',
    );
    const log = join(volume, 'set-up.log');
    asServer('pg_ctl', ['-D', data, '-l', log, '-o', settings("''").join(' '), '-w', 'start']);
    try {
      psql('--dbname', 'postgres', '-c', `CREATE DATABASE "${environment.POSTGRES_DB}"`);
      const files = initFiles ? readdirSync(initFiles).sort() : [];
      // Scripts are run, too; whatever else there is, is not.
      for (const file of files.filter((name) => name.endsWith('.sql')))
        runFile(join(initFiles!, file));
    } finally {
      asServer('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop']);
    }
  }

  if (!existsSync(join(data, 'PG_VERSION'))) setUp();
  const args = ['-D', data, ...settings('127.0.0.1')];
  const program = join(programs, 'postgres');
  const { stop } = await startProgram(program, args, port, { user, stopSignal: 'SIGINT' });
  // It accepts connections before it answers them.
  const isReady = () => spawnSync(join(programs, 'pg_isready'), ['-h', volume, '-p', String(port)]);
  await waitFor(() => isReady().status === 0, { what: program, every: 100 });
  return { port, runFile, stop };
}
