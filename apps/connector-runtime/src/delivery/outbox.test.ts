import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@trellis/database';
import type { JobQueue } from '@trellis/messaging';
import { createSealing, generateKey } from '@trellis/sealing';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { recordingQueue } from '../testing/queues.js';
import { createOutbox, type WebhookEvent } from './outbox.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const sealing = createSealing(generateKey());
const outboxOf = (deliveries: JobQueue<{ delivery: string }>) =>
  createOutbox({ sealing, deliveries, log: silentLog });

/** A developer whose app has subscribed to `thing_created`. */
async function subscriber() {
  const { database } = testing;
  const developer = randomUUID();
  const { key } = await database.webhook.create({
    data: {
      developer,
      app: 'app',
      url: 'https://app.example',
      secret: '',
      events: ['thing_created'],
    },
  });
  const data = { thing_id: randomUUID(), client_id: randomUUID(), subject: 'alice' };
  const created = { developer, type: 'thing_created', data } satisfies WebhookEvent;
  const stored = () => database.delivery.findMany({ where: { webhookKey: key } });
  return { developer, created, stored };
}

test('an event is stored for the webhooks of its developer that subscribed to it', async () => {
  const outbox = outboxOf(recordingQueue());
  const [one, other] = [await subscriber(), await subscriber()];
  const ids = await inTransaction(testing.pool, (db) =>
    outbox.add(db, [one.created, { ...other.created, type: 'thing_deleted' }]),
  );
  expect(await one.stored()).toMatchObject([{ id: ids[0], type: 'thing_created' }]);
  expect(await other.stored()).toEqual([]);
  expect(ids).toHaveLength(1);
});

test('an event with an id is stored once for each webhook, however often it is added', async () => {
  const outbox = outboxOf(recordingQueue());
  const { created, stored } = await subscriber();
  const add = () =>
    inTransaction(testing.pool, (db) => outbox.add(db, [{ ...created, id: eventId }]));
  const eventId = randomUUID();
  expect(await add()).toEqual(await add());
  expect(await stored()).toHaveLength(1);
});

test('a message is stored with the change that it tells of, or neither is', async () => {
  const outbox = outboxOf(recordingQueue());
  const { created, stored } = await subscriber();
  const failing = inTransaction(testing.pool, async (db) => {
    await outbox.add(db, [created]);
    throw new Error('The change fails.');
  });
  await expect(failing).rejects.toThrow('The change fails.');
  expect(await stored()).toEqual([]);
});

test('a message waits in the database while its job cannot be added', async () => {
  const outbox = outboxOf({
    ...recordingQueue<{ delivery: string }>(),
    addAll: () => Promise.reject(new Error('Redis is away.')),
  });
  const { created, stored } = await subscriber();
  const ids = await inTransaction(testing.pool, (db) => outbox.add(db, [created]));
  await expect(outbox.flush(ids)).resolves.toBeUndefined();
  expect(await stored()).toMatchObject([{ status: 'pending', attempts: 0 }]);
});

test('a message is encrypted at rest', async () => {
  const outbox = outboxOf(recordingQueue());
  const { developer, created, stored } = await subscriber();
  await inTransaction(testing.pool, (db) => outbox.add(db, [created]));
  const [message] = await stored();
  const binding = { purpose: 'deliveries.payload', developer, id: message!.id } as const;
  expect(message!.payload).not.toContain('thing_created');
  expect(sealing.open(binding, message!.payload)).toMatchObject({
    type: 'thing_created',
    data: created.data,
  });
});

test('an action of an app without a webhook is refused', async () => {
  const outbox = outboxOf(recordingQueue());
  const { developer } = await subscriber();
  const refused = testing.database.$transaction((tx) =>
    outbox.addActionRequest(tx, {
      interaction: randomUUID(),
      developer,
      app: 'other',
      thing: randomUUID(),
      action: 'open',
      input: undefined,
      idempotent: false,
    }),
  );
  await expect(refused).rejects.toMatchObject({ code: 'no_callback' });
});
