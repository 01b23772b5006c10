import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  defineConnector,
  Misconfigured,
  Rejected,
  Unauthorized,
  Unavailable,
  type Connector,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Runtime } from '../runtime.js';
import { createClientOf, testDatabase, testRuntime, type TestDatabase } from '../test-runtime.js';
import { performInteraction } from './perform.js';
import { readInteraction } from './read.js';
import { sweepInteractions } from './sweep.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const first = { number: 1, last: false };
const last = { number: 4, last: true };

/** An interaction with a thing whose connector does what `act` says. */
async function asked(
  act: (input: unknown) => Promise<unknown>,
  {
    idempotent = false,
    status = 'pending',
    requested = new Date(),
    more = {} as Partial<Runtime>,
  } = {},
) {
  const connector: Connector = defineConnector({
    id: 99,
    typeId: 'test',
    name: 'Test',
    description: '',
    logo: '',
    instance: { schema: z.strictObject({}), sample: {} },
    client: { schema: z.strictObject({}), sample: {} },
    interval: () => 60_000,
    poll: async () => ({ entities: [] }),
    invoke: (_context, { input }) => act(input),
  });
  const { runtime, handed } = testRuntime(database, [connector], more);
  const client = await createClientOf(runtime, 'test');
  const thing = randomUUID();
  await database.database.mapping.create({
    data: { clientKey: client.key, entity: 'lock', thing, fingerprint: '', available: true },
  });
  const id = randomUUID();
  await database.database.interaction.create({
    data: {
      ...{ id, developer: client.developer, subject: 'alice', thing, clientId: client.id },
      ...{ operation: 'invokeaction', name: 'unlock', idempotent, status, requested },
      input: runtime.sealing.seal({ code: '1234' }),
    },
  });
  const caller = { developer: client.developer };
  return {
    runtime,
    handed,
    client,
    perform: (attempt = first) => performInteraction(runtime, { interaction: id }, attempt),
    read: () => readInteraction(runtime, { caller, id }),
    row: () => database.database.interaction.findUniqueOrThrow({ where: { id } }),
    readAs: (other: { developer: string; subject?: string }) =>
      readInteraction(runtime, { caller: other, id }),
  };
}

describe('an action', () => {
  test('is done with its input, and its output kept; the input is not', async () => {
    const { perform, read, row, handed, client } = await asked(async (input) => ({ got: input }));
    await perform();
    expect(await read()).toMatchObject({ status: 'completed', output: { got: { code: '1234' } } });
    expect((await row()).input).toBeNull();
    expect(handed.hurried).toEqual([client.id]);
  });

  test('that was done is not done again when its job comes twice', async () => {
    let done = 0;
    const { perform } = await asked(async () => (done += 1));
    await perform();
    await perform();
    expect(done).toBe(1);
  });

  test.each([
    [new Unavailable('It is away.'), 'unavailable'],
    [new Unauthorized('It refuses.'), 'remote_unauthorized'],
    [new Misconfigured('It cannot be.'), 'remote_misconfigured'],
    [new Rejected('The code is wrong.'), 'remote_rejected'],
    [new TypeError('secret'), 'internal'],
  ])('that fails with %p has failed, with a problem', async (error, code) => {
    const { perform, read } = await asked(async () => {
      throw error;
    });
    await perform();
    const { status, problem } = await read();
    expect({ status, code: problem?.code }).toEqual({ status: 'failed', code });
    expect(JSON.stringify(problem)).not.toContain('secret');
  });

  test('that is not answered ends in time', async () => {
    const hanging = () => new Promise(() => undefined);
    const { perform, read } = await asked(hanging, { more: { interactionTimeout: 100 } });
    await perform();
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'unavailable' } });
  });

  test('over which a worker has died is not repeated: its outcome is not known', async () => {
    let done = 0;
    const { perform, read } = await asked(async () => (done += 1), { status: 'running' });
    await perform();
    expect(done).toBe(0);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'outcome_unknown' } });
  });

  test('that has waited too long is not done', async () => {
    let done = 0;
    const requested = new Date(Date.now() - 10 * 60_000);
    const { perform, read } = await asked(async () => (done += 1), { requested });
    await perform();
    expect(done).toBe(0);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'timeout' } });
  });
});

describe('an idempotent action', () => {
  test('is tried again while it is unavailable, until it is done', async () => {
    let tries = 0;
    const flaky = async () => {
      tries += 1;
      if (tries < 3) throw new Unavailable('It is away.');
      return tries;
    };
    const { perform, read } = await asked(flaky, { idempotent: true });
    await expect(perform()).rejects.toBeInstanceOf(Unavailable);
    expect(await read()).toMatchObject({ status: 'pending' });
    await expect(perform()).rejects.toBeInstanceOf(Unavailable);
    await perform();
    expect(await read()).toMatchObject({ status: 'completed', output: 3 });
  });

  test('has failed when the last try has', async () => {
    const away = async () => {
      throw new Unavailable('It is away.');
    };
    const { perform, read } = await asked(away, { idempotent: true });
    await perform(last);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'unavailable' } });
  });

  test('over which a worker has died is done again', async () => {
    const { perform, read } = await asked(async () => 'done', {
      idempotent: true,
      status: 'running',
    });
    await perform();
    expect(await read()).toMatchObject({ status: 'completed', output: 'done' });
  });
});

describe('an interaction', () => {
  test('is seen by its developer and its subject alone', async () => {
    const { client, readAs } = await asked(async () => undefined);
    const { developer } = client;
    await expect(readAs({ developer, subject: 'alice' })).resolves.toBeDefined();
    await expect(readAs({ developer, subject: 'bob' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(readAs({ developer: 'other' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that was lost ends, and one that ended long ago is forgotten', async () => {
    const requested = new Date(Date.now() - 60 * 60_000);
    const { runtime, read, row } = await asked(async () => undefined, { requested });
    await sweepInteractions(runtime);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'outcome_unknown' } });
    const { id } = await row();
    const ended = new Date(Date.now() - 48 * 60 * 60_000);
    await database.database.interaction.update({ where: { id }, data: { ended } });
    await sweepInteractions(runtime);
    await expect(read()).rejects.toMatchObject({ code: 'not_found' });
  });
});
