import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { createMetrics } from './metrics/metrics.js';
import { createLog } from './logging/log.js';
import { serveProbes } from './probes.js';

let port: number;
let isReady: boolean;
let close: () => Promise<void>;
const written: string[] = [];
const log = createLog(
  { name: 'probed', level: 'info', secrets: [] },
  { write: (line) => void written.push(line) },
);
const metrics = createMetrics(
  { greetings_total: { type: 'counter', help: 'Greetings.', labels: [] } },
  { ofProcess: false },
);
beforeEach(async () => {
  port = await getPort();
  isReady = true;
  const check = async () => {
    if (!isReady) throw new Error('The database is down.');
  };
  close = await serveProbes({ port, check, metrics, log });
});
afterEach(() => close());

async function probe(path: string) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return [response.status, await response.json()];
}

test('a service is ready as long as its check passes, and alive in any case', async () => {
  expect(await probe('/health/ready')).toEqual([200, { status: 'ok' }]);
  isReady = false;
  expect(await probe('/health/ready')).toEqual([503, { status: 'unavailable' }]);
  expect(await probe('/health/live')).toEqual([200, { status: 'ok' }]);
  expect(await probe('/')).toEqual([404, { status: 'unknown' }]);
});

test('metrics are served in the text format of Prometheus', async () => {
  metrics.record('greetings_total', 2);
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.headers.get('content-type')).toMatch('text/plain; version=0.0.4');
  expect(await response.text()).toBe(
    '# HELP greetings_total Greetings.\n# TYPE greetings_total counter\ngreetings_total 2\n',
  );
});

test('the level of the log is changed at run time, to one that exists', async () => {
  const put = async (body: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/log/level`, { method: 'PUT', body });
    return [response.status, log.level];
  };
  expect(await put('debug')).toEqual([200, 'debug']);
  log.debug('seen');
  expect(await put('loud')).toEqual([400, 'debug']);
  expect(await put('x'.repeat(10_000))).toEqual([413, 'debug']);
  expect(await put('error')).toEqual([200, 'error']);
  log.info('unseen');
  expect(written.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'log level changed',
    'seen',
  ]);
  expect(await (await fetch(`http://127.0.0.1:${port}/log/level`)).text()).toBe('error\n');
});

const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((known) => known?.family === 'IPv4' && !known.internal)?.address;
(ownAddress ? test : test.skip)('and only by callers on this machine', async () => {
  const url = `http://${ownAddress}:${port}/log/level`;
  expect((await fetch(url, { method: 'PUT', body: 'trace' })).status).toBe(403);
  expect(log.level).not.toBe('trace');
});

test('nothing is served without a port', async () => {
  const end = await serveProbes({ port: undefined, check: async () => undefined, metrics, log });
  await expect(end()).resolves.toBeUndefined();
});
