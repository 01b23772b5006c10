import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadStatements, statementsReadingWhole } from '@trellis/testing';
import { testDatabase, type TestDatabase } from './testing/database.js';

/**
 * How many clients there are, each with a developer, an instance, a mapping, a listener, a hook, missing devices, a
 * worker, an agent, an authorization, an interaction in a batch, an app, a callback, a delivery, a redelivery, an operation, and a
 * subscription with an attempt of its own.
 */
const rowCount = 20_000;

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const fillTables = () =>
  testing.pool.query(`
    INSERT INTO instances (key, id, developer, connector_type, configuration)
      SELECT n, gen_random_uuid(), 'developer ' || n, 'test', '' FROM generate_series(1, ${rowCount}) n;
    INSERT INTO clients (key, id, developer, subject, connector_type, instance_key, configuration, attributes)
      SELECT n, gen_random_uuid(), 'developer ' || n, 'subject ' || n, 'test', n, '', jsonb_build_object('no', n::text)
      FROM generate_series(1, ${rowCount}) n;
    INSERT INTO relays (id, address, until) VALUES (gen_random_uuid(), '', now());
    INSERT INTO agents (id, developer, subject, name)
      SELECT gen_random_uuid(), 'developer ' || n, 'subject ' || n, '' FROM generate_series(1, ${rowCount}) n;
    INSERT INTO connector_types (key, id, developer, type_id, number)
      SELECT n, gen_random_uuid(), 'developer ' || n, 'x-' || n, n FROM generate_series(1, ${rowCount}) n;
    INSERT INTO connector_type_versions (developer, type_id, version, texts, configuration)
      SELECT 'developer ' || n, 'x-' || n, 1, '{}', '' FROM generate_series(1, ${rowCount}) n;
    INSERT INTO mappings (client_key, entity, thing, fingerprint, available)
      SELECT n, 'lamp', gen_random_uuid(), '', true FROM generate_series(1, ${rowCount}) n;
    INSERT INTO authorizations (state, client_key, verifier, expires)
      SELECT md5(n::text), n, '', now() FROM generate_series(1, ${rowCount}) n;
    INSERT INTO interaction_batches (key, id, developer, operation, name, expires, ended)
      SELECT n, gen_random_uuid(), 'developer ' || n, 'invokeaction', 'open', now(),
        CASE WHEN n % 100 > 0 THEN now() END
      FROM generate_series(1, ${rowCount}) n;
    INSERT INTO interactions
        (id, developer, thing, operation, name, idempotent, status, ended, batch_key, group_id)
      SELECT gen_random_uuid(), 'developer ' || n, gen_random_uuid(), 'invokeaction', 'open', false,
        CASE WHEN n % 100 > 0 THEN 'completed' ELSE 'waiting' END,
        CASE WHEN n % 100 > 0 THEN now() END, n, gen_random_uuid()
      FROM generate_series(1, ${rowCount}) n;
    INSERT INTO callbacks (key, developer, app, url, secret, modified)
      SELECT n, 'developer ' || n, 'app', '', '', now() FROM generate_series(1, ${rowCount}) n;
    INSERT INTO deliveries (id, callback_key, type, payload)
      SELECT gen_random_uuid(), n, '', '' FROM generate_series(1, ${rowCount}) n;
    INSERT INTO redeliveries (id, callback_key, filter, until, ended)
      SELECT gen_random_uuid(), n, '{}', 0, CASE WHEN n % 100 > 0 THEN now() END
      FROM generate_series(1, ${rowCount}) n;
    INSERT INTO subscriptions (key, id, developer, match, url)
      SELECT n, gen_random_uuid(), 'developer ' || n, '{}', CASE WHEN n % 100 = 0 THEN '' END
      FROM generate_series(1, ${rowCount}) n;
    INSERT INTO subscription_attempts (subscription_key, slot, number, attempt)
      SELECT n, 0, 0, '{}' FROM generate_series(1, ${rowCount}) n;
    INSERT INTO alert_rules
        (key, id, developer, name, kind, condition, group_seconds, list_first, recovery)
      SELECT n, gen_random_uuid(), 'developer ' || n, 'rule', CASE WHEN n % 100 = 0 THEN 'client_error' ELSE 'quota_used' END,
        '{"minutes":5,"percent":10}', 60, 10, true
      FROM generate_series(1, ${rowCount}) n;
    INSERT INTO alert_firings (rule_key, kind, target, title, detail, since, notified)
      SELECT n, 'client', 'target ' || n, '', '', now(), now() FROM generate_series(1, ${rowCount}) n;
    INSERT INTO alert_messages (id, rule_key, channel, content, status)
      SELECT gen_random_uuid(), n, 'email', '{}', CASE WHEN n % 100 = 0 THEN 'pending' ELSE 'delivered' END
      FROM generate_series(1, ${rowCount}) n;
    INSERT INTO listeners (client_key, worker, until)
      SELECT n, gen_random_uuid(), now() + interval '1 hour' FROM generate_series(1, ${rowCount}) n;
    INSERT INTO hooks (digest, client_key, base)
      SELECT md5(n::text), n, '' FROM generate_series(1, ${rowCount}) n;
    INSERT INTO missing_devices (client_key, since, found, missing)
      SELECT n, now(), 0, 6 FROM generate_series(1, ${rowCount}) n;
    INSERT INTO connect_sessions (id, developer, subject, app, expires)
      SELECT gen_random_uuid(), 'developer ' || n, 'subject ' || n, 'app', now() FROM generate_series(1, ${rowCount}) n;
    INSERT INTO removals (client_key) SELECT n FROM generate_series(1, ${rowCount}) n;
    INSERT INTO removed_clients (id, given_up)
      SELECT gen_random_uuid(), '[]' FROM generate_series(1, ${rowCount}) n;
    INSERT INTO apps (id, developer, name, secret_hash, scopes, allowed_origins)
      SELECT 'app ' || n, 'developer ' || n, '', '', '{}', ARRAY['https://' || n || '.example']
      FROM generate_series(1, ${rowCount}) n;
    INSERT INTO client_operations (day, id, developer, client, connector_type, kind, outcome, count,
        first, last, runs)
      SELECT '2026-01-01', gen_random_uuid(), 'developer ' || n, gen_random_uuid(), 'test', 'poll', 'failed', 1,
        now(), now(), '[]'
      FROM generate_series(1, ${rowCount}) n;
    INSERT INTO operation_usage (day, developer, bytes)
      SELECT '2026-01-01', 'developer ' || n, 0 FROM generate_series(1, ${rowCount}) n;
    INSERT INTO workers (id, seen)
      SELECT gen_random_uuid(), now() - interval '1 hour' FROM generate_series(1, ${rowCount}) n;
    ANALYZE instances, connector_types, connector_type_versions, clients, mappings, authorizations, interaction_batches, interactions, callbacks,
      deliveries, redeliveries, subscriptions, subscription_attempts, listeners, hooks, missing_devices,
      removals, removed_clients, apps, workers, client_operations, operation_usage,
      alert_rules, alert_firings, alert_messages`);

const source = fileURLToPath(new URL('.', import.meta.url));

test('every statement has a name of its own', async () => {
  const names = (await loadStatements(source)).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(new Set(names).size).toBe(names.length);
});

test('a plan that is kept from when the tables were empty reads none of them as a whole', async () => {
  expect(await statementsReadingWhole(testing.pool, source)).toEqual([]);
});

test('nor does a plan that is made when they are large', async () => {
  await fillTables();
  expect(await statementsReadingWhole(testing.pool, source)).toEqual([]);
}, 60_000);
