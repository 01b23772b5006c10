import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  discover,
  Misconfigured,
  nextLink,
  Unavailable,
  writeProperty,
} from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { httpJson } from './connector.js';
import { expandUri } from './template.js';
import { startApi, type Reply, type SeenRequest } from './testing/server.js';

const api = await startApi(() => ({ json: [] }));
beforeEach(() => void api.seen.splice(0));
afterAll(() => api.stop());

const device = { request: 'list', entities: '$.data[*]', id: '$.id' };

/** A description with one request, of an API that answers in this way. */
function contextOf(
  description: { list: object; state?: object; devices?: object[]; [member: string]: unknown },
  answer: (request: SeenRequest) => Reply,
  parameters: object = {},
) {
  const { list, state, devices = [device], ...others } = description;
  api.answer = answer;
  return contextFor(httpJson, {
    instance: {
      base_url: `http://${api.host}`,
      requests: { list, ...(state && { state }) },
      devices,
      ...others,
    },
    client: { parameters },
  });
}

const poll = async (...given: Parameters<typeof contextOf>) => {
  const { entities, complete } = await discover(httpJson, contextOf(...given));
  return { ids: entities.map(({ id }) => id), complete };
};

describe('pages', () => {
  test('by the header Link', async () => {
    const list = { path: '/items', paging: { by: 'link' } };
    const answer = ({ url }: SeenRequest): Reply =>
      url.searchParams.has('page')
        ? { json: { data: [{ id: 2 }] }, headers: { link: '</items?page=1>; rel="prev"' } }
        : { json: { data: [{ id: 1 }] }, headers: { link: '</items?page=2>; rel="next"' } };
    expect(await poll({ list }, answer)).toEqual({ ids: ['1', '2'], complete: true });
  });

  test('by a cursor', async () => {
    const list = {
      path: '/items{?cursor}',
      paging: { by: 'cursor', at: '$.next', variable: 'cursor' },
    };
    const answer = ({ url }: SeenRequest): Reply =>
      url.searchParams.get('cursor') === 'a b'
        ? { json: { data: [{ id: 2 }], next: null } }
        : { json: { data: [{ id: 1 }], next: 'a b' } };
    expect(await poll({ list }, answer)).toEqual({ ids: ['1', '2'], complete: true });
    expect(api.seen.map(({ url }) => url.search)).toEqual(['', '?cursor=a%20b']);
  });

  test('by a number', async () => {
    const paging = { by: 'number', variable: 'offset', start: 0, step: 2, items: '$.data[*]' };
    const list = { path: '/items{?offset}', paging };
    const all = [1, 2, 3].map((id) => ({ id }));
    const answer = ({ url }: SeenRequest): Reply => {
      const offset = Number(url.searchParams.get('offset'));
      return { json: { data: all.slice(offset, offset + 2) } };
    };
    expect(await poll({ list }, answer)).toEqual({ ids: ['1', '2', '3'], complete: true });
    expect(api.seen).toHaveLength(3);
  });

  test.each([
    ['<https://a.test/?p=2>; rel="next"', 'https://a.test/?p=2'],
    ['</a,b>; title="x, y"; rel=prev, </c>; rel="last next"', '/c'],
    ['</a>; rel="nextish"', undefined],
    [`${'<'.repeat(10_000)}`, undefined],
  ])('the header %s', (header, expected) => {
    expect(nextLink(header)).toBe(expected);
  });
});

