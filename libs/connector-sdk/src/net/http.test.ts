import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { Misconfigured, Rejected, Unauthorized, Unavailable } from '../failure.js';
import { createResolver } from './lookup.js';
import { parseRetryAfterMs } from './request.js';
import { bounds, failureOf, hostile, http, listen, serve } from './testing/server.js';

/** Starts a server that answers with these bytes, and then ends the connection. */
async function raw(bytes: string, end: (socket: Socket) => void = (socket) => socket.end()) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(bytes, () => end(socket)));
  });
  return listen(server as never);
}

describe('an answer', () => {
  test('is returned whole, with its headers', async () => {
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
    // Bodies are read as they come: a compressed one would not be.
    expect(seen[0]!.headers['accept-encoding']).toBe('identity');
  });

  test.each([
    [401, 'GET', Unauthorized, 'credentials_refused'],
    [401, 'PUT', Unauthorized, 'credentials_refused'],
    [403, 'PUT', Unauthorized, 'forbidden'],
    [400, 'PUT', Rejected, 'value_refused'],
    [404, 'DELETE', Rejected, 'value_refused'],
    [409, 'PATCH', Rejected, 'value_refused'],
    [422, 'POST', Rejected, 'value_refused'],
    [400, 'GET', Misconfigured, 'bad_request'],
    [404, 'GET', Misconfigured, 'not_found'],
    [405, 'PUT', Misconfigured, 'bad_request'],
    [408, 'GET', Unavailable, 'unexpected_status'],
    [410, 'GET', Misconfigured, 'not_found'],
    [429, 'PUT', Unavailable, 'rate_limited'],
    [500, 'PUT', Unavailable, 'server_error'],
    [503, 'GET', Unavailable, 'server_error'],
  ] as const)('with status %i to %s is %p: %s', async (status, method, failure, cause) => {
    const url = await serve((_request, response) => {
      response.writeHead(status).end('a secret of the remote');
    });
    const refusal = await failureOf(http()({ url: `${url}/things?key=secret`, method }));
    expect(refusal).toBeInstanceOf(failure);
    expect(refusal).toMatchObject({ facts: { cause, status, address: `${url}/things` } });
    expect(String(refusal)).toContain(String(status));
    expect(String(refusal)).not.toContain('secret');
    await expect(http()({ url, method, accept: [status] })).resolves.toMatchObject({ status });
    await expect(http()({ url, method, accept: 'any' })).resolves.toMatchObject({ status });
  });

  test.each([301, 302, 303, 307, 308])('that redirects with %i is not followed', async (status) => {
    const target = await hostile('accepts and never answers');
    const location = `http://127.0.0.1:${target.port}/new?key=secret`;
    const url = await serve((_request, response) => response.writeHead(status, { location }).end());
    for (const method of ['GET', 'POST'] as const) {
      const refusal = await failureOf(http()({ url, method }));
      expect(refusal).toBeInstanceOf(Misconfigured);
      expect(refusal).toMatchObject({ facts: { cause: 'redirect', status } });
      expect(String(refusal)).toContain(`http://127.0.0.1:${target.port}/new, `);
      expect(String(refusal)).not.toContain('secret');
    }
    const { headers } = await http()({ url, accept: [status] });
    expect(headers.location).toBe(location);
    expect(target.connections()).toBe(0);
  });

  test('with `Retry-After` has the time in its failure', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end();
    });
    const refusal = await failureOf(http()({ url }));
    expect(refusal).toMatchObject({ retryAfterMs: 7_000, sent: true });
    expect(parseRetryAfterMs(new Date(60_000).toUTCString(), 20_000)).toBe(40_000);
    expect(parseRetryAfterMs(new Date(10_000).toUTCString(), 20_000)).toBe(0);
    expect(parseRetryAfterMs('soon')).toBeUndefined();
    expect(parseRetryAfterMs(['1', '2'])).toBeUndefined();
    expect(parseRetryAfterMs(undefined)).toBeUndefined();
  });

  test.each(['', '<html>', '{"half', 'a secret of the remote'])(
    'that is %j is not JSON, which is Unavailable and does not quote it',
    async (text) => {
      const url = await serve((_request, response) => response.end(text));
      const answer = await http()({ url });
      expect(answer.text).toBe(text);
      expect(() => answer.json()).toThrow(Unavailable);
      expect(() => answer.json()).toThrow(/does not answer with JSON\.$/);
    },
  );

  test('that is too large is cut off, with and without `Content-Length`', async () => {
    const said = await serve((_request, response) => response.end('x'.repeat(2_000)));
    const unsaid = await serve((_request, response) => {
      response.write('x'.repeat(1_000));
      response.end('x'.repeat(1_000));
    });
    for (const url of [said, unsaid]) {
      const refusal = await failureOf(http()({ url, maxBytes: 1_999 }));
      expect(refusal).toMatchObject({ message: expect.stringMatching(/more than 1,999 bytes/) });
      expect(refusal).toBeInstanceOf(Unavailable);
      await expect(http()({ url, maxBytes: 2_000 })).resolves.toMatchObject({ status: 200 });
    }
  });

  test('that is too large is cut if the request asks for that, and its connection ends', async () => {
    const server = await hostile('answers without end');
    const url = `http://127.0.0.1:${server.port}`;
    const { text, isCut } = await http()({ url, maxBytes: 1_000, cutsBody: true });
    expect({ length: Buffer.byteLength(text), isCut }).toEqual({ length: 1_000, isCut: true });
    await server.idle();
    const whole = await serve((_request, response) => response.end('x'.repeat(1_000)));
    const answer = await http()({ url: whole, maxBytes: 1_000, cutsBody: true });
    expect(answer).toMatchObject({ text: 'x'.repeat(1_000), isCut: false });
  });

  test('without end is cut off at 4 MiB, and the connection with it', async () => {
    const server = await hostile('answers without end');
    const pending = http()({ url: `http://127.0.0.1:${server.port}` });
    await expect(pending).rejects.toThrow(/more than 4,194,304 bytes/);
    await server.idle();
  });

  test.each([
    ['a line that is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`],
    ['a body that is too short', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}'],
    ['a chunk that is too short', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{}'],
    ['no last chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n'],
  ])('with %s is Unavailable', async (_what, bytes) => {
    for (const end of [(socket: Socket) => socket.end(), (socket: Socket) => socket.destroy()]) {
      const server = await raw(bytes, end);
      const refusal = await failureOf(http()({ url: `http://${server.host}`, timeoutMs: 30_000 }));
      expect(refusal).toBeInstanceOf(Unavailable);
      expect(refusal).toMatchObject({ sent: true });
      expect(String(refusal)).not.toMatch(/in time/);
      expect(server.connections()).toBe(1);
      await server.idle();
    }
  });
});

