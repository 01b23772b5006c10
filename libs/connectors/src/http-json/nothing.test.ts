import { afterAll, describe, expect, test } from '@jest/globals';
import { discover } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { instance } from './configuration.js';
import { httpJson } from './connector.js';
import { startApi } from './testing/server.js';

const api = await startApi(() => ({ json: [] }));
afterAll(() => api.stop());

const power = { capability: 'power', value: '$.watts' };

interface Given {
  instance?: object;
  list?: object;
  property?: object;
  device?: object;
}

const description = ({ instance: members, list, property, device }: Given) => ({
  base_url: `http://${api.host}`,
  requests: { list: { path: '/', ...list } },
  devices: [
    {
      request: 'list',
      entities: '$.inverters[*]',
      id: '$.id',
      properties: [{ ...power, ...property }],
      ...device,
    },
  ],
  ...members,
});

async function poll(inverters: unknown, given: Given) {
  api.answer = () => ({ json: { inverters } });
  const context = contextFor(httpJson, { instance: description(given), client: {} });
  const { entities, complete, problems } = await discover(httpJson, context);
  const warnings = problems.map(({ failure }) => failure.message);
  return { entities, complete, warnings };
}

describe('a value that means nothing', () => {
  test.each<[string, Given, unknown]>([
    ['for all requests', { instance: { nothing: ['--', -999] } }, -999],
    ['as a text with spaces', { instance: { nothing: ['--', -999] } }, ' -- '],
    ['as a number in a text', { instance: { nothing: [-999] } }, '-999.0'],
    ['for a request', { list: { nothing: [65535] } }, 65535],
    ['for a property', { property: { nothing: [0] } }, 0],
    ['that is null', {}, null],
  ])('%s is not known, and no warning', async (_where, given, watts) => {
    const { entities, ...others } = await poll([{ id: 1, watts }], given);
    expect(entities).toMatchObject([{ id: '1', values: {}, properties: { power: {} } }]);
    expect(others).toEqual({ complete: true, warnings: [] });
  });

  test('elsewhere is one', async () => {
    const given = { property: { nothing: [1] }, instance: { nothing: ['0', null] } };
    const { entities } = await poll([{ id: 1, watts: 0 }], given);
    expect(entities[0]?.values).toEqual({ power: 0 });
  });

  test('may be missing where null is said to be nothing, and is a wrong path elsewhere', async () => {
    const asleep = [{ id: 1 }];
    const { entities, warnings } = await poll(asleep, { instance: { nothing: [null] } });
    expect(entities).toMatchObject([{ values: {}, properties: { power: {} } }]);
    expect(warnings).toEqual([]);
    expect((await poll(asleep, {})).warnings).toHaveLength(1);
  });

  test('is no device where it is the id, and no title', async () => {
    const given = { instance: { nothing: ['--', null] }, device: { title: '$.name' } };
    const inverters = [{ id: 1, name: '--', watts: 7 }, { id: '--', watts: 0 }, { watts: 0 }];
    const { entities, ...others } = await poll(inverters, given);
    expect(entities.map(({ id, title }) => [id, title])).toEqual([['1', '1']]);
    expect(others).toEqual({ complete: true, warnings: [] });
  });

  test('of a device with a fixed id at night is no warning', async () => {
    const device = { entities: '$', id: 'inverter' };
    const given = { list: { nothing: [null] }, device };
    const { entities, ...others } = await poll(undefined, given);
    expect(entities).toMatchObject([{ id: 'inverter', values: {} }]);
    expect(others).toEqual({ complete: true, warnings: [] });
  });
});

describe('a list', () => {
  const lists = { list: { lists: ['$.inverters'] } };

  test.each([
    ['with a single object in its place', { id: 1, watts: 7 }, ['1']],
    ['that is null', null, []],
    ['that is missing', undefined, []],
    ['that is an empty text', '', []],
    ['that is one', [{ id: 1 }, { id: 2 }], ['1', '2']],
  ])('%s', async (_what, inverters, ids) => {
    const { entities, complete, warnings } = await poll(inverters, {
      ...lists,
      instance: { nothing: [null] },
    });
    expect(entities.map(({ id }) => id)).toEqual(ids);
    expect({ complete, warnings }).toEqual({ complete: true, warnings: [] });
  });

  test('in each entity of another one', async () => {
    const inverters = [{ id: 1, strings: { n: 1 } }, { id: 2, strings: [{ n: 2 }, { n: 3 }] }, 7];
    const { entities } = await poll(inverters, {
      list: { lists: ['$.inverters[*].strings'] },
      device: { entities: '$.inverters[*].strings[*]', id: '$.n' },
    });
    expect(entities.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  test('may have the name of a prototype', async () => {
    const { entities } = await poll([{ id: 1 }], { list: { lists: ['$.__proto__', '$.x'] } });
    expect(entities).toHaveLength(1);
    expect(Array.isArray(Object.prototype)).toBe(false);
  });

  test.each(['$.inverters[*]', '$[0]', '$', '$..inverters'])('is not at %s', (path) => {
    const { error } = instance.safeParse(description({ list: { lists: [path] } }));
    expect(error?.issues.map((issue) => issue.path.join('/'))).toContain('requests/list/lists/0');
  });
});
