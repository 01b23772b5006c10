import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  DeviceUnavailable,
  Misconfigured,
  Rejected,
  Unauthorized,
  Unavailable,
} from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { subjectOf } from '../log-subject.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { requestedInteraction } from '../testing/requested-interaction.js';
import { failLostInteractions, purgeInteractions } from '../maintenance/purge.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const last = { number: 4, isLast: true };

type Act = Parameters<typeof requestedInteraction>[1];
type Options = Parameters<typeof requestedInteraction>[2];

const requested = (act: Act, options?: Options) => requestedInteraction(testing, act, options);

test.each([
  [undefined, 'writeproperty', 1, [{ transitionMs: null }]],
  [undefined, 'invokeaction', 1, []],
  [7_000, 'writeproperty', 0, [{ transitionMs: null, confirmAfterMs: 7_000 }]],
  [7_000, 'invokeaction', 0, [{ transitionMs: null, confirmAfterMs: 7_000 }]],
] as const)(
  'with a stated delay of %s ms, %s is followed by %i polls at once',
  async (confirmAfterMs, operation, atOnce, after) => {
    const named = operation === 'invokeaction' ? {} : { name: 'mode', input: 'auto' };
    const given = { operation, confirmAfterMs, ...named };
    const { perform, ranNow, followed, client } = await requested(async () => undefined, given);
    await perform();
    expect(ranNow).toHaveLength(atOnce);
    expect(followed).toEqual(after.map((one) => ({ client: client.id, after: one })));
  },
);

describe('an action', () => {
  test('is performed with its input, and its output stored; the input is deleted', async () => {
    const { id, perform, read, row, ranNow, ended, client } = await requested(async (command) => ({
      got: command,
    }));
    await perform();
    expect(await read()).toMatchObject({ status: 'completed', output: { got: { code: '1234' } } });
    expect((await row()).input).toBeNull();
    expect(ranNow).toEqual([client.id]);
    expect(ended).toEqual([id]);
  });

  test('gives the connector the handle of the device', async () => {
    const { perform, found } = await requested(async () => undefined);
    await perform();
    expect(found).toEqual([{ id: 'lock', handle: '192.0.2.1' }]);
  });

  test('that was performed is not performed again when its job comes twice', async () => {
    let performed = 0;
    const { perform } = await requested(async () => (performed += 1));
    await perform();
    await perform();
    expect(performed).toBe(1);
  });

  test.each([
    [new Unavailable('It is away.'), 'unavailable'],
    [new DeviceUnavailable('It is out of reach.'), 'device_unavailable'],
    [new Unauthorized('It refuses.'), 'remote_unauthorized'],
    [new Misconfigured('It cannot be.'), 'remote_misconfigured'],
    [new Rejected('The code is wrong.'), 'remote_rejected'],
    [new TypeError('secret'), 'internal'],
  ])('that fails with %p has failed, with a problem', async (error, code) => {
    const { perform, read } = await requested(async () => {
      throw error;
    });
    await perform();
    const { status, problem } = await read();
    expect({ status, code: problem?.code }).toEqual({ status: 'failed', code });
    expect(JSON.stringify(problem)).not.toContain('secret');
  });

  test('that is not answered ends in time', async () => {
    const hanging = () => new Promise(() => undefined);
    const { perform, read } = await requested(hanging, { timeoutMs: 100 });
    await perform();
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'unavailable' } });
  });

  test('over which a worker has died is not repeated: its outcome is unknown', async () => {
    let performed = 0;
    const { perform, read } = await requested(async () => (performed += 1), { status: 'running' });
    await perform();
    expect(performed).toBe(0);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'outcome_unknown' } });
  });

  test('that has waited too long is not performed', async () => {
    let performed = 0;
    const { perform, read } = await requested(async () => (performed += 1), {
      requested: new Date(Date.now() - 10 * 60_000),
    });
    await perform();
    expect(performed).toBe(0);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'timeout' } });
  });

  test('over which a worker died long ago may have been performed', async () => {
    const { perform, read } = await requested(async () => undefined, {
      status: 'running',
      requested: new Date(Date.now() - 10 * 60_000),
      idempotent: true,
    });
    await perform();
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'outcome_unknown' } });
  });
});

