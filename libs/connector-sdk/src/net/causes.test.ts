import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Cause } from '@trellis/contracts';
import { createResolver } from './lookup.js';
import {
  bounds,
  closeAfterTest,
  failureOf,
  hostile,
  http,
  listen,
  serve,
  serveTls,
} from './testing/server.js';
import { shownAddress } from './url.js';
import { openWebSocket } from './web-socket.js';

interface Broken {
  url: string;
  /** Sends a request that fails. */
  attempt(): Promise<unknown>;
}

const get = (url: string, options: object = {}): Broken => ({
  url,
  attempt: () => http()({ url: `${url}/lamps?key=secret`, timeoutMs: 1_500, ...options }),
});

/** A port of this machine where nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const hostileUrl = async (behaviour: Parameters<typeof hostile>[0]): Promise<string> => {
  const { host, port } = await hostile(behaviour);
  return `http://${host}:${port}`;
};

/** A server that answers with these bytes. */
async function raw(answer: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer, 'latin1'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closeAfterTest(() => server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** A resolver that leads every name to an address of a network for documentation (RFC 5737, RFC 3849). */
const leadingTo = (address: string) => async () => ({ address, family: 6 as const });

const faults: [string, Cause, () => Promise<Broken> | Broken][] = [
  [
    'a closed port',
    'connection_refused',
    async () => get(`http://127.0.0.1:${await closedPort()}`),
  ],
  ['a name that does not exist', 'name_not_found', () => get('http://no-such-host.invalid')],
  [
    'an address that is not allowed',
    'address_not_allowed',
    () => ({
      url: 'http://10.0.0.1',
      attempt: () =>
        http({ resolve: createResolver({ allowPrivate: false }) })({
          url: 'http://10.0.0.1/lamps',
        }),
    }),
  ],
  [
    'an address to which no network leads',
    'no_route',
    () => ({
      url: 'http://lamps.example',
      attempt: () =>
        http({ resolve: leadingTo('2001:db8::1') })({ url: 'http://lamps.example/lamps' }),
    }),
  ],
  [
    'a server that never answers',
    'answer_timeout',
    async () => get(await hostileUrl('accepts and never answers')),
  ],
  [
    'a server that hangs up',
    'connection_lost',
    async () => get(await hostileUrl('hangs up at once')),
  ],
  [
    'a connection that breaks within the answer',
    'connection_lost',
    async () => get(await hostileUrl('closes in the middle of its answer')),
  ],
  [
    'an endless answer',
    'answer_too_large',
    async () => get(await hostileUrl('answers without end'), { timeoutMs: 20_000 }),
  ],
  [
    'an answer that is no HTTP',
    'other_protocol',
    async () => get(await raw('220 mail.example ESMTP\r\n')),
  ],
  ['an alert of TLS', 'tls_expected', async () => get(await raw('\x15\x03\x01\x00\x02\x02\x46'))],
  [
    'a server that expects TLS and says so',
    'tls_expected',
    async () =>
      get(
        await serve((_request, response) => {
          response.writeHead(400).end('The plain HTTP request was sent to HTTPS port');
        }),
      ),
  ],
  [
    'a server with TLS that is asked without',
    'connection_lost',
    async () =>
      get((await serveTls((_request, response) => response.end())).url.replace('https', 'http')),
  ],
  [
    'a server without TLS that is asked with it',
    'tls_protocol',
    async () => get((await serve((_request, response) => response.end())).replace('http', 'https')),
  ],
  [
    '403 that says when to come back',
    'rate_limited',
    async () =>
      get(
        await serve((_request, response) => response.writeHead(403, { 'retry-after': '60' }).end()),
      ),
  ],
  [
    'a header that cannot be sent',
    'request_invalid',
    () => get('http://127.0.0.1', { headers: { key: 'ä\n' } }),
  ],
];

test.each(faults)('%s is told apart: %s', async (_what, cause, breakIt) => {
  const { url, attempt } = await breakIt();
  const failure = await failureOf(attempt());
  expect(failure).toMatchObject({ facts: { cause, address: `${url}/lamps` } });
  expect(String(failure)).not.toContain('secret');
});

test('HTML in place of JSON is told with its media type', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
  });
  const answer = await http()({ url });
  const failure = await failureOf(Promise.resolve().then(() => answer.json()));
  expect(failure).toMatchObject({
    message: `${new URL(url).host} does not answer with JSON, but with text/html.`,
    facts: { cause: 'not_json', status: 200, address: url },
  });
});

test.each<[string, Cause, () => Promise<string>]>([
  ['a closed port', 'connection_refused', async () => `127.0.0.1:${await closedPort()}`],
  [
    'no WebSocket',
    'other_protocol',
    async () => (await listen(createHttpServer((_request, response) => response.end()))).host,
  ],
])('a WebSocket to %s names its cause and address', async (_what, cause, serveIt) => {
  const address = `ws://${await serveIt()}/live`;
  const failure = await failureOf(openWebSocket(bounds(), { url: `${address}?key=secret` }));
  expect(failure).toMatchObject({ facts: { cause, address } });
});

test.each([
  ['https://api.example/v1/lamps/7?key=secret#part', 'https://api.example/v1/lamps/7'],
  ['https://user:password@api.example/', 'https://api.example'],
  [
    'https://api.example/bot123456789:AAH-kd9Lq7aPz0/things',
    'https://api.example/bot123456789:AAH-kd9Lq7aPz0/things',
  ],
  ['https://api.example/AbCdEf0123456789AbCdEf/things', 'https://api.example/…/things'],
  [
    'https://api.example/measurements-of-all-stations',
    'https://api.example/measurements-of-all-stations',
  ],
])('%s is shown as %s', (url, shown) => {
  expect(shownAddress(new URL(url))).toBe(shown);
});
