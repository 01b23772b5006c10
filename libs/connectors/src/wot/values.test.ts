import { describe, expect, test } from '@jest/globals';
import { Unavailable } from '@trellis/connector-sdk';
import { property, type Answers } from './testing/device.js';
import { device, goneOrigin, poll } from './testing/in-test.js';

/** Polls a thing with these properties, and returns it with the requested paths. */
async function valuesOf(properties: object, answers: Answers, more: object = {}) {
  const { origin, seen } = await device({ '/': { title: 'A', properties, ...more }, ...answers });
  const { entities } = await poll({ url: origin });
  return { ...entities[0]!, requested: seen.map(({ path }) => path) };
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
    const { values, requested } = await valuesOf(properties, { '/all': all, '/b': 2 }, { forms });
    expect(values).toEqual({ a: 1, b: 2 });
    expect(requested).toEqual(['/', '/all', '/b']);
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

describe('a poll', () => {
  /** A thing with this many properties at an origin. */
  const thingAt = (origin: string, count: number, id = 'urn:a') => ({
    id,
    title: 'A',
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`p${n}`, property(`${origin}/v?${n}`)]),
    ),
  });
  const valueCounts = (entities: { values: object }[]) =>
    entities.map(({ values }) => Object.keys(values).length);
  const messages = (problems: { failure: Error }[]) =>
    problems.map(({ failure }) => failure.message);
  /** The same server by another name. */
  const elsewhere = ({ origin }: { origin: string }, host = '127.0.0.1') =>
    origin.replace('localhost', host);

  test('sends few requests to a host that only a description names, and says so', async () => {
    const victim = await device({ '/v': 1 });
    const { origin } = await device({ '/': thingAt(elsewhere(victim), 150) });
    const { entities, problems, complete } = await poll({ url: origin });
    expect(victim.seen.length).toBe(100);
    expect(valueCounts(entities)).toEqual([100]);
    expect(complete).toBe(true);
    expect(messages(problems)).toEqual([
      'A poll sends at most 100 requests to 127.0.0.1. Not everything was read.',
    ]);
  });

  test('leaves a thing as it is whose host was sent too much for another thing', async () => {
    const victim = await device({ '/v': 1 });
    const there = elsewhere(victim);
    const { origin } = await device({
      '/': Array.from({ length: 50 }, (_, n) => thingAt(there, 10, `urn:${n}`)),
    });
    const { problems, complete } = await poll({ url: origin });
    expect(victim.seen.length).toBe(100);
    expect(complete).toBe(false);
    expect(messages(problems)).toEqual([expect.stringContaining('127.0.0.1')]);
  });

  test('uses few hosts besides its own', async () => {
    const victim = await device({ '/v': 1 });
    const things = Array.from({ length: 120 }, (_, n) =>
      thingAt(elsewhere(victim, `127.0.1.${n + 1}`), 1, `urn:${n}`),
    );
    const { origin } = await device({ '/': things });
    const { entities, problems, complete } = await poll({ url: origin });
    expect(victim.seen.length).toBe(100);
    expect({ found: entities.length, complete }).toEqual({ found: 100, complete: false });
    expect(messages(problems)).toEqual([
      'A poll uses at most 100 hosts besides its own. Not everything was read.',
    ]);
  });

  test.each([
    // Long enough for a machine that is busy.
    [60_000, 1_000],
    [1_000, 200],
  ])(
    'every %i ms sends at most %i requests',
    async (interval_ms, most) => {
      const count = most / 2 + 10;
      const own = await device({ '/v': 1 });
      const things = Array.from({ length: count }, (_, n) => thingAt(own.origin, 2, `urn:${n}`));
      own.answers['/'] = things;
      const { problems, complete } = await poll({ url: own.origin, interval_ms });
      expect(own.seen.length).toBe(most);
      expect(complete).toBe(false);
      expect(messages(problems)).toEqual([
        `A poll sends at most ${most} requests. Not everything was read.`,
      ]);
    },
    60_000,
  );
});
