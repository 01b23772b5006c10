import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Problem, type Interaction, type QuotaLimits } from '@trellis/contracts';
import { answerBatch } from '@trellis/testing';
import { createOutbox } from '../delivery/outbox.js';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { recordingQueue } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { completeInteraction, failInteraction } from '../delivery/settle.js';
import { startInteraction } from './start.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** A lock that can be asked to open, or only be read. */
async function lock({ canSend = true, quotas = {} as Partial<QuotaLimits<'connectors'>> } = {}) {
  const connector = testConnector({
    poll: async () => ({ devices: [] }),
    ...(canSend && { send: async () => undefined }),
  });
  const session = sessionNeeds(testing, [connector]);
  const interactions = recordingQueue<{ interaction: string }>();
  const outbox = createOutbox({ ...session, deliveries: recordingQueue(), log: silentLog });
  const { key, id: client, developer } = await insertClient(session, 'test');
  const thing = randomUUID();
  const mapping = { clientKey: key, entity: 'lock', thing, fingerprint: '', available: true };
  await session.database.mapping.create({ data: mapping });
  const request = {
    caller: { developer },
    thing,
    creator: { kind: 'client' as const, id: client },
    operation: 'invokeaction' as const,
    name: 'open',
    idempotent: false,
  };
  return {
    needs: { ...session, interactions, outbox, quotas: { ...session.quotas, ...quotas } },
    interactions,
    request,
    /** A request to open it, with an id of its own. */
    open: (more: object = {}) => ({ ...request, id: randomUUID(), ...more }),
    stored: () => session.database.interaction.count({ where: { clientId: client } }),
  };
}

const patiently = <Input>(input: Input) => ({ input, expiresAt: Date.now() + 60_000 });

/** Returns the outcome of each call: its status, or the code of its problem. */
const outcomesOf = (outcomes: ({ status: string } | Problem)[]) =>
  outcomes.map((outcome) => (outcome instanceof Problem ? outcome.code : outcome.status));

test('interactions of a batch are stored and requested together', async () => {
  const { needs, interactions, open, stored } = await lock();
  const requester = { app: 'demo', request_id: '7' };
  const inputs = [open({ subject: 'alice', requester }), open({ name: 'close' }), open()];
  const outcomes = await answerBatch(startInteraction, needs, inputs);
  expect(outcomes).toMatchObject(
    inputs.map(({ id, name, thing }) => ({ id, name, thing, status: 'pending' })),
  );
  expect(interactions.added).toEqual(inputs.map(({ id }) => id));
  expect(await stored()).toBe(3);
  const rows = await needs.database.interaction.findMany({
    where: { id: { in: inputs.map(({ id }) => id) } },
    orderBy: { key: 'asc' },
  });
  expect(rows.map((row) => row.requester)).toEqual([requester, null, null]);
});

test('one that cannot be requested does not harm its neighbors', async () => {
  const { needs, open, stored } = await lock();
  const inputs = [
    open({ thing: randomUUID() }),
    open(),
    open({ caller: { developer: 'another' } }),
    open({ creator: { kind: 'client', id: randomUUID() } }),
    open({ creator: { kind: 'app', id: 'without a webhook' } }),
  ];
  const outcomes = await Promise.allSettled(
    await startInteraction(
      needs,
      inputs.map((input) => ({ input, expiresAt: Date.now() + 60_000 })),
    ),
  );
  const codes = outcomes.map((outcome) => {
    const result: unknown = outcome.status === 'fulfilled' ? outcome.value : outcome.reason;
    return outcomesOf([result as Problem | Interaction])[0];
  });
  expect(codes).toEqual(['unavailable', 'pending', 'not_found', 'not_found', 'no_callback']);
  expect(await stored()).toBe(1);
});

test('a connector that can only read is asked for nothing', async () => {
  const { needs, open, stored } = await lock({ canSend: false });
  const outcomes = await answerBatch(startInteraction, needs, [open()]);
  expect(outcomesOf(outcomes)).toEqual(['not_supported']);
  expect(await stored()).toBe(0);
});

