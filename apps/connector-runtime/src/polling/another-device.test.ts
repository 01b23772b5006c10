import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requireSameDevice } from '@trellis/connector-sdk';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { lamp, polledClient } from '../testing/polled-client.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

test('a poll at which another device answers fails, and stores nothing of it', async () => {
  const answering = { id: 'urn:ours', on: true };
  const client = await polledClient(testing, {
    async find({ memory }) {
      await requireSameDevice(memory, 'bridge', answering.id);
      return { devices: [lamp(answering.on)] };
    },
  });
  await client.again();
  client.upserts.length = 0;
  Object.assign(answering, { id: 'urn:stranger', on: false });
  await client.again();
  expect(await client.row()).toMatchObject({
    status: 'ERROR',
    errorCode: 'another_device',
    errorDetail: expect.stringContaining('Another bridge'),
  });
  expect(client.upserts).toMatchObject([
    { things: [], vanished: [], status: { error: 'another_device' } },
  ]);
  answering.id = 'urn:ours';
  await client.again();
  expect(await client.outcome()).toEqual({ status: 'STARTED', warnings: [] });
});
