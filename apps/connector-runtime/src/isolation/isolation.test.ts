import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { discover, Misconfigured, Rejected, Unavailable } from '@trellis/connector-sdk';
import { contextFor, emptyMemory, type ContextOptions } from '@trellis/connector-sdk/testing';
import { connectors } from '@trellis/connectors';
import { startHttpServer, waitFor } from '@trellis/testing';
import { Throttled } from '../limits/rates.js';
import { openIsolation, TooCostly, type Isolation } from './isolation.js';

const reasons: unknown[] = [];
const log = {
  warn(members: object | string) {
    if (typeof members === 'object' && 'reason' in members) reasons.push(members.reason);
  },
};

let isolation: Isolation;
beforeAll(() => {
  isolation = openIsolation({ log, maxHeapMebibytes: 96 });
});
const servers: { close(): Promise<void> }[] = [];
afterAll(async () => {
  isolation.close();
  await Promise.all(servers.map((server) => server.close()));
});

const connectorOf = (type: string) => connectors.find(({ typeId }) => typeId === type)!;
const httpJson = connectorOf('http-json');
const options = { developer: 'acme', maxEntities: 1_000, isHeavy: false };

/** Serves JSON, each time after `before`. */
async function serve(json: string, before: () => Promise<unknown> = async () => undefined) {
  const server = await startHttpServer(async (_request, response) => {
    await before();
    response.setHeader('content-type', 'application/json').end(json);
  });
  servers.push(server);
  return server;
}

/** The context of a client that finds meters in the answers to some requests. */
function contextOf(
  address: string,
  { requests = 1, ...given }: { requests?: number } & ContextOptions = {},
) {
  const names = Array.from({ length: requests }, (_, n) => `meters_${n}`);
  const devicesOf = (request: string) => ({
    request,
    entities: '$[*]',
    id: '$.id',
    title: '$.title',
    properties: [{ name: 'reading', type: 'number', value: '$.reading' }],
  });
  const instance = {
    base_url: address,
    requests: Object.fromEntries(names.map((name) => [name, { path: `/${name}` }])),
    devices: names.map(devicesOf),
  };
  return contextFor(httpJson, { ...given, instance, client: {} });
}

const meters = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, n) => ({ id: `m${n}`, title: `Meter ${n}`, reading: n })),
  );

/** The processes for polls that this one has started. */
function processes(): number[] {
  const found = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'poll.worker']);
  return String(found.stdout).split('\n').filter(Boolean).map(Number);
}

describe('a poll in another process', () => {
  test('finds what it finds here', async () => {
    const { address } = await serve(meters(250));
    const here = await discover(httpJson, contextOf(address));
    const there = await isolation.discover(httpJson, contextOf(address), options);
    const found = there.entities.map((entity) => {
      const { check, ...rest } = { check: undefined, ...entity };
      expect(check).toEqual({ fingerprint: expect.any(String), error: undefined });
      return rest;
    });
    expect(found).toEqual(here.entities);
    expect(there).toMatchObject({ complete: true, problems: [], bytes: meters(250).length });
    expect(there.cpuMs).toBeGreaterThan(0);
  });

  test('sends further requests on its connections', async () => {
    const { address, requests } = await serve(meters(1));
    await isolation.discover(httpJson, contextOf(address, { requests: 12 }), options);
    expect(requests).toHaveLength(12);
    // Four are sent at the same time.
    expect(new Set(requests.map(({ port }) => port)).size).toBeLessThanOrEqual(4);
  });

  test('fails as it does here', async () => {
    const { address } = await serve('no JSON');
    const thrown = await isolation.discover(httpJson, contextOf(address), options).catch(String);
    expect(thrown).toBe(await discover(httpJson, contextOf(address)).catch(String));
    const many = isolation.discover(httpJson, contextOf((await serve(meters(3))).address), {
      ...options,
      maxEntities: 2,
    });
    await expect(many).rejects.toBeInstanceOf(Misconfigured);
  });

  test('uses the memory of the client, and what the service throws remains what it is', async () => {
    const read: string[] = [];
    const stored = emptyMemory();
    const get = (name: string) => {
      read.push(name);
      return stored.get(name);
    };
    const simulator = connectorOf('simulator');
    const context = contextFor(simulator, { memory: { ...stored, get } });
    const { entities } = await isolation.discover(simulator, context, options);
    expect(entities.length).toBeGreaterThan(0);
    expect(read.length).toBeGreaterThan(0);

    const throttled = new Throttled('Enough.', { retryAfterMs: 1_000 });
    const limited = {
      ...contextOf('http://127.0.0.1:9'),
      acquire: () => Promise.reject(throttled),
    };
    await expect(isolation.discover(httpJson, limited, options)).rejects.toBe(throttled);
  });

  test('ends at once when its signal is aborted', async () => {
    const { address, requests } = await serve('[]', () => new Promise(() => undefined));
    const abort = new AbortController();
    const reason = new Unavailable('Too late.');
    const polled = isolation.discover(
      httpJson,
      contextOf(address, { signal: abort.signal }),
      options,
    );
    await waitFor(() => requests.length > 0);
    abort.abort(reason);
    await expect(polled).rejects.toBe(reason);
  });

  test('that takes too much memory fails, and those beside it are repeated', async () => {
    // It answers once the other poll has ended its process, and so has its own.
    const beside = await serve(meters(1), () => waitFor(() => reasons.length > 0));
    const large = await serve(`[${'[],'.repeat(1_300_000)}[]]`, () =>
      waitFor(() => beside.requests.length > 0),
    );
    const costly = isolation.discover(httpJson, contextOf(large.address, { requests: 6 }), options);
    const failure = costly.catch((error: unknown) => error);
    const found = await isolation.discover(httpJson, contextOf(beside.address), options);
    expect(found.entities).toHaveLength(1);
    expect(await failure).toBeInstanceOf(TooCostly);
    expect(beside.requests.length).toBeGreaterThan(1);
    expect(reasons.splice(0)).toEqual(['limit', 'limit']);
  });

  test('that takes too much processor time at once fails', async () => {
    const depth = 2_000_000;
    const nested = await serve(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    const impatient = openIsolation({ log, maxSharedBusyMs: 150, maxSeparateBusyMs: 150 });
    const polled = impatient.discover(httpJson, contextOf(nested.address), options);
    await expect(polled).rejects.toBeInstanceOf(TooCostly);
    impatient.close();
    expect(reasons.splice(0)).toEqual(['limit', 'limit']);
  });

  test('is repeated when its process stands still', async () => {
    const before = processes();
    const impatient = openIsolation({ log, maxSharedBusyMs: 300 });
    let isStopped = false;
    const { address } = await serve(meters(1), async () => {
      if (isStopped) return;
      isStopped = true;
      for (const id of processes()) if (!before.includes(id)) process.kill(id, 'SIGSTOP');
    });
    const found = await impatient.discover(httpJson, contextOf(address), options);
    impatient.close();
    expect(found.entities).toHaveLength(1);
    expect(reasons.splice(0)).toEqual(['limit']);
  });

  test('of a heavy client has its process alone, and developers take turns', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const acme = await serve(meters(1), () => released);
    const globex = await serve(meters(1), () => released);
    const poll = (developer: string, { address }: { address: string }) =>
      isolation.discover(httpJson, contextOf(address), { ...options, developer, isHeavy: true });
    const polls = [poll('acme', acme), poll('acme', acme), poll('globex', globex)];
    await waitFor(() => acme.requests.length + globex.requests.length === 2);
    expect(acme.requests).toHaveLength(1);
    expect(processes().length).toBeGreaterThanOrEqual(2);
    release();
    for (const { entities } of await Promise.all(polls)) expect(entities).toHaveLength(1);
  });
});

