import { expect, test } from '@jest/globals';
import { openBefore } from '../testing/migrations.js';

test('the counters begin with what was there before', async () => {
  const { client, apply } = await openBefore('20261122081500_quotas');
  await client.query(`
    INSERT INTO units (id, developer, name, type)
      SELECT gen_random_uuid(), 'developer ' || n % 2, 'a', 'b' FROM generate_series(1, 5) n;
    INSERT INTO things (id, developer, title, properties, actions, "values", available, modified)
      SELECT gen_random_uuid(), 'developer 0', 'a', '{}', '{}', '{}', true, now()
      FROM generate_series(1, 4)`);
  await apply();
  const counts = async () => {
    const { rows } = await client.query<{ developer: string; quota: string; used: string }>(
      'SELECT * FROM units.usage ORDER BY developer, quota',
    );
    return rows.map(({ developer, quota, used }) => `${developer}: ${used} ${quota}`);
  };
  expect(await counts()).toEqual([
    'developer 0: 4 things',
    'developer 0: 2 units',
    'developer 1: 3 units',
  ]);
  // Whatever path a connection searches.
  await client.query(`SET search_path = public; DELETE FROM units.units`);
  expect(await counts()).toEqual([
    'developer 0: 4 things',
    'developer 0: 0 units',
    'developer 1: 0 units',
  ]);
  await client.end();
});
