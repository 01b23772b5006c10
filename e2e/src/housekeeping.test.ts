import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase, newAccount, startStack, waitFor, type Stack } from '@trellis/testing';
import pg from 'pg';
import { simulate } from './simulation.js';

let database: pg.Client;
let stack: Stack;
beforeAll(async () => {
  const databaseUrl = await createDatabase();
  database = new pg.Client(databaseUrl);
  await database.connect();
  stack = await startStack({ environment: { DATABASE_URL: databaseUrl, AUDIT_DAYS: '30' } });
});
afterAll(async () => {
  await stack.stop();
  stack.clear();
  await database.end();
});

/** The rows of the test; another developer has the client and what belongs to it. */
const developer = 'developer-of-rows';
const clientKey = `(SELECT min(key) FROM connectors.clients)`;
const callbackKey = `(SELECT key FROM connectors.callbacks WHERE developer = '${developer}')`;

/** The ids of its rows; occurrences name no developer. */
const ids: string[] = [];

/** A UUIDv7 of a time, as an entry of the audit log has it. */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
}

async function insertRows(at: Date): Promise<void> {
  const id = randomUUID();
  ids.push(id);
  await database.query('INSERT INTO units.occurrences (id, created) VALUES ($1, $2)', [id, at]);
  await database.query(
    `INSERT INTO units.requests (developer, scope, fingerprints, seed, attempt, leased_until, created)
    VALUES ($1, $2, '{}', $3, $3, $4, $4)`,
    [developer, id, id, at],
  );
  await database.query(
    `INSERT INTO units.audit_entries
      (id, developer, actor_type, actor, operation, resource_type, resource_ids)
    VALUES ($1, $2, 'operator', 'somebody', 'register_app', 'app', '{}')`,
    [idAt(at), developer],
  );
  await database.query(
    `INSERT INTO connectors.interactions
      (id, developer, thing, app, operation, name, idempotent, status, requested, ended)
    VALUES ($1, $2, $1, 'app', 'invokeaction', 'open', false, 'completed', $3, $3)`,
    [id, developer, at],
  );
  await database.query(
    `INSERT INTO connectors.deliveries (id, callback_key, type, payload, status, created)
    VALUES ($1, ${callbackKey}, 'thing_created', '', 'delivered', $2)`,
    [id, at],
  );
  await database.query(
    `INSERT INTO connectors.authorizations (state, client_key, verifier, expires)
    VALUES ($1, ${clientKey}, '', $2::timestamptz + interval '1 hour')`,
    [id, at],
  );
}

/** How many rows there are. */
async function countRows() {
  const count = async (table: string, condition = `developer = '${developer}'`) => {
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE ${condition}`,
    );
    return rows[0]!.count;
  };
  return {
    occurrences: await count('units.occurrences', `id IN ('${ids.join("', '")}')`),
    requests: await count('units.requests'),
    audit: await count('units.audit_entries'),
    interactions: await count('connectors.interactions'),
    deliveries: await count('connectors.deliveries', `callback_key = ${callbackKey}`),
    authorizations: await count('connectors.authorizations', `client_key = ${clientKey}`),
    pendingAudit: await count('connectors.pending_audit_entries', 'true'),
  };
}

test('a service that starts deletes what is past its time, and nothing else', async () => {
  await simulate(newAccount(stack), { devices: 1 });
  await database.query(
    `INSERT INTO connectors.callbacks (developer, app, url, secret, events, modified)
    VALUES ($1, 'app', 'http://localhost/', '', '{}', now())`,
    [developer],
  );
  await insertRows(new Date());
  await insertRows(new Date(Date.now() - 31 * 24 * 60 * 60_000));
  const entry = {
    id: idAt(new Date()),
    developer,
    actor: { type: 'operator', id: 'somebody' },
    operation: 'register_app',
    resource: { type: 'app', ids: ['an-app'] },
  };
  await database.query('INSERT INTO connectors.pending_audit_entries VALUES ($1, $2)', [
    entry.id,
    JSON.stringify(entry),
  ]);
  const [units, runtime] = [
    await stack.pidOf('units-service'),
    await stack.pidOf('connector-runtime'),
  ];
  process.kill(units, 'SIGKILL');
  process.kill(runtime, 'SIGKILL');
  // The young row of each kind, and in the audit log the entry that was pending.
  const expected = {
    occurrences: 1,
    requests: 1,
    audit: 2,
    interactions: 1,
    deliveries: 1,
    authorizations: 1,
    pendingAudit: 0,
  };
  let found = await countRows();
  await waitFor(
    async () => {
      found = await countRows();
      return JSON.stringify(found) === JSON.stringify(expected);
    },
    { within: 150_000, what: 'the maintenance tasks' },
  ).catch(() => undefined);
  expect(found).toEqual(expected);
}, 240_000);
