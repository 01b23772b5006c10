import { describe, expect, test } from '@jest/globals';
import { Unauthorized, Unavailable, writeProperty } from '@trellis/connector-sdk';
import { wot } from './connector.js';
import { property, type Answers, type Device } from './testing/device.js';
import { startDirectory } from './testing/directory.js';
import { contextOf, device, forThisTest, goneOrigin, poll } from './testing/in-test.js';

const ids = async (client: object) => (await poll(client)).entities.map(({ id }) => id);

/** A description without anything to read. */
const thing = (id: string, more: object = {}) => ({ id, title: id, properties: {}, ...more });

describe('a directory', () => {
  const directory = async (count: number, pageSize: number) =>
    forThisTest(await startDirectory(count, pageSize));

  test('is read to its last page', async () => {
    const peer = await directory(25, 10);
    const { entities, complete } = await poll({ url: peer.url });
    expect(complete).toBe(true);
    const numbers = Array.from({ length: 25 }, (_, n) => n);
    expect(entities.map(({ values }) => values.n)).toEqual(numbers);
    expect(
      peer.seen.filter(({ path }) => path.startsWith('/things')).map(({ path }) => path),
    ).toEqual(['/things?offset=0&format=array', '/things?offset=10', '/things?offset=20']);
    expect(await ids({ url: `${peer.origin}/things` })).toHaveLength(25);
  });

  test('is asked only for the thing that is written', async () => {
    const peer = await directory(25, 10);
    const writing = { device: 'urn:peer:17', property: 'n', value: 99 };
    await writeProperty(wot, contextOf({ url: peer.url }), writing);
    expect((await poll({ url: peer.url })).entities[17]!.values).toEqual({ n: 99 });
    expect(peer.seen.map(({ path }) => path)).toContain('/things/urn%3Apeer%3A17');
    delete peer.answers['/things/urn%3Apeer%3A3'];
    await writeProperty(wot, contextOf({ url: peer.url }), { ...writing, device: 'urn:peer:3' });
    expect((await poll({ url: peer.url })).entities[3]!.values).toEqual({ n: 99 });
  });

  test('with a page that fails is read without it, and is incomplete', async () => {
    const peer = await directory(25, 10);
    const things = peer.answers['/things'] as (...given: unknown[]) => unknown;
    peer.answers['/things'] = (request, response) =>
      request.path.includes('offset=20')
        ? void response.writeHead(500).end()
        : things(request, response);
    const { entities, complete } = await poll({ url: peer.url });
    expect([entities.length, complete]).toEqual([20, false]);
  });

  test('without end is read in part', async () => {
    const { origin } = await device({
      '/things': ({ path }, response) => {
        const from = Number(path.split('=')[1] ?? 0);
        response.setHeader('link', `</things?from=${from + 300}>; rel="next"`);
        return Array.from({ length: 300 }, (_, n) => thing(`urn:${from + n}`));
      },
    });
    const { entities, complete } = await poll({ url: `${origin}/things` });
    expect([entities.length, complete]).toEqual([1000, false]);
  });

  test('whose pages form a circle ends', async () => {
    const { origin, seen } = await device({
      '/things': (_request, response) => {
        response.setHeader('link', '</things>; rel="next"');
        return [thing('urn:a')];
      },
    });
    expect(await ids({ url: `${origin}/things` })).toEqual(['urn:a']);
    expect(seen).toHaveLength(1);
  });

  test('may be a collection', async () => {
    const { origin } = await device({
      '/things': { '@type': 'ThingCollection', members: [thing('urn:a')], next: '/more' },
      '/more': { '@type': 'ThingCollection', members: [thing('urn:b')] },
    });
    expect(await ids({ url: `${origin}/things` })).toEqual(['urn:a', 'urn:b']);
  });
});

