import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { recordCalls, type ReceivedCall } from '../testing/record-calls.js';
import { sendJson } from '../testing/send-json.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';
const attributes = { customer_no: '4711' };
const time = '2026-11-21T00:00:00.000Z';

const thing = () => ({
  id,
  subject: 'alice',
  title: 'Lamp',
  types: [],
  properties: {},
  actions: {},
  events: {},
  values: {},
  available: true,
  availability: { state: 'available' },
  creator: { kind: 'app', id: 'app' },
  attributes,
  created: time,
  modified: time,
});

const client = () => ({
  id,
  instance: id,
  connector: 1,
  subject: 'alice',
  attributes,
  mappings: [],
  status: 'STARTED',
  warnings: [],
  last_polled: null,
  next_poll: null,
  version: 'one',
});

const listed = () => {
  const { mappings: _mappings, version: _version, ...shown } = client();
  return { ...shown, warnings: 0, things: 0, awaits_authorization: false };
};

let received: ReceivedCall[];
let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  ({ calls, received } = recordCalls());
  Object.assign(calls, {
    'things.read': thing,
    'things.create': thing,
    'things.update': () => ({ version: 'two' }),
    'things.find': () => ({ items: [id] }),
    'things.show': () => ({ things: [thing()], covered: 1 }),
    'things.describe': () => ({ items: [thing()] }),
    'clients.read': client,
    'clients.show': () => ({ clients: [listed()], covered: 1 }),
    'clients.list': () => ({ items: [id] }),
    'clients.update': () => ({ version: 'two' }),
    'subjects.read': () => ({ id: 'alice', units: [], things: [], attributes }),
    'subjects.update': () => ({ version: 'two' }),
  });
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

interface Sent {
  body?: unknown;
  bound?: boolean;
  accept?: string;
}

async function send(method: string, path: string, { body, bound, accept }: Sent = {}) {
  const headers = {
    ...(bound && {
      authorization: `Bearer ${gateway.tokenOf('ada', 'home', undefined, 'alice')}`,
    }),
    ...(accept && { accept }),
  };
  return sendJson(gateway, method, `/api/v1${path}`, { headers, body });
}

const json = 'application/json';

const shown: [path: string, accept: string][] = [
  [`/things/${id}`, json],
  ['/things?type=Light&view=values', json],
  ['/things', 'application/ld+json'],
  ['/things?type=Light', 'application/ld+json'],
  [`/connectors/clients/${id}`, json],
  ['/connectors/clients?view=summary', json],
  ['/subjects/alice', json],
];

const versionIn = (tag: string | null | undefined) => tag!.split('.')[0];

describe('attributes', () => {
  test.each(shown)('of %s are shown to apps, and not to end users', async (path, accept) => {
    const shownTo = async (bound: boolean) => {
      const { status, body } = await send('GET', path, { bound, accept });
      expect(status).toBe(200);
      return ([body].flat() as { attributes?: unknown }[])[0]!.attributes;
    };
    expect(await shownTo(false)).toEqual(attributes);
    expect(await shownTo(true)).toBeUndefined();
  });

  test('change the version of a resource for apps alone', async () => {
    for (const [name, path] of [
      ['things.read', `/things/${id}`],
      ['clients.read', `/connectors/clients/${id}`],
    ] as const) {
      const tags = async (bound: boolean) => {
        const read = async () => (await send('GET', path, { bound })).headers.get('etag');
        const before = await read();
        const resource = name === 'things.read' ? thing() : client();
        calls[name] = () => ({ ...resource, attributes: { customer_no: '12' } });
        const after = await read();
        calls[name] = () => resource;
        return [before, after];
      };
      const [before, after] = await tags(true);
      expect(versionIn(after)).toBe(versionIn(before));
      const [first, second] = await tags(false);
      expect(versionIn(second)).not.toBe(versionIn(first));
    }
  });

  test.each([
    ['POST', '/things', { title: 'Lamp', attributes }],
    ['PATCH', `/things/${id}`, { attributes }],
    ['POST', '/connectors/clients', { connector_type_id: 'a', configuration: {}, attributes }],
    ['PATCH', `/connectors/clients/${id}`, { attributes: null }],
    ['PATCH', '/subjects/alice', { attributes }],
    ['GET', '/things?attributes[customer_no]=4711', undefined],
    ['GET', '/connectors/clients?attributes[customer_no]=4711', undefined],
    ['GET', '/subjects?attributes[customer_no]=4711', undefined],
  ])('%s %s is not for end users', async (method, path, body) => {
    const answer = await send(method, path, { body, bound: true });
    expect(answer).toMatchObject({
      status: 403,
      body: { type: expect.stringMatching(/#bound_to_subject$/) },
    });
    expect(received.filter(({ name }) => name !== 'audit.record')).toEqual([]);
  });

  test('select resources in lists', async () => {
    for (const path of ['/things', '/connectors/clients', '/subjects']) {
      await send('GET', `${path}?attributes[customer_no]=4711&attributes%5Bplan%5D=a%20b`);
    }
    const given = { customer_no: '4711', plan: 'a b' };
    expect(received).toMatchObject([
      { name: 'things.find', input: { filter: { attributes: given } } },
      { name: 'clients.list', input: { attributes: given } },
      { name: 'subjects.list', input: { attributes: given } },
    ]);
  });

  test('that cannot be meant are refused by name', async () => {
    const pointers = async (method: string, path: string, body?: unknown) => {
      const { status, body: problem } = await send(method, path, { body });
      const { errors } = problem as { errors: { pointer: string }[] };
      return [status, errors.map(({ pointer }) => pointer)];
    };
    const of = (given: unknown) => pointers('PATCH', '/subjects/alice', { attributes: given });
    expect(await of({ 'a b': 'x' })).toEqual([400, ['/attributes/a b']]);
    expect(await of({ a: 1, b: 'x'.repeat(501) })).toEqual([
      400,
      ['/attributes/a', '/attributes/b'],
    ]);
    expect(await of({ a: 'a\u0000' })).toEqual([400, ['/attributes/a']]);
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`a${n}`, 'x']));
    expect(await of(many)).toEqual([400, ['/attributes']]);
    expect(await pointers('POST', '/things', { title: 'A', attributes: { a: '' } })).toEqual([
      400,
      ['/attributes/a'],
    ]);
    expect(await pointers('GET', '/things?attributes[a b]=1')).toEqual([
      400,
      ['/query/attributes/a b'],
    ]);
    expect(await pointers('GET', '/units?attributes[a]=1')).toEqual([
      400,
      ['/query/attributes[a]'],
    ]);
  });

  test('are patched without a configuration, which stays as it is', async () => {
    await send('PATCH', `/connectors/clients/${id}`, { body: { attributes: { a: '' } } });
    await send('PATCH', `/connectors/clients/${id}`, { body: {} });
    const [attributed, configured] = received.filter(({ name }) => name === 'clients.update');
    expect(attributed!.input).toMatchObject({ attributes: { a: '' } });
    expect(attributed!.input).not.toHaveProperty('patch');
    expect(configured!.input).toMatchObject({ patch: expect.any(String) });
  });
});
