import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { startTrellis, type FakeTrellis } from '../testing/server.js';
import { checkDeployment } from './deployment.js';

let server: FakeTrellis;
afterEach(() => server.close());

test('an address that redirects is wrong, since commands do not follow it', async () => {
  const redirect = (response: ServerResponse) =>
    void response.writeHead(308, { location: 'https://trellis.example/health' }).end();
  server = await startTrellis({ 'GET /health': () => redirect });
  expect(await checkDeployment(server.address)).toEqual([
    {
      what: 'Address',
      state: 'wrong',
      detail: `${server.address} redirects to https://trellis.example/health.`,
      remedy: expect.stringContaining('trellis login --url'),
    },
  ]);
});
