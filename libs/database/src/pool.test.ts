import { expect, test } from '@jest/globals';
import { createDatabase } from '@trellis/testing';
import { openPool, openStatementPool, type DatabaseAddress } from './pool.js';

const newAddress = async (): Promise<DatabaseAddress> => ({
  url: await createDatabase(),
  schema: 'units',
});

/** The settings of a connection, by name. */
async function settingsOf(pool: ReturnType<typeof openPool>, names: string[]) {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [names],
  );
  await pool.end();
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

test('a connection is in its schema, and PostgreSQL ends statements that take too long', async () => {
  const address = await newAddress();
  const options = { maxConnections: 1, statementTimeoutMs: 1_234 };
  expect(
    await settingsOf(openPool(address, options), ['search_path', 'statement_timeout']),
  ).toEqual({ search_path: 'units', statement_timeout: '1234' });
  const impatient = openPool(address, { maxConnections: 1, statementTimeoutMs: 50 });
  await expect(impatient.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  await impatient.end();
});

test('the statements of a pool for them are planned once, and never read tables as a whole', async () => {
  const pool = openStatementPool(await newAddress(), { maxConnections: 1, statementTimeoutMs: 0 });
  const planning = {
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    jit: 'off',
  };
  expect(await settingsOf(pool, Object.keys(planning))).toEqual(planning);
});
