import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair } from 'jose';
import { checkIssuer } from './token.js';

let server: Server | undefined;
afterEach(() => void server?.close());

async function serve(status: number, body: unknown): Promise<string> {
  server = createServer((_request, response) =>
    response.writeHead(status, { Connection: 'close' }).end(JSON.stringify(body)),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
}

test('an issuer whose keys can be fetched is good', async () => {
  const { publicKey } = await generateKeyPair('ES256');
  const url = await serve(200, { keys: [await exportJWK(publicKey)] });
  expect(await checkIssuer(url)).toEqual([
    { what: 'JWKS_URL', found: 'The key set of the issuer has 1 keys.' },
  ]);
});

test.each([
  ['that has no keys', 200, { keys: [] }, 'empty'],
  ['of another address', 404, {}, 'cannot be fetched'],
  ['that is no key set', 200, { issuer: 'https://login.example.com' }, 'cannot be fetched'],
])('an issuer %s is reported', async (_what, status, body, found) => {
  expect(await checkIssuer(await serve(status, body))).toEqual([
    { what: 'JWKS_URL', found: expect.stringMatching(found), remedy: expect.any(String) },
  ]);
});

test('an issuer that does not answer is reported, and one that is not configured is none', async () => {
  const [result] = await checkIssuer('http://127.0.0.1:1/keys');
  expect(result).toMatchObject({ found: expect.stringMatching('cannot be fetched') });
  expect(result!.remedy).toMatch('NODE_EXTRA_CA_CERTS');
  expect(await checkIssuer(undefined)).toEqual([]);
});
