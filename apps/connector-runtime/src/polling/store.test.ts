import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createOutbox } from '../delivery/outbox.js';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { uncounted } from '../testing/activity.js';
import { silentLog } from '../testing/log.js';
import { recordingQueue } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { recordingUnits } from '../testing/units.js';
import { createPollStore } from './store.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** Stores what polls found that began at an instant (s). */
async function stored() {
  const { sealing, database, pool } = sessionNeeds(testing, []);
  const outbox = createOutbox({ sealing, deliveries: recordingQueue(), log: silentLog });
  const store = createPollStore({
    pool,
    units: recordingUnits().units,
    outbox,
    activity: uncounted,
  });
  const client = await insertClient({ database, sealing }, 'test');
  const thing = randomUUID();
  const of = (second: number) => {
    const polled = new Date(1_800_000_000_000 + second * 1_000);
    const nothing = { changed: [], rehandled: [], vanished: [], unobserved: [], events: [] };
    return { client: { ...client, polled }, ...nothing };
  };
  const entity = (fingerprint: string, available = true) => ({
    entity: 'lamp',
    thing,
    fingerprint,
    available,
    handle: null,
    problem: null,
    hasValues: true,
    thingExists: true,
    names: null,
  });
  return {
    finds: (fingerprint: string, second: number) =>
      store.storeMappings({ ...of(second), rehandled: [entity(fingerprint)] }),
    misses: (second: number) =>
      store.storeMappings({ ...of(second), vanished: [entity('', false)] }),
    mapping: () => database.mapping.findFirstOrThrow({ where: { thing } }),
  };
}

test('a mapping is as the latest poll found it, whichever is stored last', async () => {
  const { finds, misses, mapping } = await stored();
  await finds('later', 2);
  await finds('earlier', 1);
  await misses(1);
  expect(await mapping()).toMatchObject({ fingerprint: 'later', available: true });
  await misses(3);
  await finds('later', 2);
  expect(await mapping()).toMatchObject({ fingerprint: 'later', available: false });
});

test('the outcome of a client that was removed is told to no app', async () => {
  const { sealing, database, pool } = sessionNeeds(testing, []);
  const published: unknown[] = [];
  const outbox = {
    ...createOutbox({ sealing, deliveries: recordingQueue(), log: silentLog }),
    add: async (_tx: unknown, events: readonly unknown[]) => {
      published.push(...events);
      return [];
    },
  };
  const store = createPollStore({
    pool,
    units: recordingUnits().units,
    outbox,
    activity: uncounted,
  });
  const insert = () => insertClient({ database, sealing }, 'test');
  const [there, removed] = [await insert(), await insert()];
  await database.client.delete({ where: { id: removed.id } });
  const outcomeOf = (client: typeof there) => {
    const { id, developer, subject } = client;
    const data = { client_id: id, subject, status: 'STARTED' as const };
    const event = { developer, type: 'client_status_changed' as const, data };
    return { client, now: { ...client, status: 'STARTED' }, events: [event] };
  };
  const stored = [there, removed].map((client) => store.storeOutcome(outcomeOf(client)));
  expect(await Promise.all(stored)).toEqual([true, false]);
  expect(published).toEqual(outcomeOf(there).events);
});

test('a mapping that was stored by a clock that was set back is overwritten', async () => {
  const { finds, mapping } = await stored();
  await finds('by a wrong clock', 3_600);
  await finds('by the right clock', 0);
  expect(await mapping()).toMatchObject({ fingerprint: 'by the right clock' });
});