describe('a write of several properties', () => {
  const several = (act: Act, options: Options = {}) =>
    requested(act, {
      ...options,
      operation: 'writemultipleproperties',
      name: null,
      input: { volume: 3, mode: 'night' },
    });

  test('sends each value, and stores all as targets', async () => {
    const sent: unknown[] = [];
    const { perform, read, requests } = await several(async (command) => void sent.push(command));
    await perform();
    expect(sent).toEqual([{ mode: 'night' }, { volume: 3 }]);
    expect(await read()).toMatchObject({
      operation: 'writemultipleproperties',
      name: undefined,
      status: 'completed',
    });
    expect(requests).toMatchObject([{ values: { volume: 3, mode: 'night' } }]);
  });

  test('changes those with transitions in the time that it says', async () => {
    const sent: unknown[] = [];
    const act: Act = async (command) => void sent.push(command);
    const { perform, requests } = await several(act, { transitionMs: 1_500 });
    await perform();
    expect(sent).toEqual([{ mode: 'night' }, { volume: 3, transitionMs: 1_500 }]);
    expect(requests).toMatchObject([{ transition_ms: 1_500 }]);
  });

  test('that fails says which were written before', async () => {
    const { perform, read, withdrawals } = await several(async (command) => {
      if ('volume' in (command as object)) throw new Rejected('Too loud.');
    });
    await perform();
    const problem = { code: 'remote_rejected', detail: 'Too loud.', written: ['mode'] };
    expect(await read()).toMatchObject({ status: 'failed', problem });
    expect(withdrawals).toMatchObject([{ names: ['volume'] }]);
  });
});

describe('a request of a device that was last unavailable', () => {
  const performs = async (stored: { problem?: string; errorCode?: string } = {}) => {
    let performed = 0;
    const { perform, read } = await requested(async () => (performed += 1), {
      idempotent: true,
      stored: { available: false, ...stored },
    });
    await perform();
    const { status, problem } = await read();
    return { status, code: problem?.code, performed };
  };

  test('fails at once, and the connector sends nothing', async () => {
    const refused = { status: 'failed', code: 'device_unavailable', performed: 0 };
    expect(await performs()).toEqual(refused);
  });

  test.each([
    ['the last poll could not read it', { problem: 'unavailable' }],
    ['polls of its client fail', { errorCode: 'unavailable' }],
  ])('is sent when that may have changed: %s', async (_why, stored) => {
    expect(await performs(stored)).toEqual({ status: 'completed', code: undefined, performed: 1 });
  });
});

test('nothing is sent to another device that answers at the address', async () => {
  let performed = 0;
  const { perform, read } = await requested(async () => (performed += 1), {
    stored: { errorCode: 'another_device' },
  });
  await perform();
  expect(performed).toBe(0);
  expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'another_device' } });
});

