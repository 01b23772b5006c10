import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createResolvers } from '@trellis/connector-sdk';
import { startHttpServer, type HttpServer } from '@trellis/testing';
import { readClientDocument } from './client-document.js';

let headers: Record<string, string>;
let status: number;
let body: string;
let server: HttpServer;
beforeEach(async () => {
  headers = {};
  status = 200;
  body = '{"client_id":"x"}';
  server = await startHttpServer((_request, response) =>
    response.writeHead(status, headers).end(body),
  );
});
afterEach(() => server.close());

const read = (allowPrivate = true) =>
  readClientDocument(
    { resolverOf: createResolvers({ allowPrivate }) },
    { url: `${server.address}/agent.json` },
    { expiresAt: Infinity },
  );

test.each([
  ['max-age=600', 600],
  ['public, max-age="60"', 60],
  ['no-store, max-age=600', 0],
  ['private', undefined],
])('a document with Cache-Control: %s is valid for %s seconds', async (control, seconds) => {
  headers['cache-control'] = control;
  expect(await read()).toEqual({ document: { client_id: 'x' }, max_age_seconds: seconds });
});

test.each<[string, () => unknown, RegExp]>([
  ['is elsewhere', () => [(status = 302), (headers.location = '/x')], /redirects to/],
  ['is not found', () => (status = 404), /status 404/],
  ['has another status', () => (status = 201), /no JSON object/],
  ['is a list', () => (body = '[]'), /no JSON object/],
  ['is a page', () => (body = '<html>'), /not answer with JSON/],
  ['is large', () => (body = `"${'a'.repeat(5 * 1024)}"`), /more than 5,120 bytes/],
])('a document that %s is none', async (_what, change, failure) => {
  change();
  expect(await read()).toEqual({ failure: expect.stringMatching(failure) });
  expect(server.requests).toHaveLength(1);
});

test('a document in a network that may not be reached is not requested', async () => {
  expect(await read(false)).toEqual({ failure: expect.stringMatching(/is not allowed/) });
  expect(server.requests).toEqual([]);
});
