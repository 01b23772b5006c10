import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Creates an empty database on the test server and returns its URL. */
export async function createDatabase(): Promise<string> {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error('The test servers have not been started.');
  return createDatabaseOn(server);
}

/** Creates an empty database on a server, whose URL is given, and returns its URL. */
export async function createDatabaseOn(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}
