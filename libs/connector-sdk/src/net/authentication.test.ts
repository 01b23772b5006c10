import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { Misconfigured, Unauthorized } from '../failure.js';
import { failureOf, http, serve } from './testing/server.js';

const credentials = { username: 'admin', password: 'open sesame' };
const digest = { scheme: 'digest', ...credentials } as const;

/** Starts a server that returns the `Authorization` of each request. */
async function echo() {
  const seen: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  });
  return { url, seen };
}

/** Starts a server that checks Digest itself; each nonce of `nonces` is good for `uses` requests. */
async function guarded({
  algorithm = 'SHA-256',
  nonces = ['n1', 'n2', 'n3'],
  uses = Infinity,
} = {}) {
  const name = { MD5: 'md5', 'SHA-256': 'sha256' }[algorithm]!;
  const hash = (text: string) => createHash(name).update(text).digest('hex');
  const seen: { nonce: string | undefined; count: string | undefined; body: string }[] = [];
  let used = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { authorization = '', host } = request.headers;
    const field = (name: string) => new RegExp(`${name}="?([^",]*)`).exec(authorization)?.[1];
    const [nonce, count] = [field('nonce'), field('nc')];
    seen.push({ nonce, count, body });
    const secret = hash(`${credentials.username}:${host}:${credentials.password}`);
    const target = hash(`${request.method}:${request.url}`);
    const expected = hash(`${secret}:${nonce}:${count}:${field('cnonce')}:auth:${target}`);
    if (nonce === nonces[0] && used === uses) {
      nonces.shift();
      used = 0;
    }
    if (nonce === nonces[0] && field('response') === expected) {
      used += 1;
      response.end('{}');
      return;
    }
    response.writeHead(401, {
      'www-authenticate': [
        'Basic realm="x"',
        `Digest realm="${host}", nonce="${nonces[0]}", qop="auth", algorithm=${algorithm}`,
      ],
    });
    response.end();
  };
  return { url: await serve((...given) => void answer(...given)), seen };
}

describe('a request authenticates itself', () => {
  test('by Basic (RFC 7617, section 2)', async () => {
    const { url, seen } = await echo();
    await http()({ url, auth: { scheme: 'basic', username: 'Aladdin', password: 'open sesame' } });
    await http()({ url, auth: { scheme: 'basic', username: 'test', password: '123£' } });
    expect(seen).toEqual(['Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==', 'Basic dGVzdDoxMjPCow==']);
  });

  test('by a bearer token, whatever its headers say', async () => {
    const { url, seen } = await echo();
    const headers = { Authorization: 'none' };
    await http()({ url, headers, auth: { scheme: 'bearer', token: 'abc' } });
    expect(seen).toEqual(['Bearer abc']);
  });

  test.each(['MD5', 'SHA-256'])('by Digest with %s, by path, query and body', async (algorithm) => {
    const { url, seen } = await guarded({ algorithm });
    const request = { url: `${url}/rpc?a=1&b=%20`, method: 'POST', json: { on: true } } as const;
    await expect(http()({ ...request, auth: digest })).resolves.toMatchObject({ status: 200 });
    const body = '{"on":true}';
    expect(seen).toEqual([
      { nonce: undefined, count: undefined, body },
      { nonce: 'n1', count: '00000001', body },
    ]);
  });

  test('by Digest with the challenge that it knows, until that is stale', async () => {
    const { url, seen } = await guarded({ uses: 2 });
    const ask = http();
    for (let count = 0; count < 3; count += 1) await ask({ url, auth: digest });
    expect(seen.map(({ nonce, count }) => `${nonce} ${count}`)).toEqual([
      'undefined undefined',
      'n1 00000001',
      'n1 00000002',
      'n1 00000003',
      'n2 00000001',
    ]);
  });

  test('by Digest, and each of its halves counts against the rate limit', async () => {
    const { url } = await guarded();
    let acquired = 0;
    await http({ acquire: async () => void (acquired += 1) })({ url, auth: digest });
    expect(acquired).toBe(2);
  });
});

describe('credentials', () => {
  test('that are wrong for Digest are Unauthorized, after one answer to the challenge', async () => {
    const { url, seen } = await guarded();
    const auth = { ...digest, password: 'a wrong secret' };
    const refusal = await failureOf(http()({ url, auth }));
    expect(refusal).toBeInstanceOf(Unauthorized);
    expect(String(refusal)).not.toMatch(/secret|sesame/);
    expect(seen).toHaveLength(2);
    await expect(http()({ url, auth, accept: [401] })).resolves.toMatchObject({ status: 401 });
  });

  test('for Digest are Unauthorized, and not sent, without a challenge for them', async () => {
    const seen: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401, { 'www-authenticate': 'Basic realm="device"' }).end();
    });
    await expect(http()({ url, auth: digest })).rejects.toBeInstanceOf(Unauthorized);
    expect(seen).toEqual([undefined]);
  });

  test.each([
    { scheme: 'basic', username: 'a:b', password: 'a secret' },
    { scheme: 'bearer', token: 'a secret\r\nx-evil: 1' },
  ] as const)('that cannot be sent by $scheme are Misconfigured', async (auth) => {
    const { url, seen } = await echo();
    const refusal = await failureOf(http()({ url, auth }));
    expect(refusal).toBeInstanceOf(Misconfigured);
    expect(String(refusal)).not.toContain('secret');
    expect(seen).toEqual([]);
  });
});
