import { afterEach, beforeEach, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { createMetrics } from './metrics/metrics.js';
import { serveProbes } from './probes.js';

let port: number;
let isReady: boolean;
let close: () => Promise<void>;
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
  close = await serveProbes({ port, check, metrics });
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

test('nothing is served without a port', async () => {
  const end = await serveProbes({ port: undefined, check: async () => undefined, metrics });
  await expect(end()).resolves.toBeUndefined();
});
