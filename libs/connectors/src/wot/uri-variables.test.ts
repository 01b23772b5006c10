import { describe, expect, test } from '@jest/globals';
import { invokeAction, Rejected } from '@trellis/connector-sdk';
import { wot } from './connector.js';
import { readDescription } from './thing.js';
import { contextOf, device, poll } from './testing/in-test.js';

const level = { type: 'integer', minimum: 0, maximum: 100 };
const form = { href: '/rooms/{room}/fade{?level}' };
const uriVariables = { room: { type: 'string' }, level };

const found = { address: 'http://device.example/', home: { origin: 'http://device.example' } };
const actionOf = (go: object, more: object = {}) =>
  readDescription({ title: 'A', actions: { go }, ...more }, found)!.actions.get('go');

/** Starts a thing with an action; returns the requests for it. */
async function deviceWith(go: object) {
  const done = (_request: unknown, response: { writeHead(code: number): { end(): void } }) =>
    void response.writeHead(204).end();
  const { origin, seen } = await device({
    '/': { id: 'urn:a', title: 'A', actions: { go } },
    '/rooms/hall/fade': done,
    '/rooms/attic/fade': done,
  });
  return {
    requests: () => seen.filter(({ path }) => path !== '/').map(({ path, body }) => [path, body]),
    invoke: (input?: unknown) =>
      invokeAction(wot, contextOf({ url: origin }), { device: 'urn:a', action: 'go', input }),
  };
}

describe('the variables of an action', () => {
  test('are the input of one that has none', async () => {
    expect(actionOf({ forms: [form], uriVariables })!.affordance).toEqual({
      input: {
        type: 'object',
        properties: { room: { type: 'string' }, level },
        required: ['room'],
      },
    });
    const { invoke, requests } = await deviceWith({ forms: [form], uriVariables });
    await invoke({ room: 'hall', level: 5 });
    await invoke({ room: 'attic' });
    expect(requests()).toEqual([
      ['/rooms/hall/fade?level=5', ''],
      ['/rooms/attic/fade', ''],
    ]);
  });

  test('are beside the members of an object', async () => {
    const input = {
      type: 'object',
      properties: { seconds: { type: 'number' }, level: { type: 'string' } },
      required: ['seconds'],
    };
    const go = { forms: [form], uriVariables, input };
    expect(actionOf(go)!.affordance.input).toEqual({
      type: 'object',
      properties: {
        room: { type: 'string' },
        level: { type: 'string' },
        seconds: { type: 'number' },
      },
      required: ['seconds', 'room'],
    });
    const { invoke, requests } = await deviceWith(go);
    await invoke({ room: 'hall', seconds: 3, level: 'low' });
    expect(requests()).toEqual([['/rooms/hall/fade', '{"seconds":3,"level":"low"}']]);
  });

  test('are beside an input that is no object', async () => {
    const go = { forms: [form], uriVariables, input: { type: 'number' } };
    expect(actionOf(go)!.affordance.input!.required).toEqual(['room', 'input']);
    const { invoke, requests } = await deviceWith(go);
    await invoke({ room: 'hall', level: 7, input: 30 });
    expect(requests()).toEqual([['/rooms/hall/fade?level=7', '30']]);
  });

  test('that have defaults may be left out', async () => {
    const withDefaults = { room: { type: 'string', default: 'attic' }, level };
    const plain = { forms: [form], uriVariables: withDefaults, input: { type: 'number' } };
    expect(actionOf(plain)!.affordance.input).toEqual({ type: 'number' });
    const { invoke, requests } = await deviceWith({ forms: [form], uriVariables: withDefaults });
    await invoke();
    await invoke({ room: 'hall' });
    expect(requests()).toEqual([
      ['/rooms/attic/fade', ''],
      ['/rooms/hall/fade', ''],
    ]);
  });

  test('may be those of the thing; others that no form uses are none', () => {
    const go = { forms: [{ href: '/{room}' }], uriVariables: { unused: level } };
    const { input } = actionOf(go, { uriVariables })!.affordance;
    expect(input!.properties).toEqual({ room: { type: 'string' } });
  });

  test.each([[undefined], [{}], [{ room: '' }], [{ room: ['a'] }], ['hall'], [[1]]])(
    'without values for an address are Rejected: %j',
    async (input) => {
      const { invoke, requests } = await deviceWith({ forms: [form], uriVariables });
      await expect(invoke(input)).rejects.toBeInstanceOf(Rejected);
      expect(requests()).toEqual([]);
    },
  );

  test('are escaped in the address', () => {
    const { forms } = actionOf({ forms: [form], uriVariables })!.bind({ room: '../a?b' });
    expect(forms[0]!.href).toBe('http://device.example/rooms/..%2Fa%3Fb/fade');
  });
});

describe('pictures and streams', () => {
  const media = (contentType: string, href = '/snapshot') => ({
    title: 'Snapshot',
    type: 'string',
    contentEncoding: 'base64',
    forms: [{ href, contentType }],
  });

  test.each(['image/jpeg', 'video/mp4', 'audio/wav', 'multipart/x-mixed-replace; boundary=a'])(
    'of the type %s are an address, and are not requested',
    async (contentType) => {
      const { origin, seen } = await device({
        '/': { title: 'A', properties: { snapshot: media(contentType) } },
      });
      const { entities } = await poll({ url: origin });
      expect(entities).toMatchObject([
        {
          available: true,
          properties: {
            snapshot: { title: 'Snapshot', type: 'string', format: 'uri', readOnly: true },
          },
          values: { snapshot: `${origin}/snapshot` },
        },
      ]);
      expect(seen.map(({ path }) => path)).toEqual(['/']);
    },
  );

  test('whose address has the key of the user in it are left out, and counted', async () => {
    const { origin } = await device({
      '/': { title: 'A', properties: { snapshot: media('image/png', '/snapshot{?key}') } },
    });
    const security = { scheme: 'apikey', in: 'uri', name: 'key', key: 'the-secret' };
    const { entities, problems } = await poll({ url: origin, security });
    expect(JSON.stringify(entities)).not.toMatch(/snapshot|the-secret/);
    expect(problems.map(({ failure }) => failure.message)).toEqual([
      'Affordances that cannot be used were left out: 1 property.',
    ]);
  });
});

describe('a key in the address', () => {
  const security = { scheme: 'apikey', in: 'uri', name: 'key', key: 'the/secret' };
  const forms = (href: string) => ({ type: 'number', forms: [{ href }] });

  test('stands where the addresses of the server say, and in those of no other', async () => {
    const other = await device({ '/v': 2 });
    const { origin, seen } = await device({
      '/': {
        title: 'A',
        securityDefinitions: { open: { scheme: 'nosec' } },
        properties: {
          query: forms('/v{?key}'),
          path: forms('/{key}/v'),
          none: forms('/v'),
          foreign: forms(`${other.origin}/v{?key}`),
          open: { forms: [{ href: '/open{?key}', security: 'open' }] },
        },
      },
      '/v': 1,
      '/the%2Fsecret/v': 3,
    });
    const { entities } = await poll({ url: origin, security });
    expect(entities[0]!.values).toEqual({ query: 1, path: 3, none: 1 });
    expect(Object.keys(entities[0]!.properties)).toEqual(['query', 'path', 'none']);
    expect(seen.map(({ path }) => path).sort()).toEqual([
      '/',
      '/the%2Fsecret/v',
      '/v',
      '/v?key=the%2Fsecret',
    ]);
    expect(other.seen).toEqual([]);
  });
});
