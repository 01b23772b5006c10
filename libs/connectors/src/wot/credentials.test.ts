import { rootCertificates } from 'node:tls';
import { describe, expect, test } from '@jest/globals';
import {
  Unauthorized,
  discover,
  invokeAction,
  writeProperty,
  type HttpRequest,
} from '@trellis/connector-sdk';
import { generate } from 'selfsigned';
import { wot } from './connector.js';
import { openRemote } from './remote.js';
import { property, type Answers, type SeenRequest } from './testing/device.js';
import { contextOf, device, poll } from './testing/in-test.js';

const everyKind = [
  { scheme: 'basic', username: 'alice', password: 'the-secret' },
  { scheme: 'bearer', token: 'the-secret' },
  { scheme: 'apikey', in: 'header', name: 'X-Key', key: 'the-secret' },
  { scheme: 'apikey', in: 'query', name: 'key', key: 'the-secret' },
];
const isWithSecret = ({ path, headers }: SeenRequest) =>
  /the-secret/.test(JSON.stringify([path, headers])) ||
  headers.authorization === `Basic ${btoa('alice:the-secret')}`;

describe.each(everyKind)('credentials of the kind %j', (security) => {
  test('are sent to the origin of the user, and nowhere else', async () => {
    const secretive = { 'htv:fieldName': 'Authorization', 'htv:fieldValue': 'stolen' };
    const other = await device({
      '/v': 1,
      '/all': { a: 1 },
      '/td': { title: 'B', properties: {} },
      '/do': (_request, response) => {
        return void response.writeHead(202, { location: '/status' }).end('{}');
      },
      '/status': { status: 'completed' },
      '/more': [],
    });
    const { port } = new URL(other.origin);
    const properties = {
      own: property('/v'),
      a: property(`${other.origin}/v`, { writeOnly: false }),
      user: property(`http://localhost@127.0.0.1:${port}/v`),
      b: { forms: [{ href: `${other.origin}/v`, 'htv:headers': [secretive] }] },
    };
    const thief = {
      id: 'urn:thief',
      title: 'Thief',
      base: other.origin,
      properties,
      actions: { steal: { forms: [{ href: '/do' }] } },
      forms: [{ href: '/all', op: 'readallproperties' }],
    };
    const own = await device({
      '/': (_request, response) => {
        response.setHeader('link', `<${other.origin}/more>; rel="next"`);
        return [thief, { ...thief, id: 'urn:other', base: undefined }, `${other.origin}/td`];
      },
      '/v': 2,
    });
    const context = contextOf({ url: own.origin, security });
    const { entities } = await discover(wot, context);
    expect(entities).toMatchObject([
      { values: { own: 1, a: 1, b: 1 } },
      { values: { own: 2, a: 1, b: 1 } },
      { title: 'B' },
    ]);
    await writeProperty(wot, context, { device: 'urn:thief', property: 'a', value: 3 });
    await invokeAction(wot, context, { device: 'urn:thief', action: 'steal', input: undefined });
    expect(own.seen.length).toBeGreaterThan(2);
    expect(own.seen.filter((request) => !isWithSecret(request))).toEqual([]);
    const paths = other.seen.map(({ method, path }) => `${method} ${path}`);
    for (const expected of [
      'GET /all',
      'GET /td',
      'GET /more',
      'PUT /v',
      'POST /do',
      'GET /status',
    ]) {
      expect(paths).toContain(expected);
    }
    expect(other.seen.filter(isWithSecret)).toEqual([]);
    expect(other.seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });

  test('are accepted when they are right, and otherwise Unauthorized', async () => {
    const answers = {
      '/': { id: 'urn:a', title: 'Safe', properties: { a: property('/v') } },
      '/v': 1,
    };
    const { origin } = await device(answers, { allows: isWithSecret });
    expect((await poll({ url: origin, security })).entities[0]!.values).toEqual({ a: 1 });
    const wrong = JSON.parse(JSON.stringify(security).replace('the-secret', 'wrong')) as object;
    await expect(poll({ url: origin, security: wrong })).rejects.toBeInstanceOf(Unauthorized);
    await expect(poll({ url: origin })).rejects.toBeInstanceOf(Unauthorized);
  });

  test('are not sent with a form that needs none', async () => {
    const forms = [{ href: '/open', security: 'open' }];
    const { origin, seen } = await device({
      '/': {
        title: 'A',
        securityDefinitions: { open: { scheme: 'nosec' } },
        security: 'open',
        properties: { a: { forms }, b: property('/v') },
      },
      '/open': 1,
      '/v': 2,
    });
    expect((await poll({ url: origin, security })).entities[0]!.values).toEqual({ a: 1, b: 2 });
    const bare = seen.filter((request) => !isWithSecret(request)).map(({ path }) => path);
    expect(bare).toEqual(['/open']);
  });
});

test('a thing that asks for Digest is read with the hash of the password', async () => {
  const seen: (string | undefined)[] = [];
  const challenge = { 'www-authenticate': 'Digest realm="a", nonce="b", qop="auth"' };
  const { origin } = await device({
    '/': ({ headers }, response) => {
      seen.push(headers.authorization);
      if (headers.authorization) return { title: 'A', properties: {} };
      return void response.writeHead(401, challenge).end();
    },
  });
  const security = { scheme: 'digest', username: 'alice', password: 'the-secret' };
  expect((await poll({ url: origin, security })).entities).toMatchObject([{ title: 'A' }]);
  expect(seen).toEqual([undefined, expect.stringMatching(/^Digest username="alice"/)]);
  expect(seen[1]).not.toContain('the-secret');
});

test('a server that names itself by its IP address gets them under the name of the user', async () => {
  const security = { scheme: 'bearer', token: 'the-secret' };
  const answers: Answers = { '/v': 1 };
  const { origin, seen } = await device(answers, { allows: isWithSecret });
  const { port } = new URL(origin);
  const forms = [{ href: `http://127.0.0.1:${port}/v` }, { href: `http://[::1]:${port}/v` }];
  answers['/'] = { title: 'A', properties: { a: { type: 'number', forms } } };
  expect((await poll({ url: origin, security })).entities[0]!.values).toEqual({ a: 1 });
  expect(seen.map(({ headers }) => headers.host)).toEqual([
    `localhost:${port}`,
    `localhost:${port}`,
  ]);
});

describe('a thing that refuses the credentials', () => {
  const properties = { a: property('/v') };
  const guarded = { allows: ({ path }: SeenRequest) => path !== '/v' };

  test('makes the client Unauthorized when it is the only one', async () => {
    const { origin } = await device({ '/': { title: 'A', properties } }, guarded);
    await expect(poll({ url: origin })).rejects.toBeInstanceOf(Unauthorized);
  });

  test('is unavailable when it is one of several, which is a problem of its own', async () => {
    const open = { id: 'urn:b', title: 'B', properties: { a: property('/open') } };
    const list = [{ id: 'urn:a', title: 'A', properties }, open];
    const { origin } = await device({ '/': list, '/open': 1 }, guarded);
    const { entities, problems, complete } = await poll({ url: origin });
    expect(entities).toMatchObject([
      { id: 'urn:a', available: false, values: {} },
      { id: 'urn:b', available: true, values: { a: 1 } },
    ]);
    expect({ problems, complete }).toEqual({
      problems: [{ device: 'urn:a', failure: expect.any(Unauthorized) }],
      complete: true,
    });
  });

  test('at another origin is unavailable: other credentials would not help', async () => {
    const other = await device({}, { allows: () => false });
    const away = { a: property(`${other.origin}/v`) };
    const { origin } = await device({ '/': { id: 'urn:a', title: 'A', properties: away } });
    expect((await poll({ url: origin })).entities).toMatchObject([{ available: false }]);
    const writing = { device: 'urn:a', property: 'a', value: 1 };
    const refused = writeProperty(wot, contextOf({ url: origin }), writing);
    await expect(refused).rejects.toThrow(/another origin/);
  });
});

test('a self-signed server is trusted with its certificate, and otherwise not', async () => {
  const attributes = [{ name: 'commonName', value: 'localhost' }];
  const options = {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  };
  const { cert, private: key } = await generate(attributes, options as never);
  const answers = { '/': { title: 'A', properties: { a: property('/v') } }, '/v': 1 };
  const { origin, seen } = await device(answers, { tls: { cert, key } });
  expect((await poll({ url: origin, ca: cert })).entities[0]!.values).toEqual({ a: 1 });
  const before = seen.length;
  await expect(poll({ url: origin })).rejects.toThrow(/self-signed/);
  expect(seen).toHaveLength(before);
});

test('a thing that wants credentials says which, if none are configured', async () => {
  const guarded = (title: string, scheme: object, path: string) => ({
    id: `urn:${title}`,
    title,
    securityDefinitions: { sc: scheme },
    security: 'sc',
    properties: { count: property(path) },
  });
  const { origin } = await device({
    '/token': guarded('Meter', { scheme: 'oauth2', flow: 'client' }, '/count'),
    '/several': [
      guarded('Meter', { scheme: 'combo', oneOf: ['sc'] }, '/open'),
      guarded('Lock', { scheme: 'basic' }, '/count'),
    ],
    '/open': 1,
    '/count': (_request, response) => void response.writeHead(401).end(),
  });
  await expect(poll({ url: `${origin}/token` })).rejects.toMatchObject({
    message:
      'Meter wants an access token of OAuth 2, which can be configured as `bearer`. None are configured.',
    facts: { cause: 'credentials_missing' },
  });
  const security = { scheme: 'bearer', token: 'wrong' };
  await expect(poll({ url: `${origin}/token`, security })).rejects.toMatchObject({
    facts: { cause: 'credentials_refused' },
  });
  expect((await poll({ url: `${origin}/several` })).problems).toMatchObject([
    {
      device: 'urn:Lock',
      failure: { message: 'Lock wants credentials (basic). None are configured.' },
    },
  ]);
});

test('a certificate is trusted alone at the own origin, and besides the public ones elsewhere', async () => {
  const requests: HttpRequest[] = [];
  const { url, ...client } = { url: 'https://own.example/', ca: 'a certificate' };
  const answer = { status: 200, headers: {}, text: '{}', json: () => ({}) };
  const { context } = openRemote(contextOf({ url }));
  const { send } = openRemote({
    ...context,
    client: { ...context.client, ...client },
    http: async (request) => (requests.push(request), answer),
  });
  await send({ href: 'https://own.example/thing' });
  await send({ href: 'https://other.example/thing' });
  expect(requests.map(({ tls }) => tls?.ca)).toEqual([
    'a certificate',
    ['a certificate', ...rootCertificates].join('\n'),
  ]);
});

test.each([
  { url: 'ftp://x/' },
  { url: 'http://user:secret@host/' },
  { url: 'http://x/', ca: 'none' },
  { url: 'http://x/', security: { scheme: 'basic', username: 'a:b', password: '' } },
  { url: 'http://x/', security: { scheme: 'bearer', token: 'a\r\nb' } },
  { url: 'http://x/', security: { scheme: 'digest' } },
  { url: 'http://x/', interval_ms: 10 },
])('%j is not a valid configuration', (client) => {
  expect(wot.client.schema.safeParse(client).success).toBe(false);
});
