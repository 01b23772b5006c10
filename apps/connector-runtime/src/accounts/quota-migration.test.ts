import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { createDatabase } from '@trellis/testing';
import pg from 'pg';

const migrations = new URL('../../prisma/migrations/', import.meta.url);
const own = '20261122081500_quotas';

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`${name}/migration.sql`, migrations)), 'utf8');

test('the counters begin with what was there before', async () => {
  const client = new pg.Client(await createDatabase());
  await client.connect();
  await client.query('CREATE SCHEMA connectors; SET search_path = connectors');
  const names = readdirSync(fileURLToPath(migrations)).filter((name) => /^\d/.test(name));
  for (const name of names.toSorted()) if (name < own) await client.query(read(name));
  await client.query(`
    INSERT INTO instances (key, id, developer, connector_type, configuration)
      SELECT n, gen_random_uuid(), 'developer', n, '' FROM generate_series(1, 2) n;
    INSERT INTO clients (id, developer, subject, connector_type, instance_key, configuration)
      SELECT gen_random_uuid(), 'developer', n, '1', 1, '' FROM generate_series(1, 3) n;
    INSERT INTO callbacks (developer, app, url, secret, modified)
      SELECT 'developer', n, '', '', now() FROM generate_series(1, 4) n;
    INSERT INTO interactions (id, developer, thing, operation, name, idempotent, status)
      SELECT gen_random_uuid(), 'developer', gen_random_uuid(), 'invokeaction', 'go', false, status
      FROM unnest('{pending,running,completed,failed}'::text[]) AS status`);
  await client.query(read(own));
  const counts = async () => {
    const { rows } = await client.query<{ developer: string; quota: string; used: string }>(
      'SELECT * FROM connectors.usage ORDER BY developer, quota',
    );
    return rows.map(({ developer, quota, used }) => `${developer}: ${used} ${quota}`);
  };
  expect(await counts()).toEqual([
    'developer: 4 callbacks',
    'developer: 3 connector_clients',
    'developer: 2 connector_instances',
    'developer: 2 pending_interactions',
  ]);
  // Whatever path a connection searches.
  await client.query(`
    SET search_path = public;
    DELETE FROM connectors.clients;
    UPDATE connectors.interactions SET status = 'failed' WHERE status IN ('running', 'completed');
    DELETE FROM connectors.interactions`);
  expect(await counts()).toEqual([
    'developer: 4 callbacks',
    'developer: 0 connector_clients',
    'developer: 2 connector_instances',
    'developer: 0 pending_interactions',
  ]);
  await client.end();
});
