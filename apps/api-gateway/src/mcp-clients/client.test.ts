import { beforeEach, describe, expect, test } from '@jest/globals';
import { createSealing, generateKey } from '@trellis/sealing';
import { createClientReader, isDocumentAddress, type ReadMcpClient } from './client.js';

const url = 'https://agent.example/client.json';
const redirect_uris = ['https://agent.example/callback'];

type Read = Awaited<ReturnType<Parameters<typeof createClientReader>[0]['readDocument']>>;

let documents: Record<string, Record<string, unknown>>;
let answer: (read: string) => Read;
let reads: string[];
let read: ReadMcpClient;
beforeEach(() => {
  reads = [];
  documents = { [url]: { client_id: url, client_name: 'Agent', redirect_uris } };
  answer = (from) => ({ document: documents[from]! });
  read = createClientReader({
    sealing: createSealing(generateKey()),
    async readDocument(from) {
      reads.push(from);
      return answer(from);
    },
  });
});

describe('the address of a description', () => {
  test.each([
    [url, true],
    ['https://agent.example/client?version=2', true],
    ['https://agent.example:8443/client', true],
    ['http://agent.example/client.json', false],
    ['https://agent.example', false],
    ['https://agent.example/', false],
    ['https://agent.example/client#fragment', false],
    ['https://agent.example/client#', false],
    ['https://agent.example/a/../client', false],
    ['https://agent.example/%2e%2e/client', false],
    ['https://user@agent.example/client', false],
    ['https://agent.example\\@evil.example/client', false],
    [`https://agent.example/${'a'.repeat(500)}`, false],
    ['v2.a.b.c.d', false],
  ])('may be %s: %s', (id, isOne) => {
    expect(isDocumentAddress(id)).toBe(isOne);
  });
});

test('an app is known by its description, which is read once while it is valid', async () => {
  expect(await read(url)).toEqual({ name: 'Agent', redirect_uris });
  await Promise.all([read(url), read(url)]);
  expect(reads).toEqual([url]);
});

test('a description that cannot be read is read again, and says why', async () => {
  answer = () => ({ failure: 'agent.example answers with status 404.' });
  for (let again = 0; again < 2; again += 1) {
    await expect(read(url)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('status 404'),
      extras: { errors: [expect.objectContaining({ pointer: '/client_id' })] },
    });
  }
  expect(reads).toHaveLength(2);
});

test.each<[string, object, RegExp]>([
  ['another client_id', { client_id: `${url}?` }, /another client_id/],
  ['no client_id', { client_id: undefined }, /no valid client_id/],
  ['a secret', { client_secret: 'x' }, /no valid client_secret/],
  ['a key', { token_endpoint_auth_method: 'private_key_jwt' }, /token_endpoint_auth_method/],
  ['a name of two lines', { client_name: 'a\nb' }, /no valid client_name/],
  ['no redirect URIs', { redirect_uris: undefined }, /no valid redirect_uris/],
  ['no usable redirect URI', { redirect_uris: ['app:/x', 3] }, /no redirect URI/],
])('a description with %s is refused', async (_what, changed, reason) => {
  documents[url] = { ...documents[url], ...changed };
  await expect(read(url)).rejects.toThrow(reason);
});

test('addresses of another kind are left out', async () => {
  documents[url] = { client_id: url, redirect_uris: ['app:/callback', ...redirect_uris] };
  expect(await read(url)).toEqual({ name: 'agent.example', redirect_uris });
});
