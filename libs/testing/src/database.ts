import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Creates an empty database on the test server and returns its URL. */
export const createDatabase = (): Promise<string> => createDatabaseOn(serverUrl());

/**
 * Creates a database with all tables of a schema on the test server and returns its URL. It is a copy of one that
 * `migrate` fills once for all files of a test run: that takes several times as long.
 */
export async function createMigratedDatabase(
  schema: string,
  migrate: (url: string) => Promise<void>,
): Promise<string> {
  const server = serverUrl();
  const template = `template_${schema}`;
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
    const find = 'SELECT FROM pg_database WHERE datname = $1';
    const { rowCount } = await client.query(find, [template]);
    if (rowCount === 0) {
      const url = await createDatabaseOn(server);
      await migrate(url);
      await client.query(`ALTER DATABASE ${nameIn(url)} RENAME TO ${template}`);
    }
  } finally {
    await client.end();
  }
  return createDatabaseOn(server, template);
}

/** Creates a database on a server, whose URL is given, and returns its URL. */
export async function createDatabaseOn(server: string, template = 'template1'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

const nameIn = (url: string): string => new URL(url).pathname.slice(1);

function serverUrl(): string {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error('The test servers have not been started.');
  return server;
}
