import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { answerOne } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { bareThing } from '../testing/things.js';
import { listThingClients, removeAllThings } from './clients.js';
import { upsertThings } from './upsert.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({ ...database, publishThingsHint: () => undefined });

/** A client that has so many things. */
async function clientWith(count: number) {
  const [id, developer] = [randomUUID(), randomUUID()];
  const things = Array.from({ length: count }, () => bareThing());
  const findings = { client: id, developer, subject: 'alice', things, vanished: [] };
  await answerOne(upsertThings, needs(), findings);
  return { id, developer };
}

test('the clients that have things are listed page by page with their developers, each once', async () => {
  const having = [await clientWith(2), await clientWith(1), await clientWith(1)];
  await clientWith(0);
  const removed = await clientWith(1);
  await removeAllThings(needs(), { developer: removed.developer, clients: [removed.id] }, patient);
  const listed: object[] = [];
  let after: string | undefined;
  do {
    const input = { limit: 2, ...(after !== undefined && { after }) };
    const page = await listThingClients(database, input, patient);
    listed.push(...page.clients);
    after = page.next;
  } while (after !== undefined);
  const byId = [...having].sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(listed).toEqual(byId);
});