describe('a write', () => {
  const ofMode = { operation: 'writeproperty', name: 'mode' };
  const value = { code: '1234' };

  test('sends what the property makes of the value', async () => {
    const sent: unknown[] = [];
    const { perform, read } = await requested(async (command) => void sent.push(command), ofMode);
    await perform();
    expect(sent).toEqual([{ mode: value }]);
    expect(await read()).toMatchObject({ status: 'completed' });
    expect(await read()).not.toHaveProperty('output');
  });

  test('has the value stored as target', async () => {
    const requester = { app: 'demo', subject: 'alice', request_id: '7' };
    const { id, perform, requests, thing, client, mapping } = await requested(
      async () => undefined,
      { ...ofMode, requester },
    );
    await perform();
    expect(requests).toEqual([
      {
        caller: { developer: client.developer },
        id: thing,
        interaction: id,
        values: { mode: value },
        requested: expect.any(String),
        requester,
      },
    ]);
    // The next poll publishes the state, also if it is the same.
    expect((await mapping()).fingerprint).toBe('');
  });

  test.each([
    ['withdrawn when it is refused', new Rejected('No.'), [['mode']]],
    ['withdrawn when nothing was sent', new Unavailable('Away.', { sent: false }), [['mode']]],
    ['retained when it may have been sent', new Unavailable('Away.'), []],
  ])('has its target %s', async (_title, failure, names) => {
    const failing = async () => {
      throw failure;
    };
    const { perform, requests, withdrawals } = await requested(failing, ofMode);
    await perform();
    expect(requests).toHaveLength(1);
    expect(withdrawals.map((one) => one.names)).toEqual(names);
  });

  test.each([
    ['is sent again', 'completed', {}],
    ['is sent again after an action', 'completed', { operation: 'invokeaction' }],
    ['is sent again after a write that failed', 'completed', { status: 'failed' }],
    ['has an unknown outcome if the thing was written since', 'failed', { name: 'volume' }],
  ])('over which a worker has died %s', async (title, status, later) => {
    const sent: unknown[] = [];
    const act = async (command: unknown) => void sent.push(command);
    const { perform, read, row } = await requested(act, { ...ofMode, status: 'running' });
    if (!title.endsWith('again')) {
      const { developer, thing, clientId } = await row();
      const of = { id: randomUUID(), developer, thing, clientId, idempotent: false };
      const data = { ...of, operation: 'writeproperty', status: 'completed', ...later };
      await testing.database.interaction.create({ data });
    }
    await perform();
    expect((await read()).status).toBe(status);
    expect(sent).toHaveLength(status === 'completed' ? 1 : 0);
  });

  test('is sent, too, while units-service does not support targets yet', async () => {
    const sent: unknown[] = [];
    const { perform, read } = await requested(async (command) => void sent.push(command), {
      ...ofMode,
      refuse() {
        throw new Problem('unknown_call', 'units-service does not support things.request.');
      },
    });
    await perform();
    expect(await read()).toMatchObject({ status: 'completed' });
    expect(sent).toHaveLength(1);
  });

  test('has an unknown outcome when its target cannot be stored', async () => {
    const sent: unknown[] = [];
    const { perform, read } = await requested(async (command) => void sent.push(command), {
      ...ofMode,
      refuse() {
        throw new Problem('unavailable', 'units-service is away.');
      },
    });
    await perform();
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'outcome_unknown' } });
    expect(sent).toHaveLength(1);
  });
});

describe('an idempotent action', () => {
  test('is tried again while it is unavailable, until it is performed', async () => {
    let tries = 0;
    const { perform, read, client } = await requested(
      async () => {
        tries += 1;
        if (tries < 3) throw new Unavailable('It is away.');
        return tries;
      },
      { idempotent: true },
    );
    const error: unknown = await perform().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Unavailable);
    // Other members of the log line.
    const { developer, connectorType: type } = client;
    expect(subjectOf(error)).toEqual({ client: client.id, developer, type });
    expect(await read()).toMatchObject({ status: 'pending' });
    await expect(perform()).rejects.toBeInstanceOf(Unavailable);
    await perform();
    expect(await read()).toMatchObject({ status: 'completed', output: 3 });
  });

  test('has failed when the last try has', async () => {
    const away = async () => {
      throw new Unavailable('It is away.');
    };
    const { perform, read } = await requested(away, { idempotent: true });
    await perform(last);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'unavailable' } });
  });

  test('over which a worker has died is performed again', async () => {
    const { perform, read } = await requested(async () => 'performed', {
      idempotent: true,
      status: 'running',
    });
    await perform();
    expect(await read()).toMatchObject({ status: 'completed', output: 'performed' });
  });
});

describe('an interaction', () => {
  test('is seen by its developer and its subject alone', async () => {
    const { client, readAs } = await requested(async () => undefined);
    const { developer } = client;
    await expect(readAs({ developer, subject: 'alice' })).resolves.toBeDefined();
    await expect(readAs({ developer, subject: 'bob' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(readAs({ developer: 'other' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that was lost ends, and one that ended long ago is deleted', async () => {
    const { database } = testing;
    const { id, read } = await requested(async () => undefined, {
      requested: new Date(Date.now() - 60 * 60_000),
    });
    await failLostInteractions({ database }, new Date());
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'outcome_unknown' } });
    const ended = new Date(Date.now() - 48 * 60 * 60_000);
    await database.interaction.update({ where: { id }, data: { ended } });
    await purgeInteractions({ database }, new Date());
    await expect(read()).rejects.toMatchObject({ code: 'not_found' });
  });
});
