import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { sendJson } from '../testing/send-json.js';

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
    connect: { method: 'form', steps: [] },
  };
  let fetches: number;
  beforeEach(() => {
    fetches = 0;
    calls['descriptions.list'] = () => {
      fetches += 1;
      return [description, { ...description, id: 7 }];
    };
  });

  test('a picture of ours has an address, and any other stays as it is', async () => {
    calls['descriptions.list'] = () =>
      ['globe', 'data:,', '', 'https://pictures.example/a.svg'].map((logo, id) => ({
        ...description,
        id,
        logo,
      }));
    const { body } = await get('/api/v1/connectors/descriptions');
    expect((body as unknown as { logo: string }[]).map(({ logo }) => logo)).toEqual([
      'http://trellis.test/connect/logos/globe.svg',
      'data:,',
      '',
      'https://pictures.example/a.svg',
    ]);
  });

  test.each([
    '/api/v1/connectors/descriptions',
    '/api/v1/connectors/descriptions?limit=1',
    '/api/v1/connectors/descriptions/7',
    '/api/v1/openapi.json',
    '/.well-known/wot',
    '/docs/problems',
    '/docs/terms',
    '/docs/swagger-initializer.js',
  ])('is sent once to those who keep it: %s', async (path) => {
    const plain = { 'accept-encoding': 'identity' };
    const first = await gateway.request(path, { headers: plain });
    const text = await first.text();
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(Number(first.headers.get('content-length'))).toBe(Buffer.byteLength(text));
    for (const given of [etag, `"other", W/${etag}`, '*']) {
      const again = await gateway.request(path, {
        headers: { ...plain, 'if-none-match': given },
      });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([
        304,
        etag,
        '',
      ]);
    }
    const changed = await gateway.request(path, {
      headers: { ...plain, 'if-none-match': '"other"' },
    });
    expect([changed.status, await changed.text()]).toEqual([200, text]);
  });

  test('is compressed for those who accept that, and has a tag of its own', async () => {
    const ask = (encoding: string, tag = '') =>
      gateway.request('/api/v1/openapi.json', {
        headers: { 'accept-encoding': encoding, 'if-none-match': tag },
      });
    const plain = await ask('identity');
    const first = await ask('gzip, deflate, br');
    const { headers } = first;
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('vary')).toContain('Accept-Encoding');
    expect(headers.get('content-type')).toBe(plain.headers.get('content-type'));
    const text = await plain.text();
    expect(await first.text()).toBe(text);
    expect(Number(headers.get('content-length'))).toBeLessThan(text.length / 4);
    const etag = headers.get('etag')!;
    expect(etag).not.toBe(plain.headers.get('etag'));
    expect([(await ask('br', etag)).status, (await ask('gzip', etag)).status]).toEqual([304, 200]);
    const codingOf = async (accepted: string) =>
      (await ask(accepted)).headers.get('content-encoding');
    expect(await codingOf('gzip;q=0')).toBeNull();
    expect(await codingOf('br;q=0.5, gzip')).toBe('gzip');
  });

  test('is not compressed when it is short', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await gateway.request('/api/v1/connectors/descriptions/7', { headers });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('vary')).not.toContain('Accept-Encoding');
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
