import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  newAccount,
  startHttpServer,
  startRedis,
  startStack,
  waitFor,
  type Stack,
  type TestRedis,
} from '@trellis/testing';
import getPort, { portNumbers } from 'get-port';
import { parseMetrics, type Scrape } from './metrics/parse.js';
import { simulate } from './simulation.js';

const services = ['api-gateway', 'units-service', 'connector-runtime', 'accounts-service'] as const;
type Service = (typeof services)[number];

let redis: TestRedis | undefined;
let stack: Stack;
let firstPort: number;
beforeAll(async () => {
  redis = await startRedis();
  firstPort = await getPort({ port: portNumbers(21_000, 29_000) });
  stack = await startStack({
    environment: {
      HEALTH_PORT: String(firstPort),
      LOG_LEVEL: 'silent',
      ...(redis && { REDIS_URL: redis.url }),
    },
  });
});
afterAll(async () => {
  await stack.stop();
  stack.clear();
  await redis?.stop();
});

async function scrape(service: Service): Promise<Scrape> {
  const port = firstPort + services.indexOf(service);
  return parseMetrics(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
}

/** The sum of the samples with this name and these labels. */
function sumOf({ samples }: Scrape, name: string, labels: Record<string, string> = {}): number {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return found.reduce((sum, { value }) => sum + value, 0);
}

const valueOf = async (service: Service, name: string, labels?: Record<string, string>) =>
  sumOf(await scrape(service), name, labels);

const document = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');

/** Returns types and labels by name, as the document lists them for a service. */
function documented(service: Service): Map<string, { type: string; labels: string[] }> {
  const sections = document
    .split(/^## /m)
    .filter((text) => text.split('\n')[0]!.split(', ').includes(service));
  const rows = sections.join('').matchAll(/^- `(\w+)` \((\w+)(?:; ([^)]*))?\): /gm);
  return new Map(
    [...rows].map(([, name, type, labels]) => [
      name!,
      { type: type!, labels: [...(labels ?? '').matchAll(/`(\w+)`/g)].map(([, label]) => label!) },
    ]),
  );
}

/** Whether a metric is one of those that prom-client collects in every process. */
const isOfProcess = (name: string) => /^(process|nodejs)_/.test(name);

test.each(services)('what %s shows is what the document lists', async (service) => {
  const account = newAccount(stack);
  await simulate(account);
  const { types, samples } = await scrape(service);
  const listed = documented(service);
  const own = [...types].filter(([name]) => !isOfProcess(name));
  expect(types.size - own.length).toBeGreaterThan(20);
  expect(own.toSorted()).toEqual([...listed].map(([name, { type }]) => [name, type]).toSorted());
  for (const { name, labels } of samples) {
    if (isOfProcess(name)) continue;
    const row = listed.get(name) ?? listed.get(name.replace(/_(bucket|sum|count)$/, ''));
    const shown = Object.keys(labels).filter((label) => label !== 'le');
    expect({ name, labels: shown }).toEqual({ name, labels: row?.labels });
  }
});

test('requests are counted by route and class of status, whatever their addresses hold', async () => {
  const { request } = newAccount(stack);
  const count = (labels: Record<string, string>) =>
    valueOf('api-gateway', 'trellis_http_request_duration_seconds_count', labels);
  const unit = { method: 'GET', route: '/api/v1/units/:id', status: '4xx' };
  const before = await Promise.all([count(unit), count({ route: 'unknown' })]);
  const ids = ['0190b1f4-6d5c-7cc0-8000-000000000001', '0190b1f4-6d5c-7cc0-8000-000000000002'];
  for (const id of ids) await request('GET', `/units/${id}`);
  for (const path of ['/nothing', '/nowhere', '/%zz']) await request('GET', path);
  await waitFor(async () => (await count(unit)) === before[0]! + 2, { what: 'the requests' });
  await waitFor(async () => (await count({ route: 'unknown' })) === before[1]! + 3, {
    what: 'the unknown ones',
  });
  const { samples } = await scrape('api-gateway');
  expect(JSON.stringify(samples)).not.toMatch(/0190b1f4|nothing|nowhere/);
});

test('an event stream is measured until it begins, however long it is open', async () => {
  const { token } = newAccount(stack);
  const route = '/api/v1/events';
  const labels = { method: 'GET', route, status: '2xx' };
  const read = (part: string) =>
    valueOf('api-gateway', `trellis_http_request_duration_seconds_${part}`, labels);
  const before = { count: await read('count'), sum: await read('sum') };
  const closing = new AbortController();
  const startedAt = performance.now();
  await fetch(stack.address + route, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: closing.signal,
  });
  const begunAfterMs = performance.now() - startedAt;
  const open = () => valueOf('api-gateway', 'trellis_event_streams');
  await waitFor(async () => (await open()) > 0, { what: 'the open stream' });
  closing.abort();
  await waitFor(async () => (await read('count')) === before.count + 1, { what: 'its end' });
  expect((await read('sum')) - before.sum).toBeLessThanOrEqual(begunAfterMs / 1_000);
});