test('a thing whose client is paused is asked for nothing', async () => {
  const { needs, open, request, stored } = await lock();
  const { id } = request.creator;
  await needs.database.client.update({ where: { id }, data: { pausedSince: new Date() } });
  const outcomes = await answerBatch(startInteraction, needs, [open()]);
  expect(outcomesOf(outcomes)).toEqual(['client_paused']);
  expect(await stored()).toBe(0);
});

test('fifty of a client may be under way, those of the same batch included', async () => {
  const { needs, open } = await lock();
  const start = (count: number) =>
    answerBatch(
      startInteraction,
      needs,
      Array.from({ length: count }, () => open()),
    );
  expect(outcomesOf(await start(30))).toEqual(Array(30).fill('pending'));
  expect(outcomesOf(await start(30))).toEqual([
    ...Array<string>(20).fill('pending'),
    ...Array<string>(10).fill('rate_limited'),
  ]);
});

test('as many of a developer may be under way as the quota says, those of apps included', async () => {
  const { needs, interactions, open, request, stored } = await lock({
    quotas: { pending_interactions: 3 },
  });
  const { developer } = request.caller;
  const webhook = { developer, app: 'app', url: 'http://127.0.0.1/', secret: 'sealed' };
  await needs.database.webhook.create({ data: webhook });
  const atApp = () => open({ creator: { kind: 'app', id: 'app' } });
  const outcomes = async (...inputs: ReturnType<typeof open>[]) =>
    outcomesOf(
      (await Promise.allSettled(await startInteraction(needs, inputs.map(patiently)))).map(
        (outcome) =>
          (outcome.status === 'fulfilled' ? outcome.value : outcome.reason) as
            Interaction | Problem,
      ),
    );
  expect(await outcomes(atApp())).toEqual(['pending']);
  const inputs = [open(), open(), open(), open()];
  expect(await outcomes(...inputs, atApp())).toEqual([
    'pending',
    'pending',
    'quota_exceeded',
    'quota_exceeded',
    'quota_exceeded',
  ]);
  expect(await stored()).toBe(2);
  expect(interactions.added).toEqual(inputs.slice(0, 2).map(({ id }) => id));
  expect(await outcomes(inputs[0]!)).toEqual(['pending']);

  const settling = { ...needs, publishEnded: async () => undefined };
  await completeInteraction(settling, inputs[0]!.id);
  await completeInteraction(settling, inputs[0]!.id);
  await failInteraction(settling, inputs[1]!.id, new Problem('timeout', 'Too late.'));
  expect(await outcomes(open(), open(), open())).toEqual(['pending', 'pending', 'quota_exceeded']);
});

test('the quota of a developer is not exceeded by batches that start at once', async () => {
  const { needs, open, stored } = await lock({ quotas: { pending_interactions: 7 } });
  const batches = Array.from({ length: 10 }, () => [open(), open()]);
  await Promise.all(batches.map((batch) => answerBatch(startInteraction, needs, batch)));
  expect(await stored()).toBe(7);
});

test('a call that is delivered twice is stored once', async () => {
  const { needs, open, stored } = await lock();
  const input = open();
  expect(outcomesOf(await answerBatch(startInteraction, needs, [input]))).toEqual(['pending']);
  expect(outcomesOf(await answerBatch(startInteraction, needs, [input]))).toEqual(['pending']);
  expect(await stored()).toBe(1);
});

test('nothing stays stored when the queue is away', async () => {
  const { needs, interactions, open, stored } = await lock();
  const away = { ...interactions, addAll: () => Promise.reject(new Error('The queue is away.')) };
  const started = answerBatch(startInteraction, { ...needs, interactions: away }, [open(), open()]);
  await expect(started).rejects.toThrow('The queue is away.');
  expect(await stored()).toBe(0);
});