describe('time', () => {
  test.each(['accepts and never answers', 'answers without end'] as const)(
    'is up for a server that %s',
    async (behaviour) => {
      const server = await hostile(behaviour);
      const request = { url: `http://${server.host}:${server.port}/`, maxBytes: Infinity };
      const ending = new AbortController();
      const pending = failureOf(http({ signal: ending.signal })(request));
      await server.connected();
      ending.abort();
      expect(await pending).toMatchObject({ message: expect.stringMatching(/in time/) });
      await server.idle();
      const late = await failureOf(http()({ ...request, timeoutMs: 100 }));
      expect(late).toBeInstanceOf(Unavailable);
      expect(late).toMatchObject({ message: expect.stringMatching(/in time/) });
      await server.idle();
    },
  );

  test('is up when the signal of the request itself is aborted', async () => {
    const server = await hostile('accepts and never answers');
    const ending = new AbortController();
    const url = `http://${server.host}:${server.port}/`;
    const pending = failureOf(http()({ url, signal: ending.signal, timeoutMs: 60_000 }));
    await server.connected();
    ending.abort();
    expect(await pending).toBeInstanceOf(Unavailable);
    await server.idle();
  });

  test('is up for a server whose answer never ends, byte by byte', async () => {
    const url = await serve((_request, response) => {
      const more = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(more));
    });
    await expect(http()({ url, timeoutMs: 200 })).rejects.toThrow(/in time/);
  });

  test('is up before anything is sent when the signal is aborted already', async () => {
    const server = await hostile('accepts and never answers');
    let acquired = 0;
    const request = { url: `http://${server.host}:${server.port}/` };
    const given = { signal: AbortSignal.abort(), acquire: async () => void (acquired += 1) };
    const refusal = await failureOf(http(given)(request));
    expect(refusal).toBeInstanceOf(Unavailable);
    expect(refusal).toMatchObject({ sent: false });
    expect({ acquired, connections: server.connections() }).toEqual({
      acquired: 0,
      connections: 0,
    });
  });

  test.each([
    ['the rate limit is waited for', { acquire: () => new Promise<never>(() => undefined) }],
    ['a name is looked up', { resolve: () => new Promise<never>(() => undefined) }],
  ])('is up while %s', async (_what, given) => {
    const signal = AbortSignal.timeout(50);
    const refusal = await failureOf(http({ ...given, signal })({ url: 'http://localhost:1/' }));
    expect(refusal).toBeInstanceOf(Unavailable);
    expect(refusal).toMatchObject({ sent: false });
  });
});

