import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Problem, unitsContract, type AuditEntry } from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';
import { registerApp } from '../apps/register.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { forwardAuditEntries } from './operator-actions.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** Entries that units-service has received; none while it is away. */
let stored: AuditEntry[];
let isAway: boolean;
beforeEach(() => {
  stored = [];
  isAway = false;
});
const units = (async (name: 'audit.record', input: unknown) => {
  if (isAway) throw new Problem('timeout', 'It does not answer.');
  stored.push(...unitsContract.calls[name].input.parse(input).entries);
  return {};
}) as RpcClient<typeof unitsContract>;

const forward = () => forwardAuditEntries({ ...testing, units });
const app = { developer: 'acme', name: 'Acme Home', scopes: ['svc.connector'] };
const entry = {
  id: expect.any(String),
  developer: 'acme',
  actor: { type: 'operator', id: 'root' },
  operation: 'register_app',
};

test('the registration of an app is in the log of its developer, without its secret', async () => {
  const { client_id, client_secret } = await registerApp(testing.database, app, {
    operator: 'root',
  });
  await forward();
  expect(stored).toEqual([{ ...entry, resource: { type: 'app', ids: [client_id] } }]);
  expect(JSON.stringify(stored)).not.toContain(client_secret);
  await forward();
  expect(stored).toHaveLength(1);
});

test('only a registration that changes something is recorded, for both accounts of an app that moves', async () => {
  const options = { operator: 'root', credentials: { client_id: 'demo', client_secret: 'secret' } };
  await registerApp(testing.database, app, options);
  await registerApp(testing.database, app, options);
  await forward();
  expect(stored).toHaveLength(1);
  await registerApp(testing.database, { ...app, developer: 'other' }, options);
  await forward();
  expect(
    stored
      .slice(1)
      .map(({ developer }) => developer)
      .sort(),
  ).toEqual(['acme', 'other']);
});

test('entries wait while units-service is away', async () => {
  isAway = true;
  await registerApp(testing.database, app, { operator: 'root' });
  await forward();
  expect(stored).toEqual([]);
  isAway = false;
  await forward();
  expect(stored).toMatchObject([entry]);
});
