import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import express, { type ErrorRequestHandler } from 'express';
import { attachExchange, createExchange } from '@trellis/operations';
import { serveWebPages } from './web-pages.js';

const folder = mkdtempSync(join(tmpdir(), 'trellis-page-'));
const script = 'console.log("hello");\n'.repeat(100);
let server: Server;
beforeAll(async () => {
  mkdirSync(join(folder, 'built/assets'), { recursive: true });
  writeFileSync(join(folder, 'built/index.html'), '<!doctype html><title>Page</title>');
  writeFileSync(join(folder, 'built/assets/a-1.js'), script);
  writeFileSync(join(folder, 'built/assets/a-1.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'built/element.js'), script);
  writeFileSync(join(folder, 'built/.sources'), 'not public');
  const app = express();
  app.use((request, response, next) => {
    request.headers['x-request-id'] = 'r1';
    attachExchange(createExchange(request, response));
    next();
  });
  const pages = [
    { path: '/page', package: 'built' },
    {
      path: '/set',
      package: 'built',
      settings: { a: 1 },
      connectsTo: ['https://login.example'],
    },
    { path: '/opened', package: 'built', keepsOpener: true, embedded: /^\/element\.js$/ },
    { path: '/missing', package: 'missing' },
  ];
  app.use(serveWebPages(pages, (page) => join(folder, page.package)));
  const answerProblem: ErrorRequestHandler = (error, _request, response, _next) =>
    void response.status(400).json((error as Problem).code);
  app.use(answerProblem);
  server = createServer(app).listen(0);
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const request = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);

test.each(['/page', '/page/', '/page/any/path', '/page/index.html'])(
  'the page is at %s, and looked for anew each time',
  async (path) => {
    const answer = await request(path);
    expect(await answer.text()).toMatch('<title>Page</title>');
    expect(answer.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const again = await request(path, {
      headers: { 'if-none-match': answer.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
  },
);

test('files with a digest in their names are kept for good, and sent compressed', async () => {
  const answer = await request('/page/assets/a-1.js', { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  expect(await answer.text()).toBe(script);
});

test('a page may load its own files alone, and no page may frame it', async () => {
  const { headers } = await request('/page');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;" +
      "font-src 'self';connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  );
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-request-id')).toBe('r1');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
});

test('a page may send requests to origins that it needs, and reads its settings', async () => {
  const { headers } = await request('/set');
  expect(headers.get('content-security-policy')).toContain(
    ";connect-src 'self' https://login.example;",
  );
  const settings = await request('/set/settings.json');
  expect(settings.headers.get('cache-control')).toBe('public, max-age=60');
  expect(await settings.json()).toEqual({ a: 1 });
  expect((await request('/page/settings.json')).status).toBe(404);
});

test('only a page that answers its opener keeps it', async () => {
  const { headers } = await request('/opened');
  expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
});

test('pages of other origins may load the files that are for them, and nothing else', async () => {
  const headersOf = async (path: string) => {
    const { headers } = await request(path);
    return ['access-control-allow-origin', 'cross-origin-resource-policy', 'cache-control'].map(
      (name) => headers.get(name),
    );
  };
  expect(await headersOf('/opened/element.js')).toEqual(['*', 'cross-origin', 'no-cache']);
  const closed = [null, 'same-origin', 'no-cache'];
  expect(await headersOf('/opened/')).toEqual(closed);
  expect(await headersOf('/page/element.js')).toEqual(closed);
});

test('there are no other files', async () => {
  expect((await request('/page/assets/other.js')).status).toBe(404);
  for (const path of ['/page/.sources', '/page/..%2fbuilt%2f.sources']) {
    expect(await (await request(path)).text()).not.toMatch('not public');
  }
});

test.each([
  ['GET', '/missing', 'not_found'],
  ['POST', '/page', 'method_not_allowed'],
])('%s %s is the problem %s', async (method, path, code) => {
  const answer = await request(path, { method });
  expect(await answer.json()).toBe(code);
});
