import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unitsContract, type UnitsContract } from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { sessionNeeds } from '../testing/session.js';
import { findOrphans, removeOrphans, type Orphan } from './orphans.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** A units-service that has things of some clients. */
function unitsWith(clients: Orphan[]) {
  const removed: { developer: string; clients: string[] }[] = [];
  const sorted = [...clients].sort((one, other) => (one.id < other.id ? -1 : 1));
  const units = (async (name: string, input: unknown) => {
    if (name === 'things.remove_all') {
      removed.push(unitsContract.calls[name].input.parse(input));
      return {};
    }
    const { after = '', limit } = unitsContract.calls['things.clients'].input.parse(input);
    const page = sorted.filter(({ id }) => id > after).slice(0, limit);
    return { clients: page, ...(page.length === limit && { next: page.at(-1)!.id }) };
  }) as RpcClient<UnitsContract>;
  return { units, removed };
}

test('clients that have things and are not in the database are found on every page, and their things removed', async () => {
  const session = sessionNeeds(testing, [testConnector({ poll: async () => ({ devices: [] }) })]);
  const known: Orphan[] = [];
  for (let n = 0; n < 3; n += 1) known.push(await insertClient(session, 'test'));
  const gone = ['acme', 'acme', 'other'].map((developer) => ({ id: randomUUID(), developer }));
  const { units, removed } = unitsWith([...known, ...gone]);
  const needs = { ...testing, units };
  const found = await findOrphans(needs, { pageSize: 2 });
  expect(found.known).toBe(3);
  expect(new Set(found.orphans)).toEqual(new Set(gone));
  expect(removed).toEqual([]);

  await removeOrphans(needs, found.orphans, { operator: 'root' });
  const idsOf = (developer: string) =>
    found.orphans.filter((orphan) => orphan.developer === developer).map(({ id }) => id);
  const accounts = [...new Set(found.orphans.map(({ developer }) => developer))];
  expect(removed).toEqual(accounts.map((developer) => ({ developer, clients: idsOf(developer) })));
  const pending = await testing.database.pendingAuditEntry.findMany({ orderBy: { id: 'asc' } });
  expect(pending.map(({ entry }) => JSON.parse(entry) as unknown)).toMatchObject(
    accounts.map((developer) => ({
      developer,
      actor: { type: 'operator', id: 'root' },
      operation: 'remove_orphans',
      resource: { type: 'connector_client', ids: idsOf(developer) },
    })),
  );
});
