import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  defineConnector,
  Misconfigured,
  Unauthorized,
  Unavailable,
  type Entity,
  type Poll,
} from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { z } from 'zod';
import type { Runtime } from '../runtime.js';
import { createClientOf, testDatabase, testRuntime, type TestDatabase } from '../test-runtime.js';
import { poll } from './poll.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const lamp = (on: boolean): Entity => ({
  id: 'lamp',
  title: 'Lamp',
  properties: { on: { type: 'boolean' } },
  values: { on },
});

/** A runtime with one client of a connector that finds what `find` says. */
async function runtimeWith(
  find: (signal: AbortSignal) => Promise<Poll>,
  more: Partial<Runtime> = {},
) {
  const connector = defineConnector({
    id: 99,
    typeId: 'test',
    name: 'Test',
    description: '',
    logo: '',
    instance: { schema: z.strictObject({}), sample: {} },
    client: { schema: z.strictObject({}), sample: {} },
    interval: () => 60_000,
    poll: ({ signal }) => find(signal),
  });
  const { runtime, handed } = testRuntime(database, [connector], more);
  const client = await createClientOf(runtime, 'test');
  const again = () => poll(runtime, { client: client.id });
  const status = () => database.database.client.findUniqueOrThrow({ where: { id: client.id } });
  return { again, status, handed: handed.things, announced: handed.announced, id: client.id };
}

describe('a poll', () => {
  test('hands on what is new, and only that', async () => {
    const { again, status, handed } = await runtimeWith(async () => ({ entities: [lamp(true)] }));
    await again();
    await again();
    expect(handed).toHaveLength(1);
    expect(await status()).toMatchObject({ status: 'STARTED', failures: 0 });
  });

  test('hands many things on in portions', async () => {
    const entities = Array.from({ length: 600 }, (_, index) => ({ ...lamp(true), id: `${index}` }));
    const { again, handed } = await runtimeWith(async () => ({ entities }));
    await again();
    expect(handed.map(({ things }) => things.length)).toEqual([250, 250, 100]);
  });

  test.each([
    [new Unavailable('It is away.'), 'unavailable'],
    [new Unauthorized('It refuses.'), 'authorization_required'],
    [new Misconfigured('It cannot work.'), 'misconfigured'],
  ])(
    'that fails with %s makes the client ERROR, and the next success heals it',
    async (failure, code) => {
      let fails = true;
      const { again, status } = await runtimeWith(async () => {
        if (fails) throw failure;
        return { entities: [] };
      });
      await again();
      const first = await status();
      expect(first).toMatchObject({
        status: 'ERROR',
        errorCode: code,
        errorDetail: failure.message,
      });
      await again();
      expect(await status()).toMatchObject({ failures: 2, errorSince: first.errorSince });
      fails = false;
      await again();
      expect(await status()).toMatchObject({ status: 'STARTED', errorCode: null, failures: 0 });
    },
  );

  test('of a connector that breaks says so and shows nothing of the inside', async () => {
    const { again, status } = await runtimeWith(async () => {
      throw new Error('password is hunter2');
    });
    await again();
    expect(await status()).toMatchObject({
      errorCode: 'connector_failed',
      errorDetail: expect.not.stringContaining('hunter2'),
    });
  });

  test('that finds nonsense fails', async () => {
    const nonsense = [{ ...lamp(true), title: 5 as never }];
    const { again, status } = await runtimeWith(async () => ({ entities: nonsense }));
    await again();
    expect(await status()).toMatchObject({ status: 'ERROR', errorCode: 'unavailable' });
  });

  test('whose connector never answers ends when its time is up', async () => {
    const never = new Promise<Poll>(() => undefined);
    const { again, status } = await runtimeWith(() => never, { pollTimeout: 50 });
    await again();
    expect(await status()).toMatchObject({ status: 'ERROR', errorCode: 'unavailable' });
  });

  test('whose findings cannot be handed on leaves the status as it is and hands them on later', async () => {
    let away = true;
    const taken: unknown[] = [];
    const { again, status } = await runtimeWith(async () => ({ entities: [lamp(true)] }), {
      units: (async (_call: string, input: unknown) => {
        if (away) throw new Problem('timeout', 'units did not answer in time.');
        taken.push(input);
        return {};
      }) as never,
    });
    await again();
    expect(await status()).toMatchObject({ status: 'STARTING' });
    away = false;
    await again();
    expect(taken).toHaveLength(1);
    expect(await status()).toMatchObject({ status: 'STARTED' });
  });

  test('of a client that is removed meanwhile ends its schedule and leaves nothing', async () => {
    const { again, id } = await runtimeWith(async () => {
      await database.database.client.delete({ where: { id } });
      return { entities: [lamp(true)] };
    });
    await expect(again()).resolves.toBe('ended');
    await expect(again()).resolves.toBe('ended');
  });

  test('that is refused because the client was removed ends its schedule', async () => {
    const { again } = await runtimeWith(async () => ({ entities: [lamp(true)] }), {
      units: (async () => {
        throw new Problem('creator_removed', 'Removed.');
      }) as never,
    });
    await expect(again()).resolves.toBe('ended');
  });
});
