import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { serveProbes } from './probes.js';

let port: number;
let isReady: boolean;
let close: () => Promise<void>;
beforeEach(async () => {
  port = await freePort();
  isReady = true;
  const check = async () => {
    if (!isReady) throw new Error('The database is down.');
  };
  close = await serveProbes({ port, check });
});
afterEach(() => close());

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

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

test('nothing is served without a port', async () => {
  const end = await serveProbes({ port: undefined, check: async () => undefined });
  await expect(end()).resolves.toBeUndefined();
});