describe('requests', () => {
  test.each([
    [
      'basic',
      { scheme: 'basic', username: 'u', password: '{key}' },
      'authorization',
      `Basic ${btoa('u:secret 1')}`,
    ],
    ['bearer', { scheme: 'bearer', token: '{key}' }, 'authorization', 'Bearer secret 1'],
    [
      'api_key',
      { scheme: 'api_key', name: 'Authorization', key: 'Key {key}' },
      'authorization',
      'Key secret 1',
    ],
  ])('authenticate themselves: %s', async (_scheme, authentication, header, expected) => {
    const parameters = { key: { secret: true } };
    const list = { path: '/items' };
    await poll({ list, authentication, parameters }, () => ({ json: { data: [] } }), {
      key: 'secret 1',
    });
    expect(api.seen[0]!.headers[header]).toBe(expected);
  });

  test('have a key in the query, and in that of each page', async () => {
    const authentication = { scheme: 'api_key', in: 'query', name: 'appid', key: 'k 1' };
    const list = { path: '/items', paging: { by: 'address', at: '$.next' } };
    const answer = ({ url }: SeenRequest): Reply => ({
      json: { data: [], next: url.pathname === '/items' ? 'more' : '' },
    });
    await poll({ list, authentication }, answer);
    expect(api.seen.map(({ url }) => `${url.pathname} ${url.searchParams.get('appid')}`)).toEqual([
      '/items k 1',
      '/more k 1',
    ]);
  });

  test('have a body with variables of their types', async () => {
    const list = {
      method: 'POST',
      path: '/query',
      body: { query: '{ lamps { id } }', first: '{count}' },
      headers: { 'X-Count': 'n={count}' },
    };
    const parameters = { count: { type: 'number' } };
    await poll({ list, parameters }, () => ({ json: { data: [] } }), { count: 3 });
    expect(api.seen[0]).toMatchObject({
      body: { query: '{ lamps { id } }', first: 3 },
      headers: { 'x-count': 'n=3', 'content-type': 'application/json' },
    });
  });

  test('fail when the answer reports an error', async () => {
    const list = { path: '/items', error: '$.error' };
    await expect(poll({ list }, () => ({ json: { error: 'no', data: [] } }))).rejects.toThrow(
      new Unavailable('The API reports an error: no.'),
    );
  });

  test('keep to their paths, whatever an id is', async () => {
    expect(expandUri('/lamps/{id}/state', { id: '../../admin' })).toBe(
      '/lamps/..%2F..%2Fadmin/state',
    );
    expect(expandUri('/lamps/{id}/state', { id: '..' })).toBeUndefined();
    expect(expandUri('/lamps{/id}{?q}', { id: '.', q: '..' })).toBeUndefined();
    const on = { capability: 'light.on', write: { path: '/lamps/{lamp}' } };
    const devices = [{ ...device, variables: { lamp: '$.id' }, properties: [on] }];
    const given = contextOf({ list: { path: '/lamps' }, devices }, () => ({
      json: { data: [{ id: '..' }] },
    }));
    const written = writeProperty(httpJson, given, { device: '..', property: 'on', value: true });
    await expect(written).rejects.toMatchObject({ sent: false });
    expect(api.seen.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('variables of an entity', () => {
  const parts = { ...device, id: 'circuit-{no}', variables: { no: '$.no' } };
  const answer = () => ({
    json: {
      data: [
        { no: 1, name: 'Pump' },
        { no: 2, name: 'Light' },
      ],
    },
  });

  test('may be in its id and its title, so that ids of two kinds do not meet', async () => {
    const sensors = { ...device, id: 'sensor-{no}', variables: { no: '$.no' } };
    const titled = { ...parts, title: 'Circuit {no}' };
    const description = { list: { path: '/items' }, devices: [titled, sensors] };
    const { entities } = await discover(httpJson, contextOf(description, answer));
    expect(entities.map(({ id, title }) => [id, title])).toEqual([
      ['circuit-1', 'Circuit 1'],
      ['circuit-2', 'Circuit 2'],
      ['sensor-1', 'sensor-1'],
      ['sensor-2', 'sensor-2'],
    ]);
  });

  test('in its id tell entities without values apart', async () => {
    const properties = [{ capability: 'temperature', value: '$.degrees' }];
    const devices = [{ ...parts, properties }];
    const polled = await poll({ list: { path: '/items' }, devices }, answer);
    expect(polled).toEqual({ ids: ['circuit-1', 'circuit-2'], complete: true });
  });
});

test('a path that leads nowhere in every entity is told, unless it is optional', async () => {
  const values = [
    { capability: 'power', value: '$.watts' },
    { capability: 'voltage', value: '$.volts' },
    { capability: 'current', value: '$.amperes', optional: true },
    { capability: 'humidity', value: '$.humidity' },
  ];
  const data = [{ id: 1, volts: null }, { id: 2 }, { id: 3, volts: 230 }];
  const context = contextOf(
    { list: { path: '/items' }, devices: [{ ...device, properties: values }] },
    () => ({ json: { data } }),
  );
  const { complete, problems } = await discover(httpJson, context);
  expect(complete).toBe(true);
  expect(problems.map(({ failure }) => failure.message)).toEqual([
    expect.stringContaining('devices[0].properties[0]:'),
    expect.stringContaining('devices[0].properties[3]:'),
  ]);
});

describe('what is too much ends a poll:', () => {
  const list = { path: '/items' };

  test('values in an answer', async () => {
    const data = Array.from({ length: 100_000 }, () => 0);
    const polled = poll({ list }, () => ({ json: { data } }));
    await expect(polled).rejects.toThrow('too many values');
  });

  test('depth of an answer', async () => {
    let deep: unknown = [];
    for (let depth = 0; depth < 100; depth += 1) deep = [deep];
    await expect(poll({ list }, () => ({ json: { data: deep } }))).rejects.toBeInstanceOf(
      Unavailable,
    );
  });

  test('entities', async () => {
    const data = Array.from({ length: 10_001 }, (_, id) => ({ id }));
    await expect(poll({ list }, () => ({ json: { data } }))).rejects.toThrow('too many entities');
  });

  test('requests', async () => {
    const state = {
      path: '/items/{item}',
      each: { request: 'list', items: '$.data[*]', variables: { item: '$.id' } },
    };
    const devices = [
      device,
      { request: 'state', entities: '$.data', id: '{item}', adds_only: true },
    ];
    const data = Array.from({ length: 300 }, (_, id) => ({ id }));
    const given = contextOf({ list, state, devices }, () => ({ json: { data } }));
    const found = await discover(httpJson, given);
    expect(api.seen).toHaveLength(200);
    expect(found.entities).toHaveLength(199);
    expect(found.complete).toBe(false);
    expect(found.problems.length).toBeLessThan(5);
  });

  test('steps of paths', async () => {
    const entities = Array.from({ length: 3_000 }, (_, id) => ({ id, list: Array(20).fill(id) }));
    const value = '$.list[?@ == 1 || @ == 2 || @ == 3 || @ == 4 || @ == 5 || @ == 6 || @ == 7]';
    const properties = Array.from({ length: 50 }, (_, index) => ({
      name: `p${index}`,
      type: 'number',
      value,
    }));
    const polled = poll({ list, devices: [{ ...device, properties }] }, () => ({
      json: { data: entities },
    }));
    await expect(polled).rejects.toBeInstanceOf(Misconfigured);
  });
});
