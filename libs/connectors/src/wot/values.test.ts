import { describe, expect, test } from '@jest/globals';
import { Unavailable } from '@trellis/connector-sdk';
import { property, type Answers } from './testing/device.js';
import { device, goneOrigin, poll } from './testing/in-test.js';

/** Polls a thing with these properties, and returns it with the requested paths. */
async function valuesOf(properties: object, answers: Answers, more: object = {}) {
  const { origin, seen } = await device({ '/': { title: 'A', properties, ...more }, ...answers });
  const { entities } = await poll({ url: origin });
  return { ...entities[0]!, asked: seen.map(({ path }) => path) };
}

const hang = () => undefined;
const fail: Answers[string] = (_request, response) => void response.writeHead(500).end('Oops');
const plain =
  (body: string, type = 'text/plain'): Answers[string] =>
  (_request, response) =>
    void response.setHeader('content-type', type).end(body);

describe('values', () => {
  test('are read all at once if there is a form for that, and the others one by one', async () => {
    const forms = [{ href: '/all', op: ['readallproperties', 'writeallproperties'] }];
    const properties = {
      a: property('/a'),
      b: property('/b'),
      secret: property('/s', { writeOnly: true }),
    };
    const all = { a: 1, secret: 'x', stranger: 5 };
    const { values, asked } = await valuesOf(properties, { '/all': all, '/b': 2 }, { forms });
    expect(values).toEqual({ a: 1, b: 2 });
    expect(asked).toEqual(['/', '/all', '/b']);
  });

  test.each<[string, Answers[string]]>([
    ['fails', fail],
    ['answers a list', [1, 2]],
    ['answers nonsense', plain('<html>', 'text/html')],
  ])('are read one by one where the form for all %s', async (_what, answer) => {
    const forms = [{ href: '/all', op: 'readallproperties' }];
    const { values } = await valuesOf(
      { a: property('/a') },
      { '/all': answer, '/a': 1 },
      { forms },
    );
    expect(values).toEqual({ a: 1 });
  });

  test('that cannot be read are left out', async () => {
    const names = ['good', 'missing', 'failing', 'html', 'huge', 'infinite', 'deep', 'empty'];
    const properties = Object.fromEntries(names.map((name) => [name, property(`/${name}`)]));
    const { values, available } = await valuesOf(properties, {
      '/good': 5,
      '/failing': fail,
      '/html': plain('<html>', 'text/html'),
      '/huge': plain('x'.repeat(300 * 1024)),
      '/infinite': plain('1e999', 'application/json'),
      '/deep': plain(`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'application/json'),
      '/empty': plain('', 'application/json'),
    });
    expect(values).toEqual({ good: 5 });
    expect(available).toBe(true);
  });

  test('that are text are parsed by the data schema', async () => {
    const contentType = 'text/plain';
    const text = (type: string | undefined, href: string) => ({
      type,
      forms: [{ href, contentType }],
    });
    const properties = {
      number: text('number', '/21'),
      boolean: text('boolean', '/on'),
      string: text('string', '/21'),
      unsaid: text(undefined, '/21'),
      wrong: text('integer', '/word'),
    };
    const answers = { '/21': plain('21.5'), '/on': plain('true'), '/word': plain('many') };
    const { values } = await valuesOf(properties, answers);
    expect(values).toEqual({ number: 21.5, boolean: true, string: '21.5', unsaid: '21.5' });
  });

  test('may be null only if the data schema allows it', async () => {
    const properties = {
      a: property('/null'),
      b: property('/null', { type: 'null' }),
      c: property('/null', { type: undefined }),
    };
    const answers = { '/null': plain('null', 'application/json') };
    expect((await valuesOf(properties, answers)).values).toEqual({ b: null, c: null });
  });

  test('are requested with the headers of the form', async () => {
    const headers = [{ 'htv:fieldName': 'X-Unit', 'htv:fieldValue': 'celsius' }];
    const { values } = await valuesOf(
      { a: { forms: [{ href: '/a', 'htv:headers': headers }] } },
      { '/a': ({ headers }) => headers['x-unit'] },
    );
    expect(values).toEqual({ a: 'celsius' });
  });

  test('are read with another form when a server is down', async () => {
    const gone = await goneOrigin();
    const forms = [{ href: `${gone}/a` }, { href: 'http://169.254.1.1/a' }];
    const other = await device({ '/a': 1 });
    const a = { forms: [...forms, { href: `${other.origin}/a` }] };
    expect((await valuesOf({ a }, {})).values).toEqual({ a: 1 });
  });
});

describe('a thing', () => {
  const withProperty = (id: string, href: string) => ({
    id,
    title: id,
    properties: { a: property(href) },
  });

  test('that cannot be reached is unavailable, and the others are not', async () => {
    const gone = await goneOrigin();
    const broken = await device({ '/a': (_request, response) => void response.destroy() });
    const { origin } = await device({
      '/': [
        withProperty('urn:gone', `${gone}/a`),
        withProperty('urn:broken', `${broken.origin}/a`),
        withProperty('urn:failing', '/failing'),
        withProperty('urn:refused', 'http://169.254.169.254/a'),
        withProperty('urn:there', '/a'),
      ],
      '/failing': fail,
      '/a': 1,
    });
    const { entities, complete } = await poll({ url: origin });
    expect(complete).toBe(true);
    expect(entities.map(({ id, available, values }) => [id, available, values])).toEqual([
      ['urn:gone', false, {}],
      ['urn:broken', false, {}],
      ['urn:failing', false, {}],
      ['urn:refused', false, {}],
      ['urn:there', true, { a: 1 }],
    ]);
    expect(entities[0]!.properties).toEqual({ a: { type: 'number' } });
  });

  test('none of whose values can be read is unavailable', async () => {
    const { origin } = await device({ '/': withProperty('urn:a', '/missing') });
    expect((await poll({ url: origin })).entities).toMatchObject([
      { available: false, values: {} },
    ]);
  });

  test('that never answers is abandoned, and the others are read', async () => {
    const many = Array.from({ length: 40 }, (_, n) => [`p${n}`, property(`/hang?${n}`)]);
    const hanging = { id: 'urn:hanging', title: 'Hanging', properties: Object.fromEntries(many) };
    const half = { a: property('/a'), b: property('/hang') };
    const { origin, seen } = await device({
      '/': [hanging, { id: 'urn:half', title: 'Half', properties: half }],
      '/hang': hang,
      '/a': 1,
    });
    expect((await poll({ url: origin })).entities).toMatchObject([
      { id: 'urn:hanging', available: false },
      { id: 'urn:half', available: true, values: { a: 1 } },
    ]);
    expect(seen.length).toBeLessThan(10);
  });

  test('is not unavailable because a poll was aborted', async () => {
    const { origin } = await device({ '/': withProperty('urn:a', '/hang'), '/hang': hang });
    const signal = AbortSignal.timeout(300);
    await expect(poll({ url: origin }, signal)).rejects.toBeInstanceOf(Unavailable);
  });

  test('without readable properties is available', async () => {
    const actions = { go: { forms: [{ href: '/go' }] } };
    const { origin } = await device({ '/': { title: 'A', actions } });
    expect((await poll({ url: origin })).entities).toMatchObject([{ available: true, values: {} }]);
  });
});

test('a poll that has received too much ends, and is incomplete', async () => {
  const things = Array.from({ length: 60 }, (_, n) => ({
    id: `urn:${n}`,
    title: 'A',
    properties: { a: { type: 'string', forms: [{ href: '/a' }] } },
    forms: [{ href: '/all', op: 'readallproperties' }],
  }));
  const { origin, seen } = await device({ '/': things, '/all': { a: 'x'.repeat(1_000_000) } });
  const { entities, complete } = await poll({ url: origin });
  expect(complete).toBe(false);
  // 32 MiB, and the requests that were under way then.
  expect(entities.length).toBeGreaterThanOrEqual(1);
  expect(entities.length).toBeLessThan(50);
  for (const { values } of entities) expect(values.a).toHaveLength(1_000_000);
  expect(seen).toHaveLength(entities.length + 1);
});
