import { describe, expect, test } from '@jest/globals';
import {
  createExplanation,
  discover,
  type Explained,
  type PastedAnswer,
} from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { httpJson } from '../connector.js';
import { greenhouse } from '../testing/greenhouse.js';

/** Tries a description on pasted answers. */
async function tryOn(description: object, ...pasted: PastedAnswer[]) {
  const explain = createExplanation();
  const context = contextFor(httpJson, {
    instance: {
      base_url: 'https://{host}/api',
      parameters: { host: { type: 'host' } },
      ...description,
    },
    client: {},
    pasted,
    explain,
    allowPrivate: false,
  });
  const found = await discover(httpJson, context).then(
    ({ entities }) => entities.map(({ id }) => id),
    (error: Error) => error.message,
  );
  return { found, ...explain.explained() };
}

const pathAt = ({ paths }: Explained, at: string) => paths.find((one) => one.at === at);

const sensor = (member: object = {}) => ({
  request: 'list',
  entities: '$.data[*]',
  id: '$.id',
  title: '$.name',
  properties: [{ capability: 'temperature', value: '$.temp' }],
  ...member,
});
const described = (member: object = {}, request: object = {}) => ({
  requests: { list: { path: '/list', ...request } },
  devices: [sensor(member)],
});
const body = {
  data: [
    { id: 'a', temp: 20.5 },
    { id: 'b', temp: 21, name: 'B' },
  ],
};

test('each path says what it found', async () => {
  const tried = await tryOn(described(), { body });
  expect(tried).toMatchObject({ found: ['a', 'b'], stopped: undefined, isCut: false });
  expect(tried.answers).toMatchObject([
    {
      request: 'list',
      address: 'https://api.invalid/api/list',
      status: 200,
      received: { body: JSON.stringify(body) },
    },
  ]);
  expect(tried.paths).toEqual([
    {
      at: 'devices[0].entities',
      path: '$.data[*]',
      applied: 1,
      found: 2,
      sample: body.data.map((one) => JSON.stringify(one)),
    },
    { at: 'devices[0].id', path: '$.id', applied: 2, found: 2, sample: ['"a"', '"b"'] },
    { at: 'devices[0].title', path: '$.name', applied: 2, found: 1, sample: ['"B"'] },
    {
      at: 'devices[0].properties[0].value',
      path: '$.temp',
      applied: 2,
      found: 2,
      sample: ['20.5', '21'],
    },
  ]);
});

describe('where it stopped:', () => {
  test('entities that are elsewhere', async () => {
    const tried = await tryOn(described({ entities: '$.devices[*]' }), { body });
    expect(tried.stopped).toEqual({
      at: 'devices[0].entities',
      why: 'The answer has nothing where the entities should be.',
    });
    expect(pathAt(tried, 'devices[0].entities')).toMatchObject({
      found: 0,
      existing: { path: '$', members: ['data'] },
    });
  });

  test('an id that is elsewhere', async () => {
    const tried = await tryOn(described({ id: '$.meta.serial' }), { body });
    expect(tried.stopped).toMatchObject({ at: 'devices[0].id' });
    expect(pathAt(tried, 'devices[0].id')?.existing).toEqual({
      path: '$',
      members: ['id', 'temp'],
    });
  });

  test('a value that is elsewhere, or of which nothing can be made', async () => {
    const properties = [
      { capability: 'humidity', value: '$.hum', optional: true },
      { capability: 'temperature', value: '$.temp' },
      { name: 'wet', type: 'boolean', value: '$.temp' },
      { capability: 'pressure', value: '$.pressure' },
    ];
    const tried = await tryOn(described({ properties }), { body });
    expect(tried.stopped).toEqual({
      at: 'devices[0].properties[2].value',
      why: expect.stringContaining('no value of the property'),
    });
    expect(pathAt(tried, 'devices[0].properties[2].value')).toMatchObject({
      found: 2,
      unusable: 2,
    });
    expect(pathAt(tried, 'devices[0].properties[3].value')).toMatchObject({ found: 0 });
  });

  test('a transformation, whose result is shown', async () => {
    const transform = "{ 'data': [items.{ 'id': name, 'temp': tenths / 10 }] }";
    const items = [{ name: 'x', tenths: 205 }];
    const tried = await tryOn(described({}, { transform }), { body: { items } });
    expect(tried).toMatchObject({
      found: ['x'],
      answers: [
        {
          received: { body: JSON.stringify({ items }) },
          transformed: { body: '{"data":[{"id":"x","temp":20.5}]}' },
        },
      ],
    });
  });

  test('a transformation that makes nothing', async () => {
    const tried = await tryOn(described({}, { transform: 'things.id' }), { body });
    expect(tried.stopped).toMatchObject({ at: 'requests.list.transform' });
    expect(pathAt(tried, 'requests.list.transform')?.existing?.members).toEqual(['data']);
    expect(tried.answers[0]?.error).toContain('transformation');
  });

  test('an error of the API, or an answer that is no JSON, or of another status', async () => {
    const withError = described({}, { error: '$.error' });
    const failed = await tryOn(withError, { body: { error: 'quota' } });
    expect(failed.stopped).toEqual({
      at: 'requests.list.error',
      why: 'The API reports an error.',
    });
    const html = await tryOn(described(), { body: '<html>' });
    expect(html).toMatchObject({
      stopped: { at: 'requests.list' },
      answers: [{ received: { body: '<html>' }, error: expect.stringContaining('JSON') }],
    });
    const missing = await tryOn(described(), { status: 404, body: {} });
    expect(missing).toMatchObject({
      stopped: { at: 'requests.list' },
      answers: [{ request: 'list', status: 404, error: expect.stringContaining('404') }],
    });
  });
});

