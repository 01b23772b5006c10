import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createResolvers } from '@trellis/connector-sdk';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { recordingScheduler } from '../../testing/queues.js';
import { defaultQuotas } from '../../testing/session.js';
import { createSubscription } from './change.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** Creates subscriptions of an account. */
function account() {
  const developer = randomUUID() as string;
  const needs = {
    database: testing.database,
    resolverOf: createResolvers({ allowPrivate: true }),
    allowPrivate: true,
    quotas: defaultQuotas,
    subscriptions: recordingScheduler<{ subscription: string }>(),
    publishSubscriptions: async () => undefined,
  };
  const create = (caller: { developer: string; subject?: string }, id: string = randomUUID()) =>
    createSubscription(needs, { caller, app: 'app', id, match: {} }, { expiresAt: Infinity });
  return { developer, create };
}

test('a subject has up to ten streams, however many are asked for at once', async () => {
  const { developer, create } = account();
  const alice = { developer, subject: 'alice' };
  const created = await Promise.allSettled(Array.from({ length: 14 }, () => create(alice)));
  const refused = created.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({
    reason: { code: 'quota_exceeded', extras: { quota: { limit: 10, used: 10 } } },
  });
  const { id } = created.find((one) => one.status === 'fulfilled')!.value;
  expect(await create(alice, id)).toMatchObject({ id });
  await create({ developer, subject: 'bob' });
  await create({ developer });
});

test('a request that is delivered several times at once creates one subscription', async () => {
  const { developer, create } = account();
  const id = randomUUID();
  const created = await Promise.all(Array.from({ length: 6 }, () => create({ developer }, id)));
  expect(new Set(created.map((one) => one.id))).toEqual(new Set([id]));
  expect(await testing.database.subscription.count({ where: { developer } })).toBe(1);
});
