import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { generate } from 'selfsigned';
import { createResolver } from './egress.js';
import { Misconfigured, Rejected, Unauthorized, Unavailable } from './failure.js';
import { createHttp, retryAfterOf, type HttpBounds } from './http.js';
import { pinOnFirstUse } from './memory.js';
import { emptyMemory, startHostileServer } from './testing/index.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(server: ReturnType<typeof createServer>, scheme: string): Promise<string> {
  server.listen(0);
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
}

const serve = (answer: RequestListener) => listen(createServer(answer), 'http');

async function certificate() {
  const names = [{ name: 'commonName', value: 'localhost' }];
  const subjectAltName = { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] };
  const options = { keyType: 'ec', extensions: [subjectAltName] };
  const { cert, private: key } = await generate(names, options as never);
  return { cert, key };
}

function http(bounds: Partial<HttpBounds> = {}) {
  return createHttp({
    resolve: createResolver({ allowPrivate: true }),
    signal: AbortSignal.timeout(10_000),
    spend: async () => undefined,
    ...bounds,
  });
}

describe('an answer', () => {
  test('is given whole, with its headers', async () => {
    const seen: { method: string; headers: IncomingHttpHeaders; body: string }[] = [];
    const url = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      seen.push({ method: request.method!, headers: request.headers, body });
      response.setHeader('x-answer', 'yes').end('{"ä":1}');
    });
    const answer = await http()({ url, method: 'PUT', headers: { 'x-key': 'k' }, json: { on: 1 } });
    expect({ status: answer.status, json: answer.json() }).toEqual({ status: 200, json: { ä: 1 } });
    expect(answer.headers['x-answer']).toBe('yes');
    expect(seen).toMatchObject([
      { method: 'PUT', body: '{"on":1}', headers: { 'x-key': 'k', 'user-agent': 'Trellis' } },
    ]);
  });

  test.each([
    [401, 'GET', Unauthorized],
    [403, 'PUT', Unauthorized],
    [400, 'PUT', Rejected],
    [422, 'POST', Rejected],
    [404, 'GET', Unavailable],
    [302, 'GET', Unavailable],
    [500, 'PUT', Unavailable],
  ] as const)('with status %i to %s is %p', async (status, method, failure) => {
    const url = await serve((_request, response) => {
      response.writeHead(status, { location: 'http://localhost:1/' }).end('a secret of the remote');
    });
    const asked = http()({ url, method });
    await expect(asked).rejects.toBeInstanceOf(failure);
    await expect(asked).rejects.not.toThrow(/secret/);
    await expect(http()({ url, method, accept: [status] })).resolves.toMatchObject({ status });
    await expect(http()({ url, method, accept: 'any' })).resolves.toMatchObject({ status });
  });

  test('that says when to come again says so', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end();
    });
    const refusal = await http()({ url }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ retryAfter: 7_000, sent: true });
    expect(retryAfterOf(new Date(60_000).toUTCString(), 20_000)).toBe(40_000);
    expect(retryAfterOf('soon')).toBeUndefined();
  });

  test('that is too large is cut off', async () => {
    const url = await serve((_request, response) => response.end('x'.repeat(2_000)));
    await expect(http()({ url, limit: 1_000 })).rejects.toBeInstanceOf(Unavailable);
    await expect(http()({ url, limit: 2_000 })).resolves.toMatchObject({ status: 200 });
  });

  test('that takes too long is given up, by the signal or by the time of the request', async () => {
    const silent = await startHostileServer('accepts and never answers');
    closers.push(() => silent.stop());
    const url = `http://${silent.host}:${silent.port}/`;
    const signal = AbortSignal.timeout(100);
    await expect(http({ signal })({ url })).rejects.toThrow(/in time/);
    await expect(http()({ url, timeout: 100 })).rejects.toThrow(/in time/);
    const aborted = http({ signal: AbortSignal.abort() })({ url });
    await expect(aborted).rejects.toBeInstanceOf(Unavailable);
    await silent.idle();
  });
});

describe('a request', () => {
  test('tells whether it may have arrived', async () => {
    const gone = await startHostileServer('hangs up at once');
    const there = await startHostileServer('closes in the middle of its answer');
    closers.push(() => there.stop());
    await gone.stop();
    const failureAt = ({ port }: { port: number }) =>
      http()({ url: `http://127.0.0.1:${port}/` }).catch((error: unknown) => error);
    expect(await failureAt(gone)).toMatchObject({ sent: false });
    expect(await failureAt(there)).toMatchObject({ sent: true });
    expect(
      await http()({ url: 'http://no.such.name.invalid/' }).catch((e: unknown) => e),
    ).toMatchObject({
      sent: false,
    });
  });

  test.each([
    'http://127.0.0.1',
    'http://localhost',
    'http://2130706433',
    'http://0x7f.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0',
    'http://169.254.169.254',
    'http://10.1.2.3',
    'http://192.168.0.1',
    'http://100.64.0.1',
    'http://[fd00::1]',
    'http://[fe80::1]',
  ])('to %s is refused where private addresses are', async (origin) => {
    const watched = await startHostileServer('accepts and never answers');
    closers.push(() => watched.stop());
    const resolve = createResolver({ allowPrivate: false });
    const asked = http({ resolve })({ url: `${origin}:${watched.port}/`, timeout: 2_000 });
    await expect(asked).rejects.toBeInstanceOf(Misconfigured);
    expect(watched.connections()).toBe(0);
  });

  test.each(['ftp://localhost/', 'file:///etc/passwd', 'http://user:pw@localhost/', 'nonsense'])(
    'to %s is Misconfigured',
    async (url) => {
      await expect(http()({ url })).rejects.toBeInstanceOf(Misconfigured);
    },
  );

  test('cannot carry a header with a line break', async () => {
    const url = await serve((_request, response) => response.end());
    const asked = http()({ url, headers: { 'x-key': 'a\r\nx-evil: 1' } });
    await expect(asked).rejects.toBeInstanceOf(Misconfigured);
  });

  test('waits for its turn', async () => {
    const refusal = new Unavailable('Used up.', { retryAfter: 1 });
    const asked = http({ spend: () => Promise.reject(refusal) })({ url: 'http://localhost:1/' });
    await expect(asked).rejects.toBe(refusal);
  });
});

describe('TLS', () => {
  test('trusts nobody by itself, and an authority where one is given', async () => {
    const pair = await certificate();
    const url = await listen(
      createTlsServer(pair, (_request, response) => response.end()),
      'https',
    );
    await expect(http()({ url })).rejects.toBeInstanceOf(Unavailable);
    await expect(http()({ url, tls: { ca: pair.cert } })).resolves.toMatchObject({ status: 200 });
    const other = await certificate();
    await expect(http()({ url, tls: { ca: other.cert } })).rejects.toBeInstanceOf(Unavailable);
  });

  test('pins the first certificate, and tells nothing to another', async () => {
    let requests = 0;
    const server = createTlsServer(await certificate(), (_request, response) => {
      requests += 1;
      response.end();
    });
    const url = await listen(server, 'https');
    const tls = { pin: pinOnFirstUse(emptyMemory(), 'The device') };
    await http()({ url, tls });
    await http()({ url, tls });
    server.setSecureContext(await certificate());
    await expect(http()({ url, tls })).rejects.toBeInstanceOf(Misconfigured);
    expect(requests).toBe(2);
  });
});