test('requests without a pasted answer say so, and no credentials are needed', async () => {
  const { requests, devices } = greenhouse;
  const names = Object.keys(requests);
  const tried = await tryOn(greenhouse, { request: names[0]!, body: {} });
  expect(devices.length).toBeGreaterThan(0);
  expect(tried.answers.map(({ request }) => request)).toContain(names[0]);
  const empty = await tryOn(greenhouse);
  expect(empty.found).toMatch(/^No answer to the request \w+ was pasted\.$/);
  expect(empty.stopped?.at).toMatch(/^requests\./);
});

test('an answer is found by the name of its request, or by its address', async () => {
  const description = {
    requests: {
      list: { path: '/list{?page}', paging: { by: 'number', variable: 'page', items: '$.ids[*]' } },
      state: {
        path: '/state/{id}',
        each: { request: 'list', items: '$.ids[*]', variables: { id: '$' } },
      },
    },
    devices: [{ ...sensor(), request: 'state', entities: '$', id: '{id}', title: 'Sensor' }],
  };
  const tried = await tryOn(
    description,
    { url: '/api/state/b', body: { temp: 2 } },
    { request: 'state', body: { temp: 1 } },
    { request: 'list', body: { ids: ['a', 'b'] } },
    { request: 'list', body: { ids: [] } },
  );
  expect(tried).toMatchObject({ found: ['a', 'b'], stopped: undefined });
  expect(pathAt(tried, 'requests.list.paging.items')).toMatchObject({ applied: 2, found: 1 });
  expect(pathAt(tried, 'requests.state.each.variables.id')).toMatchObject({
    sample: ['"a"', '"b"'],
  });
});

test('the size and work of an explanation are bounded', async () => {
  const data = Array.from({ length: 3_000 }, (_, id) => ({ id, temp: 1, text: 'x'.repeat(50) }));
  const tried = await tryOn(described(), { body: { data } });
  expect(tried).toMatchObject({
    isCut: true,
    answers: [{ received: { body: expect.any(String) } }],
  });
  expect(Buffer.byteLength(tried.answers[0]!.received!.body!)).toBe(8 * 1024);
  expect(pathAt(tried, 'devices[0].id')?.sample).toHaveLength(3);
});

test('a description with more paths than fit is explained in part, and says so', async () => {
  const properties = Array.from({ length: 50 }, (_, n) => ({
    name: `channel_${n}`,
    title: `Channel ${n}`,
    type: 'number',
    value: `$.channels[${n}].${'x'.repeat(60)}`,
  }));
  const devices = Array.from({ length: 20 }, (_, n) => ({
    ...sensor({ entities: `$.data[?(@.id != '${n}')]`, properties }),
  }));
  const tried = await tryOn({ ...described(), devices }, { body });
  expect(tried.isCut).toBe(true);
  expect(tried.paths).toHaveLength(1_000);
});
