import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from './testing/gateway.js';
import { sendJson } from './testing/send-json.js';

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = {};
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const get = (path: string) => sendJson(gateway, 'GET', path);

describe('what never changes', () => {
  const description = {
    id: 3,
    type_id: 'door',
    name: 'Door',
    description: 'A door.',
    logo: 'data:,',
    sample_instance_configuration: { connector_type_id: 'door', configuration: {} },
    sample_client_configuration: { connector_type_id: 'door' },
    instance_configuration_schema: {},
    client_configuration_schema: {},
  };
  let fetches: number;
  beforeEach(() => {
    fetches = 0;
    calls['descriptions.list'] = () => {
      fetches += 1;
      return [description, { ...description, id: 7 }];
    };
  });

  test.each([
    '/api/v1/connectors/descriptions',
    '/api/v1/connectors/descriptions?limit=1',
    '/api/v1/connectors/descriptions/7',
    '/api/v1/openapi.json',
    '/.well-known/wot',
    '/docs/problems',
    '/docs/swagger-initializer.js',
  ])('is sent once to those who keep it: %s', async (path) => {
    const first = await gateway.request(path);
    const text = await first.text();
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(Number(first.headers.get('content-length'))).toBe(Buffer.byteLength(text));
    for (const given of [etag, `"other", W/${etag}`, '*']) {
      const again = await gateway.request(path, { headers: { 'if-none-match': given } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([
        304,
        etag,
        '',
      ]);
    }
    const changed = await gateway.request(path, { headers: { 'if-none-match': '"other"' } });
    expect([changed.status, await changed.text()]).toEqual([200, text]);
  });

  test('is not asked for again', async () => {
    for (const path of ['', '', '?limit=1', '/3', '/7', '/door']) {
      expect((await get(`/api/v1/connectors/descriptions${path}`)).status).toBe(200);
    }
    expect((await get('/api/v1/connectors/descriptions/4')).status).toBe(404);
    expect(fetches).toBe(1);
  });

  test('of a list has pages', async () => {
    const { body, headers } = await get('/api/v1/connectors/descriptions?limit=1');
    expect(body).toEqual([description]);
    const next = /<http:\/\/trellis.test(.*)>; rel="next"/.exec(headers.get('link')!)![1]!;
    expect((await get(next)).body).toMatchObject([{ id: 7 }]);
  });
});
