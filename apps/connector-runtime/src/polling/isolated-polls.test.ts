import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { discover, Misconfigured } from '@trellis/connector-sdk';
import { TooCostly, type IsolatedPoll } from '../isolation/isolation.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { lamp, polledClient } from '../testing/polled-client.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** A client whose polls do a number of steps, and elsewhere take what the test says, or fail. */
async function measuredClient() {
  const devices = [lamp(true)];
  const work = { steps: 1, bytes: 1 };
  const client = await polledClient(testing, {
    async find({ effort }) {
      for (const [kind, amount] of Object.entries(work)) {
        if (effort?.take(kind, amount) === false) throw new Misconfigured('Too much.');
      }
      return { devices };
    },
  });
  const took = { cpuMs: 1, bytes: 100 };
  const isolated: IsolatedPoll[] = [];
  let failure: Error | undefined;
  client.needs.isolation.discover = async ({ typeId }, context, options) => {
    isolated.push(options);
    if (failure) throw failure;
    return { ...(await discover(client.needs.registry.get(typeId), context)), ...took };
  };
  return {
    ...client,
    devices,
    work,
    took,
    fail: (error: Error | undefined) => (failure = error),
    /** Polls, and returns how that began elsewhere; undefined if it did not. */
    async next() {
      await client.again();
      return isolated.splice(0)[0];
    },
  };
}

test('polls run here while they take little', async () => {
  const { next, row } = await measuredClient();
  expect(await next()).toBeUndefined();
  expect(await next()).toBeUndefined();
  expect(await row()).toMatchObject({ status: 'STARTED', isolation: null });
});

test.each([
  ['evaluate much', { steps: 100_000 }],
  ['receive much', { bytes: 3_000_000 }],
])('polls that %s run elsewhere, until they take little again', async (_name, heavy) => {
  const { next, row, work, took } = await measuredClient();
  Object.assign(work, heavy);
  took.cpuMs = 100;
  for (const _poll of [1, 2]) {
    expect(await next()).toMatchObject({ isHeavy: false });
    expect(await row()).toMatchObject({ status: 'STARTED', isolation: 'shared' });
  }
  Object.assign(work, { steps: 1, bytes: 1 });
  took.cpuMs = 1;
  expect(await next()).toBeDefined();
  expect(await next()).toBeUndefined();
});

test('polls that find many devices run elsewhere', async () => {
  const { next, devices, row } = await measuredClient();
  devices.push(...Array.from({ length: 1_000 }, (_, n) => lamp(true, { id: `lamp-${n}` })));
  expect(await next()).toMatchObject({ isHeavy: false });
  expect(await row()).toMatchObject({ status: 'STARTED', isolation: 'shared' });
});

test('polls that take very much get a process of their own', async () => {
  const { next, work, took } = await measuredClient();
  work.steps = 100_000;
  took.cpuMs = 1_000;
  await next();
  expect(await next()).toMatchObject({ isHeavy: true });
});

test('a poll that costs too much fails its client, and the next one has a process of its own', async () => {
  const { next, work, fail, row } = await measuredClient();
  work.steps = 100_000;
  fail(new TooCostly());
  await next();
  expect(await row()).toMatchObject({
    status: 'ERROR',
    errorCode: 'unavailable',
    errorDetail: expect.stringContaining('too much time or memory'),
  });
  fail(undefined);
  expect(await next()).toMatchObject({ isHeavy: true });
});