test('a request that is interrupted by what runs beside it is not to blame, and not repeated', async () => {
  const beside = await serve(meters(1), () => waitFor(() => reasons.length > 0));
  const large = await serve(`[${'[],'.repeat(1_300_000)}[]]`, () =>
    waitFor(() => beside.requests.length > 0),
  );
  const costly = isolation.discover(httpJson, contextOf(large.address, { requests: 6 }), options);
  const failure = costly.catch((error: unknown) => error);
  const worker = { developer: 'globex', isHeavy: false };
  const request = { device: 'm0', values: { reading: 1 } };
  const performed = isolation.perform(httpJson, contextOf(beside.address), worker, request);
  const error: unknown = await performed.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Unavailable);
  expect(error).not.toBeInstanceOf(TooCostly);
  expect(beside.requests).toHaveLength(1);
  expect(await failure).toBeInstanceOf(TooCostly);
  expect(reasons.splice(0)).toEqual(['limit', 'limit']);
});

describe('a request of a device in another process', () => {
  const simulator = connectorOf('simulator');
  const worker = { developer: 'acme', isHeavy: false };

  test('does what it does here, and fails as it does here', async () => {
    const context = contextFor(simulator, { client: { devices: 5 } });
    const { entities } = await isolation.discover(simulator, context, options);
    const lamp = entities.find(({ values }) => typeof values.on === 'boolean')!;
    const write = (name: string) => {
      const request = { device: lamp.id, values: { [name]: !lamp.values.on } };
      return isolation.perform(simulator, context, worker, request);
    };
    expect(await write('on')).toEqual({});
    const after = await isolation.discover(simulator, context, options);
    expect(after.entities.find(({ id }) => id === lamp.id)!.values.on).toBe(!lamp.values.on);
    await expect(write('other')).rejects.toBeInstanceOf(Rejected);
  });

  test('that takes too much processor time at once fails, and no longer harms the service', async () => {
    const depth = 2_000_000;
    const nested = await serve(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    const impatient = openIsolation({ log, maxSharedBusyMs: 150, maxSeparateBusyMs: 150 });
    const request = { device: 'm1', values: { reading: 1 } };
    for (const isHeavy of [false, true]) {
      const context = contextOf(nested.address);
      const performed = impatient.perform(httpJson, context, { ...worker, isHeavy }, request);
      await expect(performed).rejects.toBeInstanceOf(TooCostly);
    }
    impatient.close();
    expect(reasons.splice(0)).toEqual(['limit', 'limit']);
  });
});

test('no process is left', async () => {
  isolation.close();
  await waitFor(() => processes().length === 0);
});
