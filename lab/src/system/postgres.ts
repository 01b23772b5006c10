import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalPostgres, type LocalPostgres } from '@trellis/local-postgres';
import { freePort, waitFor } from '@trellis/testing';
import pg from 'pg';
import { movableClock } from './faketime.js';
import { asRole, createRolesSql, type Role } from './roles.js';

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

interface Standby {
  /** Promotes it after the server has crashed. */
  takeOver(): Promise<void>;
}

const password = 'test';
const retryMs = 250;

/** Starts a PostgreSQL that can crash, fail over to a standby and, where libfaketime is installed, have a wrong clock. */
export async function startPostgres(directory: string) {
  let generation = 0;
  let home = join(directory, 'server-0');
  let port = await freePort();
  let server: LocalPostgres | undefined;
  let isWanted = true;
  const clock = movableClock(join(directory, 'postgres-clock'));

  const start = async (): Promise<void> => {
    isWanted = true;
    const from = home;
    // It is refused until the last process of the previous server has ended.
    server = await waitFor(() => launch(from, port).catch(() => undefined), { every: retryMs });
  };
  const launch = (from: string, at: number) =>
    startLocalPostgres({
      directory: from,
      port: at,
      password,
      durable: false,
      environment: clock?.environment ?? {},
      settings: { wal_keep_size: '128MB', max_wal_size: '256MB' },
      onExit: () => void (isWanted && from === home && start()),
    });
  const postmaster = (of: string) =>
    Number(readFileSync(join(of, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const urlOf = (at: number) => `postgresql://trellis:${password}@127.0.0.1:${at}/postgres`;
  const query = <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    queryAt<Row>(urlOf(port), text, values);

  /** Kills it until `start` is called. */
  async function crash(): Promise<void> {
    isWanted = false;
    process.kill(postmaster(home), 'SIGKILL');
    await server?.stop();
  }

  /** Creates a synchronous standby. */
  async function createStandby(): Promise<Standby> {
    generation += 1;
    const standbyHome = join(directory, `server-${generation}`);
    const standbyPort = await freePort();
    await copyServer({ url: urlOf(port), from: home, to: standbyHome });
    configureStandby(standbyHome, port);
    // It is ready when it accepts writes.
    const takenOver = launch(standbyHome, standbyPort);
    const onPrimary = (text: string) => query(text);
    await waitFor(
      async () =>
        (await onPrimary(`SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`)).length > 0,
      { what: 'the standby' },
    );
    await onPrimary(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
    await onPrimary('SELECT pg_reload_conf()');
    await waitFor(
      async () =>
        (await onPrimary(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`)).length > 0,
      { what: 'the synchronous standby' },
    );
    return {
      async takeOver() {
        const old = home;
        await queryAt(urlOf(standbyPort), 'SELECT pg_promote()');
        server = await takenOver;
        isWanted = true;
        home = standbyHome;
        port = standbyPort;
        rmSync(old, { recursive: true, force: true });
      },
    };
  }

  await start();
  await query(createRolesSql(password));
  return {
    port: () => port,
    /** Returns its URL for a role, or for the superuser. */
    url: (role?: Role) => (role ? asRole(urlOf(port), role, password) : urlOf(port)),
    query,
    /** Refuses writes, as a demoted server does. */
    async setReadOnly(isReadOnly: boolean): Promise<void> {
      const value = isReadOnly ? 'on' : 'off';
      await query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await query('SELECT pg_reload_conf()');
    },
    /** Sets the error of its clock, if that can be done here. */
    setClock: clock?.set,
    crash,
    start,
    createStandby,
    async stop(): Promise<void> {
      isWanted = false;
      await server?.stop();
    },
  };
}

async function queryAt<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const options = '-c default_transaction_read_only=off';
  const client = new pg.Client({ connectionString, options });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Copies the files of a running server (PostgreSQL manual, "Making a Base Backup Using the Low Level API"). */
async function copyServer({ url, from, to }: { url: string; from: string; to: string }) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    mkdirSync(to);
    // `cp` complains about files that vanish meanwhile, which is harmless.
    spawnSync('cp', ['-a', join(from, 'postgres'), to], { stdio: 'ignore' });
    rmSync(join(to, 'postgres/postmaster.pid'));
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    writeFileSync(join(to, 'postgres/backup_label'), rows[0]!.labelfile);
  } finally {
    await client.end();
  }
}

function configureStandby(home: string, primaryPort: number): void {
  const data = join(home, 'postgres');
  writeFileSync(join(data, 'standby.signal'), '');
  const primary = `host=127.0.0.1 port=${primaryPort} user=trellis password=${password}`;
  const line = `primary_conninfo = '${primary} application_name=standby'\n`;
  writeFileSync(join(data, 'postgresql.auto.conf'), line);
}
