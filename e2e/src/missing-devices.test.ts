import { expect, test } from '@jest/globals';
import { startGreenhouse } from '@trellis/connectors/testing';
import { newAccount, waitFor } from '@trellis/testing';
import { connectGreenhouse, setDevices, type Greenhouse } from './greenhouse-devices.js';
import { borrowedStack } from './one-stack.js';

const stack = borrowedStack();

const count = 10;

/** A client of an API with ten devices. */
async function clientOf(api: Greenhouse) {
  setDevices(api, count);
  const account = newAccount(stack());
  const { request } = account;
  const path = await connectGreenhouse(account, api, 'alice');
  const read = async () => (await request('GET', path)).body;
  /** How many of its things are shown in which way. */
  async function states() {
    const headers = { accept: 'application/ld+json' };
    const things = (await request('GET', '/things', { headers })).body as {
      availability: { state: string; reason?: string };
    }[];
    const shown: Record<string, number> = {};
    for (const { availability } of things) {
      const how = availability.reason ?? availability.state;
      shown[how] = (shown[how] ?? 0) + 1;
    }
    return shown;
  }
  const become = (expected: Record<string, number>) =>
    waitFor(
      async () => {
        const shown = await states();
        const names = Object.keys({ ...shown, ...expected });
        return names.every((name) => shown[name] === expected[name]);
      },
      { within: 40_000, what: JSON.stringify(expected) },
    );
  const polled = async () => {
    const before = (await read()).last_polled as string | null;
    await waitFor(async () => {
      const { last_polled: now } = await read();
      return now !== null && now !== before;
    });
  };
  const settle = (action: string) => request('POST', `${path}/sweep`, { body: { action } });
  await become({ available: count });
  return { read, become, polled, settle, states };
}

test('most devices of a client that are missing at once are not marked as vanished before that is accepted', async () => {
  const api = await startGreenhouse();
  try {
    const { read, become, polled, settle, states } = await clientOf(api);
    expect((await settle('wait')).body).toMatchObject({ status: 409 });
    setDevices(api, 3);
    await become({ available: 3, sweep_held: 7 });
    const { warnings, status } = await read();
    expect(status).toBe('STARTED');
    expect(warnings).toEqual([
      {
        code: 'sweep_held',
        detail: expect.stringContaining('Of 10 devices, 7 have been missing since '),
        sweep: {
          missing: 7,
          found: 3,
          since: expect.any(String),
          accepted_from: expect.any(String),
        },
      },
    ]);
    const [{ sweep }] = warnings;
    expect(Date.parse(sweep.accepted_from) - Date.parse(sweep.since)).toBe(3_600_000);

    // Whoever takes over goes on with it.
    const pid = await stack().pidOf('connector-runtime');
    process.kill(pid, 'SIGKILL');
    await waitFor(async () => (await stack().pidOf('connector-runtime')) !== pid, {
      within: 40_000,
    });
    await polled();
    await polled();
    expect((await read()).warnings).toEqual(warnings);
    expect(await states()).toEqual({ available: 3, sweep_held: 7 });

    const waiting = await settle('wait');
    expect(waiting).toMatchObject({
      status: 200,
      body: { warnings: [{ code: 'sweep_held', sweep: { accepted_from: null } }] },
    });
    setDevices(api, count);
    await become({ available: count });
    await waitFor(async () => (await read()).warnings.length === 0);

    setDevices(api, 2);
    await become({ available: 2, sweep_held: 8 });
    expect((await settle('give up')).body.errors).toMatchObject([{ pointer: '/action' }]);
    const accepted = await settle('accept');
    expect(accepted).toMatchObject({ status: 200, body: { warnings: [], status: 'STARTED' } });
    expect(await states()).toEqual({ available: 2, unavailable: 8 });
    await polled();
    expect(await states()).toEqual({ available: 2, unavailable: 8 });
  } finally {
    await api.stop();
  }
}, 120_000);