describe('a list', () => {
  test('may contain descriptions, addresses and links', async () => {
    const link = { '@type': 'ThingLink', links: [{ rel: 'describedby', href: '/c' }] };
    const { origin } = await device({
      '/': [thing('urn:a'), '/b', link],
      '/b': thing('urn:b'),
      '/c': { title: 'Without id', properties: {} },
    });
    expect(await ids({ url: origin })).toEqual(['urn:a', 'urn:b', `${origin}/c`]);
  });

  test('may be empty', async () => {
    const { origin } = await device({ '/': [] });
    expect(await poll({ url: origin })).toMatchObject({ entities: [], complete: true });
  });

  test('is read without invalid items and duplicates', async () => {
    const { origin } = await device({
      '/': [thing('urn:a'), null, 17, 'text', [], {}, thing('urn:a', { title: 'Again' })],
    });
    expect((await poll({ url: origin })).entities).toMatchObject([{ id: 'urn:a', title: 'urn:a' }]);
  });

  test('with a description that cannot be fetched is incomplete', async () => {
    const away = await goneOrigin();
    const { origin } = await device({
      '/': ['/a', `${away}/b`],
      '/a': thing('urn:a'),
    });
    const found = await poll({ url: origin });
    expect(found).toMatchObject({
      entities: [{ id: 'urn:a' }],
      complete: false,
      problems: [
        { failure: { facts: { cause: 'connection_refused', address: expect.any(String) } } },
      ],
    });
  });

  test('with a description that cannot be fetched may have the device, one without has not', async () => {
    const away = await goneOrigin();
    const { origin } = await device({
      '/': ['/a', `${away}/b`],
      '/all': ['/a'],
      '/a': thing('urn:a'),
    });
    const write = (path: string) =>
      writeProperty(wot, contextOf({ url: `${origin}${path}` }), {
        device: 'urn:b',
        property: 'n',
        value: 1,
      });
    await expect(write('/')).rejects.toThrow('Some descriptions cannot be fetched at the moment.');
    await expect(write('/all')).rejects.toThrow('The device is not there any more.');
  });

  test('with a description that is gone is complete without it', async () => {
    const { origin } = await device({ '/': ['/a', '/gone'], '/a': thing('urn:a') });
    expect(await poll({ url: origin })).toMatchObject({
      entities: [{ id: 'urn:a' }],
      complete: true,
    });
  });

  test('with a description that refuses the credentials is read without it', async () => {
    const { origin } = await device(
      { '/': ['/a', '/b'], '/a': thing('urn:a'), '/b': thing('urn:b') },
      { allows: ({ path }) => path !== '/b' },
    );
    expect(await poll({ url: origin })).toMatchObject({
      entities: [{ id: 'urn:a' }],
      complete: false,
      problems: [{ failure: expect.any(Unauthorized) }],
    });
    const none = await device(
      { '/': ['/a'], '/a': thing('urn:a') },
      { allows: ({ path }) => path === '/' },
    );
    await expect(poll({ url: none.origin })).rejects.toBeInstanceOf(Unauthorized);
  });

  test('with an address that the egress policy refuses is read without it', async () => {
    const { origin } = await device({
      '/': ['http://169.254.169.254/latest/meta-data', '/a'],
      '/a': thing('urn:a'),
    });
    expect(await poll({ url: origin })).toMatchObject({
      entities: [{ id: 'urn:a' }],
      complete: false,
    });
  });
});

test.each<[string, Answers[string]]>([
  ['a list of something else', [1, 'a', { b: 2 }]],
  ['another document', { hello: 'world' }],
  ['a text', 'hello'],
])('%s is not a description', async (_what, answer) => {
  const peer: Device = await device({ '/': answer });
  await expect(poll({ url: peer.origin })).rejects.toBeInstanceOf(Unavailable);
});

test('a description nested too deeply does not affect the others', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const { origin } = await device({
    '/': (_request, response) => {
      const item = `{"id": "urn:deep", "title": "Deep", "properties": {"a": {"const": ${deep}}}}`;
      const list = `[${item}, ${JSON.stringify(thing('urn:a', { properties: { a: property('/v') } }))}]`;
      return void response.setHeader('content-type', 'application/json').end(list);
    },
    '/v': 1,
  });
  expect(await poll({ url: origin })).toMatchObject({
    entities: [
      { id: 'urn:deep', properties: {} },
      { id: 'urn:a', values: { a: 1 } },
    ],
  });
});
