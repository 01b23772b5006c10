import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { sendJson } from '../testing/send-json.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = {};
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const get = (path: string) => sendJson(gateway, 'GET', path);
const send = (method: string, path: string, body?: unknown) =>
  sendJson(gateway, method, path, { body });

describe('a problem', () => {
  test('of a service keeps its code, status and remedy', async () => {
    calls['clients.remove'] = () => {
      throw new Problem('removal_failed', 'Not now.');
    };
    const { status, headers, body } = await send('DELETE', `/api/v1/connectors/clients/${id}`);
    expect(headers.get('content-type')).toMatch('application/problem+json');
    expect({ status, body }).toMatchObject({
      status: 500,
      body: { title: expect.any(String), detail: 'Not now.', remedy: 'retry' },
    });
  });

  test('of a body has twenty errors at most, and one if a list is too long', async () => {
    const errorsWith = async (count: number) => {
      const properties = new Array(count).fill(1);
      const { body } = await send('POST', '/api/v1/units', { name: 'a', type: 'b', properties });
      return (body as { errors: object[] }).errors;
    };
    const errors = await errorsWith(10_000);
    expect(errors).toHaveLength(20);
    expect(errors.at(-1)).toMatchObject({ detail: expect.stringContaining('9980 more errors') });
    expect(await errorsWith(250_000)).toEqual([
      { pointer: '/properties', detail: 'Must have at most 10000 items.' },
    ]);
  });

  test('that is a fault is logged, and shows nothing of itself', async () => {
    calls['units.read'] = () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7');
    };
    const { status, body } = await get(`/api/v1/units/${id}`);
    expect([status, (body as { detail: string }).detail]).toEqual([
      500,
      'The request failed; the failure has been logged.',
    ]);
    expect(gateway.logged).toContainEqual(
      expect.objectContaining({
        level: 50,
        msg: 'request failed',
        req: expect.objectContaining({ route: '/api/v1/units/:id' }),
        err: expect.objectContaining({ message: 'connect ECONNREFUSED 10.0.0.7' }),
      }),
    );
  });

  test('of an address, a path or a method says what is wrong', async () => {
    expect((await get('/api/v1/nothing')).status).toBe(404);
    expect((await get('/api/v1/units/%zz')).status).toBe(404);
    expect((await send('PATCH', '/api/v1/units')).headers.get('allow')).toBe('POST, GET, HEAD');
  });
});
