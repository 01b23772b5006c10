import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { parseBody, parseInTurn, receiveBody } from './body.js';

let server: Server;
let address: string;

/** Answers with the body that was read, or with the problem. */
beforeAll(async () => {
  const app = express();
  app.use(async (request, response) => {
    const form = request.path === '/form';
    const answer = await receiveBody(request, { form })
      .then((bytes) => parseBody(bytes!, { form }, 'owner'))
      .catch((error: unknown) => {
        if (error instanceof Problem) return { problem: error.code, detail: error.message };
        throw error;
      });
    response.json(answer);
  });
  // Without a timeout, no connection is closed while the next request is on its way.
  server = Object.assign(createServer(app), { keepAliveTimeout: 0 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

async function send(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  path = '/',
): Promise<unknown> {
  const init = {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': 'application/json', ...headers },
  };
  return (await fetch(address + path, init)).json();
}

/** A body of 1 MiB. */
const largest = `"${'a'.repeat(1_048_574)}"`;
const text = JSON.stringify({ name: 'Küche', values: [1, 2.5, null] });

test.each([
  ['not compressed', text, {}],
  ['another JSON type', text, { 'content-type': 'application/ld+json; charset=utf-8' }],
  ['gzip', gzipSync(text), { 'content-encoding': 'gzip' }],
  ['brotli', brotliCompressSync(text), { 'content-encoding': 'br' }],
])('JSON is read: %s', async (_case, body, headers) => {
  expect(await send(body, headers as Record<string, string>)).toEqual(JSON.parse(text));
});

test.each([
  ['of 1 MiB', largest, {}],
  ['of 1 MiB when decompressed', gzipSync(largest), { 'content-encoding': 'gzip' }],
  ['of 200 levels', '['.repeat(200) + ']'.repeat(200), {}],
])('a body %s is taken', async (_case, body, headers) => {
  expect(await send(body, headers as Record<string, string>)).not.toHaveProperty('problem');
});

test('a form is read', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await send('a=1&b=%C3%BC&a=2', headers, '/form')).toEqual({ a: ['1', '2'], b: 'ü' });
});

test.each([
  ['of another type', text, { 'content-type': 'text/plain' }, 'unsupported_media_type'],
  ['in an unknown encoding', text, { 'content-encoding': 'rot13' }, 'unsupported_media_type'],
  ['that is not gzip', text, { 'content-encoding': 'gzip' }, 'invalid_request'],
  ['that is not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), {}, 'invalid_request'],
  ['that is not JSON', '{"a":', {}, 'invalid_request'],
  ['that is empty', '', {}, 'invalid_request'],
  ['that is too large', largest.replace('a', 'aa'), {}, 'body_too_large'],
  [
    'that is too large when decompressed',
    gzipSync(largest.replace('a', 'aa')),
    { 'content-encoding': 'gzip' },
    'body_too_large',
  ],
  ['with a rounded integer', '[12345678901234567]', {}, 'invalid_request'],
  ['with a number out of range', '[1e999]', {}, 'invalid_request'],
  ['nested too deeply', '['.repeat(201) + ']'.repeat(201), {}, 'invalid_request'],
])('a body %s is refused', async (_case, body, headers, problem) => {
  expect(await send(body, headers as Record<string, string>)).toMatchObject({ problem });
});

test.each([
  ['as large as a number can be', `[${Number.MAX_SAFE_INTEGER}]`],
  ['that a double holds exactly', '[12345678901234568]'],
  ['in a string', '["12345678901234567", "\\"12345678901234567"]'],
])('an integer %s is kept', async (_case, body) => {
  expect(await send(body)).toEqual(JSON.parse(body));
});

// Once the time that it took grew with the square of the length.
test.each([
  ['that never ends', `[1234567890123456,"${'\\"'.repeat(500_000)}`],
  ['of quotes', JSON.stringify([1234567890123456, '"'.repeat(500_000)])],
])('a string %s holds up nobody', async (_case, body) => {
  expect(await send(body)).toBeDefined();
});

test('large bodies are parsed one in a turn of the event loop, and their owners take turns', async () => {
  const large = Buffer.from(JSON.stringify(new Array(50_000).fill(1)));
  const order: string[] = [];
  let ticks = 0;
  const next = () => {
    ticks += 1;
    if (order.length < 11) setImmediate(next);
  };
  setImmediate(next);
  const parse = (owner: string) => parseInTurn(large, owner).then(() => order.push(owner));
  await Promise.all([...Array.from({ length: 10 }, () => parse('busy')), parse('quiet')]);
  expect(order.indexOf('quiet')).toBeLessThan(3);
  expect(ticks).toBeGreaterThanOrEqual(10);
});
