import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { isUnsent, Misconfigured, Unavailable } from '../failure.js';
import { createResolver } from './lookup.js';
import { certificate, failureOf, hostile, http, serveTls } from './testing/server.js';

const greet = (_request: unknown, response: { end(text: string): void }) => response.end('{}');

/** The number of sockets of this process, at both ends. */
const openSockets = () =>
  process.getActiveResourcesInfo().filter((kind) => /^(TCPSocket|TLS)Wrap$/.test(kind)).length;

describe('a certificate', () => {
  test('is trusted if the given authority signed it, and otherwise not', async () => {
    const pair = await certificate();
    const { url } = await serveTls(greet, pair);
    await expect(http()({ url })).rejects.toThrow(/ is self-signed and not trusted/);
    await expect(http()({ url, tls: { ca: pair.cert } })).resolves.toMatchObject({ status: 200 });
    const other = await certificate();
    const refusal = await failureOf(http()({ url, tls: { ca: other.cert } }));
    expect(refusal).toBeInstanceOf(Misconfigured);
  });

  test('must be for the requested host, not for its address', async () => {
    const pair = await certificate('device.example');
    const { url, port } = await serveTls(greet, pair);
    const tls = { ca: pair.cert };
    const resolve = async () => ({ address: '127.0.0.1', family: 4 }) as const;
    const named = http({ resolve })({ url: `https://device.example:${port}`, tls });
    await expect(named).resolves.toMatchObject({ status: 200 });
    await expect(http()({ url, tls })).rejects.toThrow(/ is for device\.example\./);
  });

  test('of an authority that is invalid vouches for no server', async () => {
    const { url } = await serveTls(greet);
    const refusal = await failureOf(http()({ url, tls: { ca: 'nonsense' } }));
    expect(refusal).toBeInstanceOf(Misconfigured);
  });
});

describe('a pin', () => {
  test('that refuses a certificate sends nothing to the server', async () => {
    const seen: unknown[] = [];
    const { url, server, idle } = await serveTls((request, response) => {
      seen.push(request.headers['x-key']);
      response.end();
    });
    let known: string | undefined;
    const pin = async (fingerprint: string) => {
      known ??= fingerprint;
      if (fingerprint !== known) throw new Misconfigured('Another certificate.');
    };
    const tls = { pin };
    const ask = () => http()({ url, tls, headers: { 'x-key': 'a secret' } });
    await ask();
    await ask();
    let received = 0;
    server.on('secureConnection', (socket) =>
      socket.on('data', ({ length }) => (received += length)),
    );
    server.setSecureContext(await certificate());
    await expect(ask()).rejects.toBeInstanceOf(Misconfigured);
    await idle();
    expect({ seen, received }).toEqual({ seen: ['a secret', 'a secret'], received: 0 });
  });

  test('does not weaken the egress policy', async () => {
    const { url, connections } = await serveTls(greet);
    let checked = 0;
    const tls = { pin: async () => void (checked += 1) };
    const resolve = createResolver({ allowPrivate: false });
    await expect(http({ resolve })({ url, tls })).rejects.toThrow('not allowed');
    expect({ checked, connections: connections() }).toEqual({ checked: 0, connections: 0 });
  });

  test('is not checked for a connection without TLS', async () => {
    const server = await hostile('accepts and never answers');
    let checked = 0;
    const tls = { pin: async () => void (checked += 1) };
    const url = `http://127.0.0.1:${server.port}`;
    await expect(http()({ url, tls, timeoutMs: 100 })).rejects.toBeInstanceOf(Unavailable);
    expect(checked).toBe(0);
  });

  test('whose check takes too long does not keep the connection', async () => {
    const { url, idle } = await serveTls(greet);
    const tls = { pin: () => new Promise<never>(() => undefined) };
    await expect(http()({ url, tls, timeoutMs: 300 })).rejects.toThrow(/in time/);
    await idle();
  }, 30_000);

  test('whose server hangs up during the check is Unavailable at once', async () => {
    const { url, server } = await serveTls(greet);
    server.on('secureConnection', (socket) => socket.destroy());
    const before = openSockets();
    const tls = {
      async pin() {
        while (openSockets() > before) await nextTurn();
      },
    };
    const refusal = await failureOf(http()({ url, tls, timeoutMs: 30_000 }));
    expect(refusal).toBeInstanceOf(Unavailable);
    expect(String(refusal)).not.toMatch(/in time/);
  });
});

test.each(['accepts and never answers', 'hangs up at once', 'answers with nonsense'] as const)(
  'a TLS handshake with a server that %s ends in time, and the connection with it',
  async (behaviour) => {
    const server = await hostile(behaviour);
    const pending = http()({ url: `https://127.0.0.1:${server.port}`, timeoutMs: 300 });
    const refusal = await failureOf(pending);
    expect(isUnsent(refusal)).toBe(true);
    await server.idle();
  },
);
