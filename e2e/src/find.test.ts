import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, type Account } from '@trellis/testing';
import { sharedStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = sharedStack();

const bare = (id: string) => id.replace('urn:uuid:', '');

/** A house with a kitchen and an attic; a thermostat is in a corner of the kitchen, and a lamp in the attic. */
async function house({ request }: Account, subject?: string) {
  const create = async (path: string, body: object) =>
    bare((await request('POST', path, { body, subject })).body.id as string);
  const unit = (name: string, type: string, properties: object[] = []) =>
    create('/units', { name, type, properties });
  const area = { '@context': 'https://schema.org', '@type': 'QuantitativeValue', value: 42 };
  const ids = {
    house: await unit('House', 'building'),
    kitchen: await unit('Kitchen', 'room', [{ name: 'area', value: area }]),
    attic: await unit('Attic', 'room', [{ name: 'area', value: 12 }]),
    corner: await unit('Corner', 'zone'),
    lamp: await create('/things', {
      title: 'Lamp',
      '@type': ['Light', 'OnOffSwitch'],
      properties: { on: { type: 'boolean', value: true }, pin: { writeOnly: true, value: 7 } },
    }),
    thermostat: await create('/things', {
      title: 'Thermostat',
      '@type': 'Thermostat',
      properties: { target_temperature: { type: 'number', value: 21.5 } },
    }),
  };
  for (const [parent, child] of [
    [ids.house, ids.kitchen],
    [ids.house, ids.attic],
    [ids.kitchen, ids.corner],
  ]) {
    await request('POST', `/units/${parent}/children`, { body: { id: child }, subject });
  }
  await request('POST', `/units/${ids.attic}/things`, { body: { id: ids.lamp }, subject });
  await request('POST', `/units/${ids.corner}/things`, { body: { id: ids.thermostat }, subject });
  return ids;
}

let account: Account;
let ids: Awaited<ReturnType<typeof house>>;
beforeAll(async () => {
  account = newAccount(stack());
  ids = await house(account);
});

async function find(path: string, of = account): Promise<string[]> {
  const { status, body } = await of.request('GET', path);
  expect(status).toBe(200);
  return (body as { href: string }[]).map(({ href }) => href.split('/').at(-1)!);
}

test('rooms with a thermostat are found, and what is in or below a unit', async () => {
  const { house, kitchen, attic, corner, lamp, thermostat } = ids;
  expect(await find('/units?type=room&capability=thermostat')).toEqual([kitchen]);
  expect(await find('/units?capability=light')).toEqual([house, attic]);
  expect(await find(`/units?below=${house}&capability=thermostat`)).toEqual([kitchen, corner]);
  expect(await find(`/units?in=${house}&name=Attic`)).toEqual([attic]);
  expect(await find('/units?parents=none')).toEqual([house]);
  expect(await find('/units?parents=none&type=room')).toEqual([]);
  expect(await find('/things?capability=light')).toEqual([lamp]);
  expect(await find(`/things?below=${kitchen}`)).toEqual([thermostat]);
  expect(await find(`/things?in=${kitchen}`)).toEqual([]);
  expect(await find('/things?available=false')).toEqual([]);
});

test('expressions are about names, properties, JSON-LD and current values', async () => {
  const { kitchen, attic, house, lamp, thermostat } = ids;
  const q = (expression: string) => `q=${encodeURIComponent(expression)}`;
  expect(await find(`/units?${q('properties.area.value>=40')}`)).toEqual([kitchen]);
  expect(await find(`/units?${q('properties.area.@type==Quantitative*')}`)).toEqual([kitchen]);
  expect(await find(`/units?${q('type==room;properties.area<40,name==House')}`)).toEqual([
    house,
    attic,
  ]);
  expect(await find(`/things?${q('values.target_temperature>21')}&type=Thermostat`)).toEqual([
    thermostat,
  ]);
  expect(await find(`/things?below=${house}&${q('values.on==true')}`)).toEqual([lamp]);
  expect(await find(`/things?${q('values.pin==7')}`)).toEqual([]);
  const wrong = await account.request('GET', `/things?${q('title==Lamp;colour==red')}`);
  expect(wrong).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/query/q', detail: expect.stringContaining('position 13') }] },
  });
});

