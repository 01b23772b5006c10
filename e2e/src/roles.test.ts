import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  installedPostgres,
  newAccount,
  serviceNames,
  startInstalledPostgres,
  waitFor,
  type InstalledPostgres,
  type ServiceName,
} from '@trellis/testing';
import pg from 'pg';
import {
  asRole,
  roleOf,
  roles,
  runProgram,
  schemas,
  startSystem,
  type Queues,
  type System,
} from '@trellis/lab/system';
import { simulate } from './simulation.js';

const logs = mkdtempSync(join(tmpdir(), 'trellis-roles-'));
afterAll(() => rmSync(logs, { recursive: true, force: true }));

/** Runs statements on a connection of its own. */
async function connected<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  return run(client).finally(() => client.end());
}

const queryAt = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> =>
  connected(url, async (client) => (await client.query<Row>(text)).rows);

/** Tables, functions and types of the product that do not belong to the role of their schema. */
const strangersSql = `
  WITH owned AS (
    SELECT relnamespace AS schema, relname AS name, relowner AS owner, oid FROM pg_class
    UNION ALL SELECT pronamespace, proname, proowner, oid FROM pg_proc
    UNION ALL SELECT typnamespace, typname, typowner, oid FROM pg_type
    UNION ALL SELECT oid, nspname, nspowner, oid FROM pg_namespace
  )
  SELECT nspname || '.' || name AS name, owner::regrole::text FROM owned
  JOIN pg_namespace ON pg_namespace.oid = schema
  WHERE nspname IN ('units', 'connectors', 'accounts', 'trellis_queues')
    AND owner::regrole::text <> 'trellis_' || replace(nspname, 'trellis_', '')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = owned.oid AND deptype = 'e')
    AND NOT EXISTS (
      -- The array of a type of an extension.
      SELECT FROM pg_type type JOIN pg_depend ON objid = typelem AND deptype = 'e'
      WHERE type.oid = owned.oid)`;

describe.each<Queues>(['Redis', 'PostgreSQL'])(
  'with a role for each service, queues in %s',
  (queues) => {
    let system: System;
    beforeAll(async () => {
      system = await startSystem(queues, join(logs, queues));
    });
    afterAll(() => system?.stop());

    test('units, things and clients are created, read, changed and removed', async () => {
      const account = newAccount(system);
      const { request } = account;
      const { path, subject, things } = await simulate(account);
      const [, lamp] = (await things()) as [string, string];
      const put = await request('PUT', `${lamp}/properties/on`, { subject, body: true });
      expect(put.status).toBe(204);
      const body = { name: 'Garden', type: 'place', properties: [{ name: 'area', value: 3 }] };
      expect((await request('POST', '/units', { subject, body })).status).toBe(201);
      const found = await request('GET', '/units?search=gardn', { subject });
      expect(found.body).toHaveLength(1);
      expect((await request('DELETE', path, { subject })).status).toBe(204);
    });

    test('units-service makes the partitions of the next days', async () => {
      const partitions = () =>
        system.postgres.query(
          `SELECT FROM pg_inherits WHERE inhparent = 'units.thing_history'::regclass`,
        );
      // One is the default.
      await waitFor(async () => (await partitions()).length > 2, { what: 'partitions' });
      expect(await system.postgres.query(strangersSql)).toEqual([]);
    });

    const others = roles.flatMap((role) =>
      roles.filter((other) => other !== role).map((other) => [role, schemas[other]] as const),
    );
    test.each(others)('%s is refused in the schema %s', async (role, schema) => {
      const tables = await system.postgres.query<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = '${schema}'`,
      );
      await connected(system.postgres.url(role), async (client) => {
        for (const statement of [
          ...tables.map(({ name }) => `SELECT FROM ${name}`),
          `CREATE TABLE ${schema}.planted ()`,
          `DROP SCHEMA ${schema}`,
          `SET ROLE ${roles.find((one) => schemas[one] === schema)}`,
        ])
          await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
      });
    });

    test.each(['trellis_units', 'trellis_connectors', 'trellis_accounts'] as const)(
      '%s creates no schemas',
      async (role) => {
        const created = queryAt(system.postgres.url(role), 'CREATE SCHEMA planted');
        await expect(created).rejects.toMatchObject({ code: '42501' });
      },
    );
  },
);

const programs = installedPostgres();
(programs ? describe : describe.skip)('the files with the roles', () => {
  // Roles belong to a server, not to a database.
  let server: InstalledPostgres;
  beforeEach(async () => {
    server = await startInstalledPostgres(programs!);
  });
  afterEach(() => server.stop());

  const runFile = (url: string, file: string, environment: Record<string, string> = {}) => {
    const path = fileURLToPath(new URL(`../../k8s/database/${file}`, import.meta.url));
    // As the image of PostgreSQL does.
    const args = ['-v', 'ON_ERROR_STOP=1', '--no-psqlrc', '--dbname', url, '--file', path];
    const env = { PATH: process.env.PATH, ...environment };
    execFileSync(join(programs!, 'psql'), args, { env, stdio: 'pipe' });
  };

  const migrate = async (urlOf: (name: ServiceName) => string) => {
    for (const name of serviceNames.filter((service) => service !== 'api-gateway')) {
      const logFile = join(logs, 'migrate.log');
      const environment = { DATABASE_URL: urlOf(name) };
      await runProgram({ name, logFile, program: 'migrate', environment });
    }
  };

  test('give the roles their passwords, and leave out those that the secrets do not have', async () => {
    const url = await server.createDatabase();
    const withPassword = async () => {
      const rows = await queryAt<{ rolname: string }>(
        url,
        `SELECT rolname FROM pg_authid WHERE rolpassword IS NOT NULL ORDER BY rolname`,
      );
      return rows.map(({ rolname }) => rolname);
    };
    runFile(url, '1-roles.sql');
    runFile(url, '2-passwords.sql');
    expect(await withPassword()).toEqual([]);
    runFile(url, '2-passwords.sql', { UNITS_PASSWORD: `it's`, CONNECTORS_PASSWORD: 'two' });
    expect(await withPassword()).toEqual(['trellis_connectors', 'trellis_units']);
    runFile(url, '2-passwords.sql', { ACCOUNTS_PASSWORD: 'three' });
    expect(await withPassword()).toEqual([
      'trellis_accounts',
      'trellis_connectors',
      'trellis_units',
    ]);
  });

  test('have an installation with one role hand over what it has, again and again', async () => {
    const url = await server.createDatabase();
    await migrate(() => url);
    expect((await queryAt(url, strangersSql)).length).toBeGreaterThan(100);
    for (let run = 0; run < 2; run += 1) runFile(url, '1-roles.sql');
    expect(await queryAt(url, strangersSql)).toEqual([]);
    await migrate((name) => asRole(url, roleOf[name], 'any'));
  });

  test('can be run by an administrator who is no superuser', async () => {
    const url = await server.createDatabase();
    const database = new URL(url).pathname.slice(1);
    await queryAt(url, 'CREATE ROLE administrator LOGIN CREATEROLE');
    await queryAt(url, `ALTER DATABASE ${database} OWNER TO administrator`);
    const asAdmin = Object.assign(new URL(url), { username: 'administrator' }).href;
    runFile(asAdmin, '1-roles.sql');
    await migrate((name) => asRole(url, roleOf[name], 'any'));
    expect(await queryAt(url, strangersSql)).toEqual([]);
  });
});