test('calls are seen at both ends', async () => {
  const { request } = newAccount(stack);
  await request('GET', '/units');
  const labels = { call: 'units.list', outcome: 'ok' };
  const made = await valueOf('api-gateway', 'trellis_call_duration_seconds_count', labels);
  const answered = await valueOf('units-service', 'trellis_call_handling_seconds_count', labels);
  const batches = await valueOf('units-service', 'trellis_call_batch_size_sum', {
    call: 'units.list',
  });
  expect(made).toBeGreaterThan(0);
  expect([answered, batches]).toEqual([made, made]);
});

test('polls, clients and schedules are counted', async () => {
  const runtime = (name: string, labels?: Record<string, string>) =>
    valueOf('connector-runtime', name, labels);
  const polls = () =>
    runtime('trellis_poll_duration_seconds_count', { type: 'simulator', outcome: 'ok' });
  const before = await polls();
  await simulate(newAccount(stack));
  await waitFor(async () => (await polls()) > before, { what: 'a poll' });
  const shown = await scrape('connector-runtime');
  expect(sumOf(shown, 'trellis_poll_lateness_seconds_count')).toBeGreaterThan(before);
  const subscriptions = shown.samples.filter(({ name }) => name === 'trellis_subscriptions');
  expect(subscriptions.map(({ labels }) => labels.state)).toEqual([
    'sending',
    'held_up',
    'stopped',
  ]);
  const deadLettered = shown.samples.filter(({ name }) => name === 'trellis_jobs_set_aside_total');
  expect(deadLettered.map(({ labels }) => labels.queue)).toEqual(
    expect.arrayContaining(['polls', 'batches', 'subscriptions', 'replays', 'secrets']),
  );
  const clients = sumOf(shown, 'trellis_clients');
  expect(clients).toBeGreaterThan(0);
  for (const name of ['trellis_schedules_expected', 'trellis_schedules']) {
    expect({ [name]: sumOf(shown, name) }).toEqual({ [name]: clients });
  }
});

test('the public port has no metrics', async () => {
  expect((await fetch(`${stack.address}/metrics`)).status).toBe(404);
});

test('the messages of alert rules are counted by channel and outcome', async () => {
  const receiver = await startHttpServer((_request, response) => response.writeHead(204).end());
  const { request } = newAccount(stack);
  const condition = { kind: 'client_error', minutes: 0 };
  const rule = { name: 'Lamps', condition, group_seconds: 0, webhook: receiver.address };
  expect((await request('POST', '/alerts', { body: rule })).status).toBe(201);
  const connector_type_id = 'wot';
  await request('POST', '/connectors/instances', {
    body: { connector_type_id, configuration: {} },
  });
  const configuration = { url: `${receiver.address}/device` };
  const body = { connector_type_id, configuration };
  await request('POST', '/connectors/clients', { subject: 'alice', body });
  const labels = { channel: 'webhook', outcome: 'delivered' };
  await waitFor(() => valueOf('connector-runtime', 'trellis_alert_messages_total', labels), {
    within: 40_000,
  });
  await receiver.close();
});
