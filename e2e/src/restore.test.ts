import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  freePort,
  installedPostgres,
  launchTool,
  newAccount,
  startInstalledPostgres,
  startRedis,
  startStack,
  waitFor,
  type Account,
  type InstalledPostgres,
  type HttpServer,
} from '@trellis/testing';
import pg from 'pg';
import {
  createLetterBox,
  expectDone,
  expectGone,
  expectPolled,
  pauseQueues,
  type PendingWork,
  requestWork,
  resumeQueues,
  startApp,
  workQueues,
} from './pending-work.js';
import { simulate, type SimulatedClient } from './simulation.js';

/** Without the extensions its indexes could not be restored. */
const unitsOnly = ['--schema=units', '--extension=pg_trgm', '--extension=btree_gin'];

const programs = installedPostgres();

(programs && process.env.TEST_REDIS_URL ? describe : describe.skip)('after a restore', () => {
  const developer = 'developer-of-backups';
  const directory = mkdtempSync(join(tmpdir(), 'trellis-restore-'));
  let server: InstalledPostgres;
  let port: number;
  let app: HttpServer;

  /** Runs the product on a database, each time with an empty Redis. */
  async function withStack(
    databaseUrl: string,
    use: (account: Account, redisUrl: string) => Promise<void>,
  ): Promise<void> {
    const redis = (await startRedis())!;
    const environment = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      RECONCILIATION_INTERVAL_MS: '1000',
    };
    const stack = await startStack({ environment, dataDirectory: directory, port });
    try {
      await use(newAccount(stack, { developer }), redis.url);
    } finally {
      await stack.stop();
      await redis.stop();
    }
  }

  const fileOf = (backup: string) => join(directory, backup);

  /** A database with what backups hold. */
  async function restored(...backups: string[]): Promise<string> {
    const database = await server.createDatabase();
    for (const backup of backups) server.restore(database, fileOf(backup));
    return database;
  }

  const clients = {} as Record<'remaining' | 'pending' | 'removed' | 'created', SimulatedClient>;
  let unit: string;
  let work: PendingWork;
  /** The state before the backup. */
  let before: unknown;

  async function read({ request }: Account) {
    const { mappings } = (await clients.remaining.read()).body as { mappings: unknown };
    const bodyOf = async (path: string) => (await request('GET', path)).body as unknown;
    return { mappings, unit: await bodyOf(unit), callback: await bodyOf('/callback') };
  }

  /** An account with a unit, a thing of an app, and clients. Returns addresses of things. */
  async function fill(account: Account): Promise<{ lamp: string; letterBox: string }> {
    clients.remaining = await simulate(account);
    clients.pending = await simulate(account, { subject: 'bob' });
    clients.removed = await simulate(account, { subject: 'carol' });
    const [, lamp] = (await clients.remaining.things()) as [string, string];
    const room = { name: 'Room', type: 'room' };
    const created = await account.request('POST', '/units', { body: room });
    unit = created.headers.get('location')!;
    await account.request('POST', `${unit}/things`, { body: { id: lamp.split('/').at(-1) } });
    const letterBox = await createLetterBox(account, app);
    return { lamp, letterBox };
  }

  beforeAll(async () => {
    server = await startInstalledPostgres(programs!);
    port = await freePort();
    app = await startApp();
    const database = await server.createDatabase();
    const dump = (backup: string, ...options: string[]) =>
      server.dump(database, fileOf(backup), options);
    await withStack(database, async (account, redisUrl) => {
      const things = await fill(account);
      before = await read(account);
      const queues = { redisUrl, databaseUrl: database };
      await pauseQueues(queues, workQueues);
      work = await requestWork(account, { removed: clients.pending, ...things });
      dump('everything');
      await resumeQueues(queues, workQueues);
      await expectGone(clients.pending);

      dump('units, early', ...unitsOnly);
      dump('connectors, early', '--schema=connectors');
      clients.created = await simulate(account, { subject: 'dave' });
      expect((await account.request('DELETE', clients.removed.path)).status).toBe(204);
      dump('units, late', ...unitsOnly);
      dump('connectors, late', '--schema=connectors');
    });
  }, 300_000);
  afterAll(async () => {
    await app.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  test('everything is as it was, is polled, and what was pending is done', async () => {
    const database = await restored('everything');
    // A write that has waited for longer than two minutes is not performed any more.
    const client = new pg.Client(database);
    await client.connect();
    await client.query('UPDATE connectors.interactions SET requested = now()');
    await client.end();
    const messages = app.requests.length;
    await withStack(database, async (account) => {
      expect(await read(account)).toEqual(before);
      await expectDone(account, work);
      expect(app.requests.length).toBe(messages + 1);
      await expectGone(clients.pending);
      await expectPolled(account, clients.remaining);
      await expectPolled(account, clients.removed);
      const created = await simulate(account, { subject: 'erin' });
      expect(await created.things()).toHaveLength(2);
    });
  }, 180_000);

  /** Runs `npm run orphans`. */
  async function orphans(...args: string[]) {
    const { launcher, output } = launchTool('remove-orphans', { DATA_DIR: directory }, args);
    const [code] = (await once(launcher, 'exit')) as [number];
    return { code, output: output() };
  }

  test('of a backup of units and a later one of connectors, no thing is missing, and a command removes the others', async () => {
    await withStack(await restored('units, early', 'connectors, late'), async (account) => {
      const { created, removed, remaining } = clients;
      await waitFor(async () => (await created.things()).length === 2, { what: 'the things' });
      await expectPolled(account, created);
      expect((await removed.read()).status).toBe(404);
      expect(await removed.things()).toHaveLength(2);
      const id = removed.path.split('/').at(-1);
      expect(await orphans()).toEqual({
        code: 1,
        output: expect.stringContaining(`1 are not.\n  ${id} of ${developer}\n`),
      });
      expect(await orphans('--remove')).toMatchObject({ code: 0 });
      expect(await removed.things()).toEqual([]);
      expect(await orphans()).toMatchObject({ code: 0 });
      expect([await remaining.things(), await created.things()]).toMatchObject([
        { length: 2 },
        { length: 2 },
      ]);
    });
  }, 180_000);

  test('of a backup of connectors and a later one of units, what was removed meanwhile is removed again', async () => {
    await withStack(await restored('connectors, early', 'units, late'), async (account) => {
      await expectGone(clients.removed);
      await expectPolled(account, clients.remaining);
      expect((await clients.created.read()).status).toBe(404);
      expect(await orphans('--remove')).toMatchObject({ code: 0 });
      expect(await clients.created.things()).toEqual([]);
    });
  }, 180_000);
});
