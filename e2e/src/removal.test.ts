import { afterEach, expect, test } from '@jest/globals';
import { newAccount, signToken, waitFor } from '@trellis/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { borrowedStack } from './one-stack.js';
import { simulate } from './simulation.js';
import { standstill } from './standstill.js';

const stack = borrowedStack();
const { stop: stopUnits, goOn } = standstill(stack, 'units-service');
afterEach(goOn);

test('a client is deleted with its things, and nothing of it comes back', async () => {
  const account = newAccount(stack());
  const client = await simulate(account);
  const [thing] = await client.things();
  const room = await account.request('POST', '/units', { body: { name: 'Room', type: 'room' } });
  const unit = `/units/${room.body.id}`;
  const id = thing!.split('/').at(-1);
  await account.request('POST', `${unit}/things`, { body: { id } });

  const preview = await account.request('DELETE', `${client.path}?dry_run=true`);
  expect(preview.status).toBe(200);
  expect(preview.body).toMatchObject({
    clients: [{ href: expect.stringContaining(client.path) }],
    things: (await client.things()).map((href) => ({ href })),
    links: [{ href: `${stack().address}/api/v1${unit}`, thing: { href: thing } }],
  });
  expect((await client.read()).status).toBe(200);

  expect(await account.request('DELETE', client.path)).toMatchObject({
    status: 204,
    body: undefined,
  });
  expect((await client.read()).status).toBe(404);
  // Twice the interval of the polls, in which one that was under way could still come.
  await pause(2_000);
  expect(await client.things()).toEqual([]);
  expect((await account.request('GET', thing!)).status).toBe(404);
  expect((await account.request('GET', unit)).body.things).toEqual([]);
  const again = await account.request('DELETE', client.path);
  expect(again.status).toBe(404);
});

test('a forced delete says what was given up, and is in the audit log as such', async () => {
  const account = newAccount(stack());
  const client = await simulate(account);
  expect(await account.request('DELETE', `${client.path}?force=true`)).toMatchObject({
    status: 200,
    body: { given_up: [] },
  });
  expect((await client.read()).status).toBe(404);
  const operation = 'forceDeleteConnectorClient';
  const { body } = await account.request('GET', `/audit?operation=${operation}`);
  expect(body).toMatchObject([{ operation, status: 200 }]);
});

test('a client with a thousand things is deleted, however many apps are told of each', async () => {
  const account = newAccount(stack());
  const apps = ['one', 'two', 'three'].map((azp) => ({
    authorization: `Bearer ${signToken(stack(), { sub: account.developer, azp })}`,
  }));
  for (const headers of apps) {
    const body = { url: 'http://127.0.0.1:9/hook', events: ['thing_deleted'] };
    expect((await account.request('PUT', '/callback', { headers, body })).status).toBe(201);
  }
  const client = await simulate(account, { devices: 1_000 });
  expect((await account.request('DELETE', client.path)).status).toBe(204);
  expect((await client.read()).status).toBe(404);
  // What nobody takes would be delivered again and again during the next tests.
  for (const headers of apps) {
    expect((await account.request('DELETE', '/callback', { headers })).status).toBe(204);
  }
}, 120_000);

test('a delete that fails is 500, leaves the client as it is, and is done when repeated', async () => {
  const account = newAccount(stack());
  const client = await simulate(account);
  const state = async () => {
    const { body } = await client.read();
    return { ...body, last_polled: null, next_poll: null } as unknown;
  };
  const before = await state();
  await stopUnits();

  const refused = await account.request('DELETE', client.path);
  expect(refused).toMatchObject({ status: 500, body: { remedy: 'retry' } });
  const { removal, ...rest } = (await state()) as { removal: object };
  expect(rest).toEqual(before);
  expect(before).toMatchObject({ status: 'STARTED', mappings: [{}, {}] });
  expect(removal).toMatchObject({ since: expect.any(String), things_left: 2 });
  const failed = await waitFor(
    async () => {
      const { removal } = (await client.read()).body;
      return removal.attempts > 0 && removal.next_attempt && removal;
    },
    { within: 30_000, every: 100, what: 'the next attempt to be known' },
  );
  expect(failed.last_error).toMatchObject({ code: 'timeout', at: expect.any(String) });

  goOn();
  // On a busy machine its own repetition may come first.
  const repeated = await account.request('DELETE', client.path);
  expect([204, 404]).toContain(repeated.status);
  expect((await client.read()).status).toBe(404);
  await pause(2_000);
  expect(await client.things()).toEqual([]);
});

test('a delete that failed is done by itself within a minute', async () => {
  const account = newAccount(stack());
  const client = await simulate(account);
  await stopUnits();
  expect((await account.request('DELETE', client.path)).status).toBe(500);
  goOn();
  await waitFor(async () => (await client.read()).status === 404, {
    within: 60_000,
    every: 500,
    what: 'the removal',
  });
  await pause(2_000);
  expect(await client.things()).toEqual([]);
}, 120_000);

test('a delete whose worker is killed is done by the next one', async () => {
  const account = newAccount(stack());
  const client = await simulate(account);
  await stopUnits();
  const removal = account.request('DELETE', client.path);
  await pause(1_000);
  process.kill(await stack().pidOf('connector-runtime'), 'SIGKILL');
  goOn();
  // The request may be taken over, too: it then waits for the removal, or finds that it was carried out for it.
  const { status } = await removal;
  expect([204, 500, 503, 504]).toContain(status);
  if (status < 500) expect((await client.read()).status).toBe(404);
  await waitFor(async () => (await client.read()).status === 404, {
    within: 60_000,
    every: 500,
    what: 'the removal',
  });
  expect(await client.things()).toEqual([]);
}, 120_000);

test('a service that stands still is no reason to hang', async () => {
  const account = newAccount(stack());
  await stopUnits();
  const items = Array.from({ length: 1_000 }, () => ({ name: 'Room', type: 'room' }));
  const [units, things, whole, ready, live, connectors, batch] = await Promise.all([
    account.request('GET', '/units'),
    account.request('GET', '/things'),
    account.request('GET', `${stack().address}/health`),
    account.request('GET', `${stack().address}/health/ready`),
    account.request('GET', `${stack().address}/health/live`),
    account.request('GET', '/connectors/clients'),
    // Its calls are made one after the other, and yet its answer takes no longer.
    account.request('POST', '/units/batch', { body: { items } }),
  ]);
  expect([units.status, things.status]).toEqual([504, 504]);
  const results = batch.body.results as { status: number }[];
  expect(results.every(({ status }) => status === 504)).toBe(true);
  expect([ready.status, live.status, connectors.status]).toEqual([200, 200, 200]);
  expect(whole.body).toMatchObject({
    status: 'degraded',
    services: {
      'api-gateway': { status: 'ok' },
      'units-service': { status: 'unavailable' },
      'connector-runtime': { status: 'ok' },
    },
  });
}, 35_000);
