import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createOutbox } from '../delivery/outbox.js';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { uncounted } from '../testing/activity.js';
import { silentLog } from '../testing/log.js';
import { recordingQueue } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { recordingUnits } from '../testing/units.js';
import { createClientReader } from './read.js';
import { recordDeadLetter } from './record.js';
import { createPollStore } from './store.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

test('a client whose polls were set aside is ERROR, and the operator is told', async () => {
  const { sealing, database, pool } = sessionNeeds(testing, []);
  const outbox = createOutbox({ sealing, deliveries: recordingQueue(), log: silentLog });
  const logged: unknown[] = [];
  const needs = {
    readClient: createClientReader({ pool, log: silentLog }),
    store: createPollStore({ pool, units: recordingUnits().units, outbox, activity: uncounted }),
    log: { ...silentLog, error: (line: unknown) => void logged.push(line) },
  };
  const { id } = await insertClient({ database, sealing }, 'test');
  const { row } = (await needs.readClient(id))!;
  await recordDeadLetter(needs, row);
  expect(await database.client.findUnique({ where: { id } })).toMatchObject({
    status: 'ERROR',
    errorCode: 'set_aside',
  });
  expect(logged).toEqual([{ client: id, developer: expect.any(String), type: 'test' }]);

  await database.client.delete({ where: { id } });
  await expect(recordDeadLetter(needs, row)).resolves.toBeUndefined();
});