test('values are shown without what is not to be read', async () => {
  const { house, lamp } = ids;
  for (const path of ['/things?type=Light&', `/units/${house}/things?below=true&`]) {
    const { body } = await account.request('GET', `${path}view=values`);
    const shown = (body as { id: string }[]).find(({ id }) => id === lamp);
    expect(shown).toMatchObject({
      title: 'Lamp',
      '@type': ['Light', 'OnOffSwitch'],
      available: true,
    });
    expect(shown).toHaveProperty('values', { on: true });
    const headers = { accept: 'application/ld+json' };
    const described = await account.request('GET', path.slice(0, -1), { headers });
    expect(described.body).toContainEqual(
      expect.objectContaining({ id: `urn:uuid:${lamp}`, '@context': expect.anything() }),
    );
  }
});

test('names and titles are searched, whatever their case, their accents and small typos', async () => {
  const { kitchen, attic, corner, lamp, thermostat, house } = ids;
  expect(await find('/units?search=KITCHÉN')).toEqual([kitchen]);
  expect(await find('/units?search=kichen')).toEqual([kitchen]);
  expect(await find('/units?search=at')).toEqual([attic]);
  expect(await find('/units?search=kitchen&type=zone')).toEqual([]);
  expect(await find(`/units?search=corner&below=${house}`)).toEqual([corner]);
  expect(await find('/things?search=thermostatt')).toEqual([thermostat]);
  expect(await find(`/things?search=lamp&below=${kitchen}`)).toEqual([]);
  expect(await find('/things?search=lamp', newAccount(stack()))).toEqual([]);
  const { body } = await account.request('GET', '/things?search=lamp&view=values');
  expect(body).toMatchObject([{ id: lamp, title: 'Lamp' }]);
});

test('lists are sorted, page by page', async () => {
  const { house, kitchen, attic, corner, lamp, thermostat } = ids;
  expect(await find('/units?sort=name')).toEqual([attic, corner, house, kitchen]);
  expect(await find('/units?sort=-name&type=room')).toEqual([kitchen, attic]);
  expect(await find('/things?sort=-created')).toEqual([thermostat, lamp]);
  expect(await find('/things?sort=title&capability=light')).toEqual([lamp]);
  const pages: string[][] = [];
  let path: string | undefined = '/units?sort=-name&limit=3';
  while (path) {
    const { body, headers } = await account.request('GET', path);
    pages.push((body as { href: string }[]).map(({ href }) => href.split('/').at(-1)!));
    path = /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
  }
  expect(pages).toEqual([[kitchen, house, corner], [attic]]);
});

test.each([
  ['/units?sort=colour', '/query/sort'],
  ['/units?sort=title', '/query/sort'],
  ['/things?sort=modified', '/query/sort'],
  ['/things?sort=title%3BDROP', '/query/sort'],
  ['/things?sort=title&search=lamp', '/query/sort'],
  ['/units?search=', '/query/search'],
  ['/units?search=%20', '/query/search'],
  ['/units?search=a%00', '/query/search'],
  [`/units?search=${'a'.repeat(101)}`, '/query/search'],
  [`/units?search=${'a%20'.repeat(11)}`, '/query/search'],
  ['/units?sort=name&cursor=1', '/query/cursor'],
  ['/units?search=a&cursor=WyJuYW1lIiwiMSIsIiJd', '/query/cursor'],
])('%s is refused for %s', async (path, pointer) => {
  const { status, body } = await account.request('GET', path);
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: [{ pointer }] });
});

test('a summary counts what is below a unit, and sums values up', async () => {
  const { house, attic } = ids;
  const { status, body } = await account.request(
    'GET',
    `/units/${house}/summary?of=target_temperature,on`,
  );
  expect(status).toBe(200);
  expect(body).toEqual({
    units: {
      count: 3,
      types: [
        { type: 'room', count: 2 },
        { type: 'zone', count: 1 },
      ],
    },
    things: {
      count: 2,
      unavailable: 0,
      unknown: 0,
      capabilities: ['light', 'switch', 'thermostat'].map((capability) => ({
        capability,
        count: 1,
      })),
    },
    clients: [],
    values: [
      { property: 'target_temperature', count: 1, minimum: 21.5, maximum: 21.5, mean: 21.5 },
    ],
  });
  const empty = await account.request('GET', `/units/${attic}/summary?of=pin`);
  expect(empty.body).toMatchObject({ units: { count: 0 }, things: { count: 1 }, values: [] });
  const stranger = await newAccount(stack()).request('GET', `/units/${house}/summary`);
  expect(stranger.status).toBe(404);
  const { developer } = account;
  const reader = newAccount(stack(), { developer, scopes: ['svc.units.read'] });
  expect((await reader.request('GET', `/units/${house}/summary?of=on`)).status).toBe(403);
  const counted = await reader.request('GET', `/units/${house}/summary`);
  expect(Object.keys(counted.body as object)).toEqual(['units']);
});

