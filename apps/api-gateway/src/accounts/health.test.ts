import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = { 'health.check': () => ({ clock_skew_ms: 5 }) };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const get = async (path: string) => {
  const response = await gateway.request(path);
  return { status: response.status, body: (await response.json()) as object };
};
const down = () => {
  throw new Problem('unavailable', 'Down.');
};

describe('a gateway', () => {
  test('is ready while the services behind it are down, and shows that they are', async () => {
    calls['health.check'] = down;
    expect(await get('/health/ready')).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await get('/health')).toEqual({
      status: 200,
      body: {
        status: 'degraded',
        services: {
          'api-gateway': { status: 'ok', clock_skew_ms: 0 },
          'units-service': { status: 'unavailable' },
          'connector-runtime': { status: 'unavailable' },
          'accounts-service': { status: 'unavailable' },
        },
      },
    });
  });

  test('is not ready without the message queue, and is alive', async () => {
    calls['queue.check'] = down;
    expect((await get('/health/ready')).status).toBe(503);
    expect((await get('/health/live')).status).toBe(200);
    expect((await get('/health')).body).toMatchObject({
      status: 'degraded',
      services: { 'api-gateway': { status: 'unavailable' }, 'units-service': { status: 'ok' } },
    });
  });

  test('shows the whole, with the clocks of all services', async () => {
    expect((await get('/health')).body).toEqual({
      status: 'ok',
      services: {
        'api-gateway': { status: 'ok', clock_skew_ms: 0 },
        'units-service': { status: 'ok', clock_skew_ms: 5 },
        'connector-runtime': { status: 'ok', clock_skew_ms: 5 },
        'accounts-service': { status: 'ok', clock_skew_ms: 5 },
      },
    });
  });
});