describe('a request', () => {
  test('that fails says whether it may have arrived', async () => {
    const gone = await hostile('hangs up at once');
    const there = await hostile('closes in the middle of its answer');
    await gone.stop();
    const at = ({ port }: { port: number }) =>
      failureOf(http()({ url: `http://127.0.0.1:${port}/` }));
    expect(await at(gone)).toMatchObject({ sent: false });
    expect(await at(there)).toMatchObject({ sent: true });
    const nowhere = http()({ url: 'http://no.such.name.invalid/' });
    expect(await failureOf(nowhere)).toMatchObject({ sent: false });
  });

  test.each(['GET', 'PUT', 'POST'] as const)('by %s is sent once', async (method) => {
    const server = await hostile('hangs up at once');
    const url = `http://127.0.0.1:${server.port}/`;
    await expect(http()({ url, method, json: {} })).rejects.toBeInstanceOf(Unavailable);
    expect(server.connections()).toBe(1);
  });

  test('leaves no connection open, whether it succeeds or fails', async () => {
    const server = await listen(
      createHttpServer((request, response) => {
        response.writeHead(request.url === '/fine' ? 200 : 500, { connection: 'keep-alive' });
        response.end('{}');
      }),
    );
    await http()({ url: `http://${server.host}/fine` });
    await server.idle();
    await failureOf(http()({ url: `http://${server.host}/fails` }));
    await server.idle();
    expect(server.connections()).toBe(2);
  });

  test('is sent to the allowed address, with the requested host', async () => {
    const hosts: (string | undefined)[] = [];
    const url = new URL(
      await serve((request, response) => {
        hosts.push(request.headers.host);
        response.end();
      }),
    );
    url.hostname = 'device.example';
    const resolved: string[] = [];
    const resolve = async (name: string) => {
      resolved.push(name);
      return { address: '127.0.0.1', family: 4 } as const;
    };
    await http({ resolve })({ url });
    expect({ resolved, hosts }).toEqual({ resolved: ['device.example'], hosts: [url.host] });
  });

  test.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://localhost',
    'http://2130706433',
    'http://0x7f.1',
    'http://017700000001',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::127.0.0.1]',
    'http://0.0.0.0',
    'http://169.254.169.254',
    'http://10.1.2.3',
    'http://192.168.0.1',
    'http://100.64.0.1',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://[fec0::1]',
    'http://１２７.０.０.１',
  ])('to %s is refused where private addresses are', async (origin) => {
    const watched = await hostile('accepts and never answers');
    const resolve = createResolver({ allowPrivate: false });
    const pending = http({ resolve })({ url: `${origin}:${watched.port}/`, timeoutMs: 30_000 });
    await expect(pending).rejects.toThrow('not allowed');
    expect(watched.connections()).toBe(0);
  });

  test.each(['ftp://localhost/', 'file:///etc/passwd', 'http://user:pw@localhost/', 'nonsense'])(
    'to %s is Misconfigured',
    async (url) => {
      await expect(http()({ url })).rejects.toBeInstanceOf(Misconfigured);
    },
  );

  test.each([
    ['a line break in a header', { 'x-key': 'a secret\r\nx-evil: 1' }],
    ['a line break in the name of a header', { 'x-a: 1\r\nx-evil': 'a secret' }],
    ['a header that is not of its alphabet', { 'x-key': 'a secret ✓' }],
  ])('with %s is Misconfigured, and nothing is sent', async (_what, headers) => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    const refusal = await failureOf(http()({ url, headers: headers as Record<string, string> }));
    expect(refusal).toBeInstanceOf(Misconfigured);
    expect(String(refusal)).not.toContain('secret');
    expect(requests).toBe(0);
  });

  test('has the given headers in place of the defaults', async () => {
    const seen: string[][] = [];
    const url = await serve((request, response) => {
      seen.push(request.rawHeaders.map((text) => text.toLowerCase()));
      response.end();
    });
    const headers = { Accept: 'text/plain', 'Content-Type': 'application/merge-patch+json' };
    await http()({ url, method: 'PATCH', json: {}, headers });
    const values = (name: string) => seen[0]!.filter((_text, at) => seen[0]![at - 1] === name);
    expect(values('accept')).toEqual(['text/plain']);
    expect(values('content-type')).toEqual(['application/merge-patch+json']);
  });

  test('waits for the rate limit', async () => {
    const refusal = new Unavailable('Used up.', { retryAfterMs: 1 });
    const pending = http({ acquire: () => Promise.reject(refusal) })({
      url: 'http://localhost:1/',
    });
    await expect(pending).rejects.toBe(refusal);
  });

  test('counts once against the rate limit', async () => {
    let acquired = 0;
    const url = await serve((_request, response) => response.end());
    await http(bounds({ acquire: async () => void (acquired += 1) }))({ url });
    expect(acquired).toBe(1);
  });
});