describe('what is found', () => {
  test('is what the caller sees', async () => {
    const stranger = newAccount(stack());
    expect(await find('/things?capability=light', stranger)).toEqual([]);
    expect(await find('/units?capability=light', stranger)).toEqual([]);
    for (const path of ['/things?in=', '/things?below=', '/units?in=', '/units?below=']) {
      const answer = await stranger.request('GET', `${path}${ids.house}`);
      expect(answer.status).toBe(400);
    }
    const alice = { subject: 'alice' };
    const none = await account.request('GET', '/things?capability=light', alice);
    expect(none.body).toEqual([]);
  });

  test('needs the scopes of all that it tells', async () => {
    const { developer } = account;
    const reader = (scope: string) => newAccount(stack(), { developer, scopes: [scope] });
    const [units, things] = [reader('svc.units.read'), reader('svc.things.read')];
    const path = `/units/${ids.house}/things?below=true`;
    const headers = { accept: 'application/ld+json' };
    const statuses = await Promise.all([
      units.request('GET', path),
      units.request('GET', `${path}&view=values`),
      units.request('GET', path, { headers }),
      units.request('GET', '/units?capability=light'),
      things.request('GET', '/things?capability=light&view=values'),
      things.request('GET', `/things?in=${ids.house}`),
      things.request('GET', `/things?below=${ids.house}`),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 403, 403, 403, 200, 403, 403]);
  });

  test('is of a client and a subject', async () => {
    const owner = newAccount(stack());
    const { path } = await simulate(owner);
    const client = path.split('/').at(-1)!;
    expect(await find(`/things?client=${client}`, owner)).toHaveLength(2);
    expect(await find(`/things?client=${client}&capability=light`, owner)).toHaveLength(1);
    expect(await find('/things?subject=alice&capability=temperature', owner)).toHaveLength(1);
    expect(await find('/things?subject=bob', owner)).toEqual([]);
  });
});

describe('the role of a property', () => {
  test('chooses what a thing, its values and lists show', async () => {
    const { request } = newAccount(stack());
    const subject = 'role';
    const properties = {
      on: { type: 'boolean', value: true },
      power_on: { type: 'string', role: 'configuration', value: 'last' },
      signal: { type: 'number', role: 'diagnostic', value: -60 },
    };
    const actions = { identify: { role: 'configuration' }, toggle: {} };
    const { body: thing } = await request('POST', '/things', {
      subject,
      body: { title: 'Relay', properties, actions },
    });
    expect(thing.properties).toMatchObject({
      on: { role: 'primary' },
      power_on: { role: 'configuration' },
      signal: { role: 'diagnostic' },
    });
    const path = `/things/${thing.id.slice('urn:uuid:'.length)}`;
    const cases = [
      ['primary', { on: true }, ['toggle']],
      ['configuration', { power_on: 'last' }, ['identify']],
      ['diagnostic', { signal: -60 }, []],
    ] as const;
    for (const [role, values, invocable] of cases) {
      const read = (address: string, headers = {}) =>
        request('GET', `${address}?role=${role}`, { subject, headers });
      expect((await read(`${path}/properties`)).body).toEqual(values);
      const ld = { accept: 'application/ld+json' };
      const described = [(await read(path)).body, ...(await read('/things', ld)).body];
      for (const one of described) {
        expect(Object.keys(one.properties)).toEqual(Object.keys(values));
        expect(Object.keys(one.actions)).toEqual(invocable);
      }
      const query = `view=values&role=${role}&search=relay`;
      const listed = await request('GET', `/things?${query}`, { subject });
      expect(listed.body).toMatchObject([{ title: 'Relay', values }]);
      expect(Object.keys(listed.body[0].values)).toEqual(Object.keys(values));
    }
  });

  test('is one of three, and for lists that show it', async () => {
    const { request } = newAccount(stack());
    const subject = 'role';
    const problem = { errors: [{ pointer: '/query/role' }] };
    for (const query of ['role=main', 'role=primary']) {
      const { status, body } = await request('GET', `/things?${query}`, { subject });
      expect([status, body]).toMatchObject([400, problem]);
    }
    const body = { title: 'Relay', properties: { on: { role: 'main' } } };
    expect((await request('POST', '/things', { subject, body })).body).toMatchObject({
      errors: [{ pointer: '/properties/on/role' }],
    });
  });
});
