import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DeviceUnavailable, Rejected, Unavailable } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { query } from '@trellis/database';
import { waitFor } from '@trellis/testing';
import fc from 'fast-check';
import { subjectOf } from '../../log-subject.js';
import { Throttled } from '../../limits/rates.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { gate } from '../../testing/gate.js';
import { lampsOf, type SentCommand } from '../../testing/lamps.js';
import { runGroup } from './run.js';
import { readParts } from './run.sql.js';
import { endLateBulkCommands, purgeBulkCommands } from '../../maintenance/purge.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const none = { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };

describe('a batch', () => {
  test('is stored as a whole, counts for the quota, and ends with the last of its things', async () => {
    const { request, start, run, read, row, pending, ended, groups, instance } =
      await lampsOf(testing);
    const batch = await start(request());
    expect(batch).toMatchObject({ status: 'pending', progress: { ...none, pending: 6 } });
    expect(groups).toEqual([instance]);
    expect(await pending()).toBe(6);
    await run();
    const { status, progress, ended: at } = await read(batch.id);
    expect({ status, progress }).toEqual({
      status: 'completed',
      progress: { ...none, completed: 6 },
    });
    expect(at).toBeDefined();
    expect((await row(batch.id)).input).toBeNull();
    expect(await pending()).toBe(0);
    expect(ended).toEqual([batch.id]);
  });

  test('that is requested twice is stored once', async () => {
    const { request, start, pending, run, read } = await lampsOf(testing);
    const twice = request();
    await start(twice);
    expect(await start(twice)).toMatchObject({ id: twice.id, progress: { pending: 6 } });
    expect(await pending()).toBe(6);
    await run();
    expect(await start(twice)).toMatchObject({ status: 'completed' });
    expect((await read(twice.id)).progress.completed).toBe(6);
  });

  test('gives things their own values, which are deleted as it ends, and names those that are gone', async () => {
    const { needs, developer, items, request, start, run, results, pending, requests } =
      await lampsOf(testing, { clients: 1, lamps: 2 });
    const id = randomUUID();
    const binding = { purpose: 'interaction_batches.input', developer, id } as const;
    const own = items.map((item, index) => ({
      ...item,
      input: needs.sealing.seal(binding, { on: index === 0 }),
    }));
    const gone = {
      thing: randomUUID(),
      idempotent: false,
      problem: new Problem('not_found', 'The thing is gone.').toData(),
    };
    const values = { operation: 'writemultipleproperties', name: undefined } as const;
    const requester = { app: 'demo', batch: id };
    await start(request({ id, ...values, input: undefined, items: [...own, gone], requester }));
    expect(await pending()).toBe(2);
    await run();
    const found = (await results(id)).items.map(({ status, problem }) => [status, problem?.code]);
    const completed = ['completed', undefined];
    expect(found).toEqual([completed, completed, ['failed', 'not_found']]);
    expect(requests.map(({ values }) => values)).toEqual(
      expect.arrayContaining([{ on: true }, { on: false }]),
    );
    expect(requests.map((one) => one.requester)).toEqual([requester, requester]);
    const inputs = await needs.database.interaction.findMany({ where: { batch: { id } } });
    expect(inputs.map(({ input }) => input)).toEqual([null, null, null]);
  });

  test('for which the quota has no room is refused as a whole', async () => {
    const { request, start, pending, read } = await lampsOf(testing, {
      quotas: { pending_interactions: 5 },
    });
    const tooMany = request();
    await expect(start(tooMany)).rejects.toMatchObject({
      code: 'quota_exceeded',
      extras: { quota: { limit: 5, used: 0 } },
    });
    expect(await pending()).toBe(0);
    await expect(read(tooMany.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is seen by its developer and its subject alone, page by page', async () => {
    const { request, start, read, results, items, developer } = await lampsOf(testing);
    const { id } = await start(request({ caller: { developer, subject: 'alice' } }));
    await expect(read(id, { developer, subject: 'alice' })).resolves.toBeDefined();
    for (const caller of [{ developer, subject: 'bob' }, { developer: 'another' }]) {
      await expect(read(id, caller)).rejects.toMatchObject({ code: 'not_found' });
    }
    const { items: first, next } = await results(id, { limit: 4 });
    const { items: rest, next: end } = await results(id, { limit: 4, cursor: next! });
    expect(end).toBeUndefined();
    expect([...first, ...rest].map(({ thing }) => thing)).toEqual(items.map(({ thing }) => thing));
  });

  test('of nothing has ended', async () => {
    const { request, start, ended } = await lampsOf(testing);
    const batch = await start(request({ items: [] }));
    expect(batch).toMatchObject({ status: 'completed', progress: none });
    expect(ended).toEqual([batch.id]);
  });
});

test('a remote technology is asked for a few things at a time, of each client for two', async () => {
  const requested = new Map<string, number>();
  const most = { ofInstance: 0, ofClient: 0 };
  const { open, opened } = gate();
  const { request, start, runAll, read } = await lampsOf(testing, {
    clients: 6,
    lamps: 5,
    async act({ client }) {
      requested.set(client, (requested.get(client) ?? 0) + 1);
      const all = [...requested.values()].reduce((sum, count) => sum + count, 0);
      most.ofInstance = Math.max(most.ofInstance, all);
      most.ofClient = Math.max(most.ofClient, requested.get(client)!);
      if (all === 8) open();
      await opened;
      requested.set(client, requested.get(client)! - 1);
    },
  });
  const { id } = await start(request());
  await runAll();
  expect((await read(id)).progress.completed).toBe(30);
  expect(most).toEqual({ ofInstance: 8, ofClient: 2 });
});

test('what holds a batch up is told with its developer and connector type', async () => {
  const { request, start, needs, instance, developer } = await lampsOf(testing);
  await start(request());
  const broken = new Error('The connection has broken.');
  const failing = Object.defineProperty({ ...needs }, 'stopping', {
    get() {
      throw broken;
    },
  });
  await expect(runGroup(failing, { group: instance })).rejects.toBe(broken);
  expect(subjectOf(broken)).toEqual({ developer, type: 'test' });
});

test('a client that hangs holds up only its own things', async () => {
  const { open, opened } = gate();
  const { request, start, run, read } = await lampsOf(testing, {
    clients: 3,
    lamps: 10,
    act: async ({ client }) => (client === '0' ? opened : undefined),
  });
  const { id } = await start(request());
  const running = run();
  await waitFor(async () => (await read(id)).progress.completed === 20);
  const { pending, running: underWay } = (await read(id)).progress;
  expect(pending + underWay).toBe(10);
  open();
  await running;
});

test('things that hang delay no other of their client for long', async () => {
  const { open, opened } = gate();
  const { request, start, run, read } = await lampsOf(testing, {
    clients: 1,
    lamps: 5,
    act: async ({ lamp }) => (['0 0', '0 1'].includes(lamp) ? opened : undefined),
  });
  const { id } = await start(request());
  const running = run();
  await waitFor(async () => (await read(id)).progress.completed === 3);
  expect((await read(id)).progress).toMatchObject({ pending: 0, running: 2 });
  open();
  await running;
});

describe('a client that is throttled for an hour', () => {
  const throttled = () => new Throttled('Later.', { retryAfterMs: 60 * 60_000 });

  test('has others wait no longer than for their turn', async () => {
    const { open, opened } = gate();
    const requested: string[] = [];
    const { request, start, run, read, stop } = await lampsOf(testing, {
      lamps: 5,
      async act({ client }) {
        requested.push(client);
        if (client === '0') throw throttled();
        await opened;
      },
    });
    const { id } = await start(request());
    const running = run();
    await waitFor(() => requested.filter((client) => client === '1').length === 2);
    stop();
    open();
    expect(await running).toEqual({ afterMs: 0 });
    expect((await read(id)).progress.pending).toBeGreaterThan(5);
  });

  test('rests, also when what it was asked is not repeated', async () => {
    const { request, start, run, read, items } = await lampsOf(testing, {
      clients: 1,
      lamps: 6,
      async act() {
        throw throttled();
      },
    });
    const blink = { operation: 'invokeaction', name: 'blink', items } as const;
    const { id } = await start(request(blink));
    const { afterMs } = (await run()) as { afterMs: number };
    expect(afterMs).toBeGreaterThan(59 * 60_000);
    expect((await read(id)).progress).toEqual({ ...none, pending: 4, failed: 2 });
  });
});

test('the clients of a group are seen in turn, however much one of them has to do', async () => {
  const { needs, request, start, items, instance } = await lampsOf(testing, { lamps: 4 });
  await start(request());
  const parts = await query(needs.pool, readParts, [instance, 4]);
  expect(parts.map(({ thing }) => thing)).toEqual([0, 4, 1, 5].map((n) => items[n]!.thing));
});

test('what a stop cuts off is asked again if it can be repeated', async () => {
  const { open, opened } = gate();
  let requested = 0;
  const { request, start, run, read, stop } = await lampsOf(testing, {
    clients: 1,
    lamps: 1,
    async act() {
      requested += 1;
      await opened;
    },
  });
  const write = await start(request());
  const running = run();
  await waitFor(() => requested === 1);
  stop();
  expect(await running).toEqual({ afterMs: 0 });
  open();
  expect((await read(write.id)).progress).toEqual({ ...none, pending: 1 });
});

describe('a process that dies', () => {
  const blink = { operation: 'invokeaction', name: 'blink' } as const;

  test.each([
    ['actions failed', 'failed', 2, { ...blink, idempotent: false }],
    ['idempotent actions completed', 'completed', 4, { ...blink, idempotent: true }],
    ['writes completed', 'completed', 4, { idempotent: false }],
  ])('leaves %s that were under way', async (_title, status, times, { idempotent, ...command }) => {
    const { open, opened } = gate();
    let isDead = false;
    const requested: string[] = [];
    const { request, start, run, runAll, results, items } = await lampsOf(testing, {
      clients: 1,
      lamps: 7,
      async act({ lamp }: SentCommand) {
        requested.push(lamp);
        if (!isDead) await opened;
      },
    });
    const { id } = await start(
      request({ ...command, items: items.map((item) => ({ ...item, idempotent })) }),
    );
    const abandoned = run();
    await waitFor(() => requested.length === 2);
    isDead = true;
    const [first, second] = [...requested];
    await runAll();
    open();
    await abandoned;
    const { items: all } = await results(id);
    expect(all.map((one) => one.status)).toEqual([
      ...[status, status],
      ...Array.from({ length: 5 }, () => 'completed'),
    ]);
    expect(requested.filter((lamp) => lamp === first || lamp === second)).toHaveLength(times);
    expect(requested).toHaveLength(5 + times);
    if (status === 'failed') expect(all[0]!.problem).toMatchObject({ code: 'outcome_unknown' });
  });
});

test('what has not begun in time fails, also when nobody works on it', async () => {
  const { needs, request, start, run, read, results, ended } = await lampsOf(testing);
  const expires = new Date(Date.now() - 1).toISOString();
  const { id } = await start(request({ expires }));
  const other = await start(request({ expires }));
  await run();
  await endLateBulkCommands(needs);
  for (const batch of [id, other.id]) {
    expect(await read(batch)).toMatchObject({ status: 'completed', progress: { failed: 6 } });
  }
  expect((await results(id)).items[0]!.problem).toMatchObject({ code: 'timeout' });
  expect(ended.toSorted()).toEqual([id, other.id].toSorted());
});

test('a batch that ended long ago is deleted with what it was about', async () => {
  const { needs, request, start, run, read } = await lampsOf(testing);
  const { id } = await start(request());
  await run();
  const ended = new Date(Date.now() - 48 * 60 * 60_000);
  await needs.database.batch.update({ where: { id }, data: { ended } });
  await purgeBulkCommands(needs, new Date());
  await expect(read(id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await needs.database.interaction.count({ where: { batch: { id } } })).toBe(0);
});

/** Behaviours of a lamp, each with its outcome and number of requests. */
const behaviors = {
  obeys: { status: 'completed', code: undefined, times: 1 },
  rejects: { status: 'failed', code: 'remote_rejected', times: 1 },
  'is out of reach': { status: 'failed', code: 'device_unavailable', times: 1 },
  'is away': { status: 'failed', code: 'unavailable', times: 1 },
  fails: { status: 'failed', code: 'internal', times: 1 },
  'is throttled at first': { status: 'completed', code: undefined, times: 2 },
  'cannot be asked': { status: 'failed', code: 'not_writable', times: 0 },
  'is unknown': { status: 'failed', code: 'not_found', times: 0 },
} as const;
type Behavior = keyof typeof behaviors;

test('each thing ends as it would alone, whatever the others do, and as the preview says', async () => {
  const anyBehaviors = fc.array(fc.constantFrom(...(Object.keys(behaviors) as Behavior[])), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(anyBehaviors, async (given) => {
      const requested = new Map<string, number>();
      async function act({ lamp }: SentCommand) {
        const times = (requested.get(lamp) ?? 0) + 1;
        requested.set(lamp, times);
        const behavior = given[Number(lamp.split(' ')[1])];
        if (behavior === 'rejects') throw new Rejected('No.');
        if (behavior === 'is out of reach') throw new DeviceUnavailable('It is out of reach.');
        if (behavior === 'is away') throw new Unavailable('It is away.');
        if (behavior === 'fails') throw new TypeError('secret');
        if (behavior === 'is throttled at first' && times === 1) throw new Throttled('Later.');
      }
      const lamps = await lampsOf(testing, { clients: 1, lamps: given.length, act });
      const items = lamps.items.map((item, index) => {
        const problem = new Problem('not_writable', 'The property is read-only.').toData();
        if (given[index] === 'cannot be asked') return { ...item, problem };
        return given[index] === 'is unknown'
          ? { ...item, creator: { kind: 'client' as const, id: randomUUID() } }
          : item;
      });
      const request = lamps.request({ items });
      const { refused } = await lamps.preview(request);
      const { id } = await lamps.start(request);
      await lamps.runAll();
      const { items: results } = await lamps.results(id);
      const outcomes = results.map(({ status, problem }) => ({ status, code: problem?.code }));
      const times = given.map((_behavior, index) => requested.get(`0 ${index}`) ?? 0);
      expect(outcomes).toEqual(
        given.map((behavior) => ({
          status: behaviors[behavior].status,
          code: behaviors[behavior].code,
        })),
      );
      expect(times).toEqual(given.map((behavior) => behaviors[behavior].times));
      expect(refused.map(({ thing }) => thing)).toEqual(
        results.filter((_one, index) => times[index] === 0).map(({ thing }) => thing),
      );
      expect(await lamps.pending()).toBe(0);
    }),
    { numRuns: 12 },
  );
});
