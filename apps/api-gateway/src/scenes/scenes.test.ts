import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Problem, type ProblemData, type Requester } from '@trellis/contracts';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';

const now = '2026-11-21T00:00:00.000Z';
const client = '0190b1f4-6d5c-7cc0-8000-000000000002';
const unit = randomUUID() as string;
const scene = randomUUID() as string;
const [lamp, sensor, gone] = [randomUUID(), randomUUID(), randomUUID()] as string[];

interface Item {
  thing: string;
  input?: string;
  creator?: object;
  problem?: ProblemData;
}

let calls: Calls;
let stored: { name?: string; states?: object[] }[];
let started: {
  id: string;
  operation: string;
  name?: string;
  input?: string;
  items: Item[];
  requester: Requester;
}[];
let states: { thing: string; properties: Record<string, unknown> }[];
let gateway: TestGateway;
beforeEach(async () => {
  stored = [];
  started = [];
  states = [{ thing: lamp!, properties: { on: true, brightness: 40 } }];
  const found = { id: scene, unit, name: 'Evening', created: now, modified: now, version: 'v1' };
  const store = (input: (typeof stored)[number]) => {
    stored.push(input);
    return found;
  };
  const properties = (readOnly: boolean) => ({
    on: { type: 'boolean', readOnly },
    brightness: { type: 'integer', maximum: 100, readOnly },
  });
  const things = [lamp, sensor].map((id) => ({
    id,
    title: 'Lamp',
    subject: 'alice',
    properties: properties(id === sensor),
    values: { on: true, brightness: 40 },
    actions: {},
    availability: { state: 'available' },
    creator: { kind: 'client', id: client },
    created: now,
    modified: now,
  }));
  calls = {
    'things.ordered': () => ({ items: things.map(({ id }) => id) }),
    'units.references': ({ id }: { id: string }) => {
      if (id !== unit) throw new Problem('not_found', 'There is no such unit.');
      return { items: [] };
    },
    'things.aliases': () => ({ aliases: [] }),
    'things.show': ({ ids }: { ids: string[] }) => ({
      things: things.filter(({ id }) => ids.includes(id!)),
      covered: ids.length,
    }),
    'scenes.create': store,
    'scenes.update': store,
    'scenes.read': () => ({ ...found, states }),
    'scenes.list': () => ({ items: [found] }),
    'batches.preview': ({ items }: { items: Item[] }) => ({
      refused: items.flatMap(({ thing, problem }) => (problem ? [{ thing, problem }] : [])),
    }),
    'batches.start': (input: (typeof started)[number]) => {
      started.push(input);
      const progress = { pending: 1, running: 0, completed: 0, failed: 1, cancelled: 0 };
      const { operation } = input;
      const id = randomUUID();
      return { id, operation, status: 'pending', progress, requested: now, expires: now };
    },
  };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

async function send(method: string, path: string, body?: object) {
  const response = await gateway.request(`/api/v1${path}`, {
    method,
    body: body && JSON.stringify(body),
    headers: body ? { 'content-type': 'application/json' } : {},
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}

const href = (path: string) => `http://trellis.test/api/v1${path}`;

test('a scene has the state of the things that have one, and shows no values when it is made', async () => {
  const created = await send('POST', `/units/${unit}/scenes`, { name: 'Evening' });
  expect(created).toMatchObject({ status: 201, body: { name: 'Evening', id: scene } });
  expect(created.body).not.toHaveProperty('states');
  const properties = { on: true, brightness: 40 };
  expect(stored).toMatchObject([
    { name: 'Evening', states: [{ thing: lamp, subject: 'alice', properties }] },
  ]);
  expect((await send('POST', `/scenes/${scene}/capture`)).status).toBe(200);
  expect(stored[1]).toMatchObject({ states: [{ thing: lamp }] });
});

test('no scene is created for an unknown unit', async () => {
  const created = await send('POST', `/units/${randomUUID()}/scenes`, { name: 'Evening' });
  expect(created.status).toBe(404);
  expect(stored).toEqual([]);
});

test('a unit with more things than a scene can have is refused', async () => {
  const items = Array.from({ length: 1_001 }, () => randomUUID());
  calls['things.ordered'] = () => ({ items });
  const created = await send('POST', `/units/${unit}/scenes`, { name: 'Evening' });
  const detail = 'There are 1001 things; 1000 are the most at once.';
  expect(created).toMatchObject({ status: 400, body: { detail } });
  expect(created.body).not.toHaveProperty('errors');
  expect(stored).toEqual([]);
});

test('a scene is shown with references', async () => {
  expect((await send('GET', `/units/${unit}/scenes`)).body).toEqual([
    {
      id: scene,
      href: href(`/scenes/${scene}`),
      name: 'Evening',
      unit: { href: href(`/units/${unit}`) },
      created: now,
      modified: now,
    },
  ]);
  const { body, headers } = await send('GET', `/scenes/${scene}`);
  expect(body.states).toEqual([
    { thing: { href: href(`/things/${lamp}`) }, properties: { on: true, brightness: 40 } },
  ]);
  expect(headers.get('etag')).toBe('"v1"');
});

describe('the states of a scene', () => {
  const state = (thing: string) => ({ thing: { href: thing }, properties: { on: false } });

  test('are replaced as they are shown, with ids in any form', async () => {
    const body = { states: [state(href(`/things/${lamp}`)), state(`urn:uuid:${sensor}`)] };
    expect((await send('PATCH', `/scenes/${scene}`, body)).status).toBe(204);
    expect(stored).toMatchObject([
      {
        states: [
          { thing: lamp, subject: 'alice', properties: { on: false } },
          { thing: sensor, subject: 'alice' },
        ],
      },
    ]);
  });

  test.each([
    [{ states: [state(lamp!), state(gone!)] }, '/states/1/thing/href'],
    [{ states: [state(lamp!), state(`urn:uuid:${lamp}`)] }, '/states/1/thing/href'],
    [{ states: [{ ...state(lamp!), properties: {} }] }, '/states/0/properties'],
    [{ name: '' }, '/name'],
  ])('are refused: %j', async (body, pointer) => {
    const refused = await send('PATCH', `/scenes/${scene}`, body);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    expect(stored).toEqual([]);
  });
});

describe('activating a scene', () => {
  test('is a bulk command with values for each thing, and things that cannot do it fail alone', async () => {
    states = [...states, { thing: gone!, properties: { on: true } }];
    states.push({ thing: sensor!, properties: { on: true } });
    const { status, headers, body } = await send('POST', `/scenes/${scene}/activate`);
    expect({ status, body }).toMatchObject({ status: 202, body: { status: 'pending' } });
    expect(headers.get('location')).toBe(href(`/interactions/${body.id}`));
    const [{ items, operation, input }] = started as [(typeof started)[number]];
    expect({ operation, input }).toEqual({ operation: 'writemultipleproperties' });
    expect(items).toMatchObject([
      { thing: lamp, creator: { id: client }, input: expect.stringMatching(/^v2\./) },
      { thing: gone, problem: { code: 'not_found' } },
      { thing: sensor, problem: { code: 'not_writable', errors: [{ pointer: '/on' }] } },
    ]);
    expect(items[1]).not.toHaveProperty('creator');
    const batch = started[0]!.id;
    expect(started[0]!.requester).toMatchObject({ app: 'ada', batch, scene });
  });

  test('is previewed without a change', async () => {
    states = [...states, { thing: gone!, properties: { on: true } }];
    const { status, body } = await send('POST', `/scenes/${scene}/activate?dry_run=true`);
    expect(status).toBe(200);
    expect(body.things).toMatchObject([
      { thing: { href: href(`/things/${lamp}`) } },
      { thing: { href: href(`/things/${gone}`) }, problem: { status: 404 } },
    ]);
    expect(started).toEqual([]);
  });
});
