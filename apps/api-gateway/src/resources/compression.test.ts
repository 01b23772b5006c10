import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';

const ids = (count: number) =>
  Array.from({ length: count }, (_, n) => `0190b1f4-6d5c-7cc0-8000-${String(n).padStart(12, '0')}`);

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = { 'units.list': () => ({ items: ids(1_000) }) };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

interface Received {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  bytes: Buffer;
}

/** Sends a request without decoding its answer, as fetch() would. */
const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Received>((resolve, reject) => {
    const token = `Bearer ${gateway.tokenOf('ada', 'home')}`;
    const options = { method, headers: { authorization: token, ...headers } };
    const sent = request(new URL(path, gateway.address), options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const { statusCode = 0, headers } = answer;
        resolve({ status: statusCode, headers, bytes: Buffer.concat(parts) });
      });
    });
    sent.on('error', reject).end();
  });

const path = '/api/v1/units';
const vary = 'Origin, Accept-Encoding';
const accepting = (coding: string, others = {}) =>
  send(path, { 'accept-encoding': coding, ...others });

describe('a large answer', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['*', 'br'],
    ['identity, br;q=0.5', undefined],
    ['gzip;q=0', undefined],
    ['deflate', undefined],
    ['nonsense;;q', undefined],
  ])('has for %s the coding %s', async (accepted, coding) => {
    const plain = await send(path);
    const { headers, bytes } = await accepting(accepted);
    expect(headers['content-encoding']).toBe(coding);
    expect([headers.vary, plain.headers.vary]).toEqual([vary, vary]);
    expect(headers['content-type']).toBe(plain.headers['content-type']);
    expect(Number(headers['content-length'])).toBe(bytes.length);
    if (coding) expect(bytes.length).toBeLessThan(plain.bytes.length / 10);
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''];
    expect((decode ? decode(bytes) : bytes).equals(plain.bytes)).toBe(true);
  });

  test('has a tag for each coding, each of which spares it in any', async () => {
    const answers = [await send(path), await accepting('gzip'), await accepting('br')];
    const tags = answers.map(({ headers }) => headers.etag as string);
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) {
      for (const coding of ['identity', 'gzip', 'br']) {
        const { status, headers } = await accepting(coding, { 'if-none-match': tag });
        expect([status, headers['content-encoding']]).toEqual([304, undefined]);
        expect(headers.vary).toBe(vary);
      }
    }
    calls['units.list'] = () => ({ items: ids(999) });
    expect((await accepting('br', { 'if-none-match': tags[2] })).status).toBe(200);
  });

  test('is not compressed for its head', async () => {
    const { headers, bytes } = await send(path, { 'accept-encoding': 'br' }, 'HEAD');
    expect([headers['content-encoding'], bytes.length]).toEqual([undefined, 0]);
  });

  test('is as it is for a cookie alone, because its size could show secrets', async () => {
    const person = { id: 'p', email: 'ada@acme.example', name: 'Ada', verified: true };
    const [id] = ids(1);
    const created = new Date().toISOString();
    const one = { id, name: 'Acme', role: 'owner', environments: [], requires_two_factor: false };
    calls['people.read_session'] = () => person;
    calls['organizations.list'] = () => ({ organizations: Array(100).fill({ ...one, created }) });
    const answer = await fetch(`${gateway.address}/api/v1/organizations`, {
      headers: { cookie: 'trellis.session_token=x', 'accept-encoding': 'br' },
    });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
    expect((await answer.text()).length).toBeGreaterThan(10_000);
  });
});

test('a small answer is not compressed, and does not depend on what is accepted', async () => {
  calls['units.list'] = () => ({ items: ids(10) });
  const { headers } = await accepting('br');
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Origin']);
});

test('an event stream is not compressed', async () => {
  calls['events.read'] = () => ({ events: [], cursor: '1-1-1', more: false, missed: false });
  const stop = new AbortController();
  const headers = {
    authorization: `Bearer ${gateway.tokenOf('ada', 'home')}`,
    'accept-encoding': 'br',
  };
  const answer = await gateway.request('/api/v1/events', { headers, signal: stop.signal });
  expect(answer.headers.get('content-type')).toMatch('text/event-stream');
  expect(answer.headers.get('content-encoding')).toBeNull();
  stop.abort();
});
