import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  newAccount,
  request as anonymousRequest,
  startStack,
  waitFor,
  type Account,
  type ApiAnswer,
  type Stack,
} from '@trellis/testing';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await stack.stop();
  stack.clear();
});

const nobody = '01a1fb49-0d50-7523-8e7b-c9657c118513';
const simulator = { connector_type_id: 'simulator', configuration: { application_key: 'any' } };
const client = {
  connector_type_id: 'simulator',
  configuration: { devices: 1, interval_ms: 3_600_000 },
};

type Request = Account['request'];
const lastSegment = (href: string) => decodeURIComponent(href.split('/').at(-1)!);
const thingId = ({ body }: ApiAnswer) => (body.id as string).replace('urn:uuid:', '');

async function create(request: Request, path: string, body: unknown, subject?: string) {
  const answer = await request('POST', path, { subject, body });
  expect(answer.status).toBe(201);
  return answer;
}
const newUnit = async (request: Request, subject?: string): Promise<string> =>
  (await create(request, '/units', { name: 'Kitchen', type: 'room' }, subject)).body.id;
const newThing = async (request: Request, subject?: string): Promise<string> =>
  thingId(await create(request, '/things', { title: 'Lamp' }, subject));

/** The ids in a list. */
async function list(request: Request, path: string, subject?: string): Promise<string[]> {
  const { status, body } = await request('GET', path, { subject });
  expect(status).toBe(200);
  return (body as { href: string }[]).map(({ href }) => lastSegment(href));
}

/** What an answer says, apart from the id of its request. */
const said = ({ status, body }: ApiAnswer) => ({
  status,
  body: body?.instance ? { ...body, instance: '' } : body,
});

/** One of everything in the list of a subject, and how requests name it. */
async function inhabit({ request }: Account, subject: string) {
  const unit = await newUnit(request, subject);
  const [parent, child] = [await newUnit(request, subject), await newUnit(request, subject)];
  await create(request, `/units/${unit}/parents`, { id: parent });
  await create(request, `/units/${unit}/children`, { id: child });
  await create(request, `/units/${unit}/properties`, { name: 'floor', value: 2 });
  const lamp = { title: 'Lamp', properties: { on: { type: 'boolean', value: true } } };
  const thing = thingId(await create(request, '/things', lamp, subject));
  await create(request, `/units/${unit}/things`, { id: thing });
  const instance = (await create(request, '/connectors/instances', simulator)).body.id as string;
  const clientId = (await create(request, '/connectors/clients', client, subject)).body.client_id;
  const clientPath = `/connectors/clients/${clientId}`;
  const mapping = await waitFor(async () => {
    const { body } = await request('GET', clientPath, { subject });
    return body.status === 'STARTED' && (body.mappings[0] as { thing_id: string });
  });
  return {
    ...{ subject, unit, parent, child, thing, instance, client: clientId as string },
    station: mapping.thing_id,
  };
}
type Inhabited = Awaited<ReturnType<typeof inhabit>>;

/** The same names, of which none exists. */
const nothingThere = (found: Inhabited): Inhabited =>
  Object.fromEntries(
    Object.keys(found).map((name) => [name, name === 'subject' ? 'no such subject' : nobody]),
  ) as Inhabited;

/** Every request that names a resource in its path: method, path and body. */
const onResources = ({ subject, unit, parent, child, thing, station, ...connector }: Inhabited) => {
  const [at, on] = [`/units/${unit}`, `/things/${station}`];
  const property = { name: 'floor', value: 3 };
  const rows: [string, string, unknown?][] = [
    ['GET', at],
    ['DELETE', at],
    ['DELETE', `${at}?dry_run=true`],
    ['GET', `${at}/descendants`],
    ['GET', `${at}/ancestors`],
    ['GET', `${at}/things?below=true`],
    ...(['parents', 'children', 'subjects', 'things'] as const).flatMap((relation) => {
      const other = { parents: parent, children: child, subjects: subject, things: thing }[
        relation
      ];
      return [
        ['GET', `${at}/${relation}`],
        ['POST', `${at}/${relation}`, { id: other }],
        ['DELETE', `${at}/${relation}`, { id: other }],
        ['DELETE', `${at}/${relation}/${encodeURIComponent(other)}`],
      ] as [string, string, unknown?][];
    }),
    ['GET', `${at}/properties`],
    ['POST', `${at}/properties`, property],
    ['POST', `${at}/properties`, { name: 'new', value: 1 }],
    ['PUT', `${at}/properties`, property],
    ['GET', `${at}/properties/floor`],
    ['DELETE', `${at}/properties/floor`],
    ['GET', `/things/${thing}`],
    ['DELETE', `/things/${thing}`],
    ['GET', `/things/${thing}/properties`],
    ['GET', `/things/${thing}/properties/on`],
    ['PUT', `/things/${thing}/properties/on`, false],
    ['GET', on],
    ['DELETE', on],
    ['GET', `${on}/properties/temperature`],
    ['PUT', `${on}/properties/temperature`, 20],
    ['POST', `${on}/actions/identify`, { seconds: 1 }],
    ['GET', `/subjects/${encodeURIComponent(subject)}`],
    ['GET', `/connectors/clients/${connector.client}`],
    ['DELETE', `/connectors/clients/${connector.client}`],
    ['DELETE', `/connectors/clients/${connector.client}?dry_run=true`],
  ];
  return rows;
};

/** Requests that name an instance, which belongs to no subject. */
const onInstances = ({ instance }: Inhabited): [string, string][] => [
  ['GET', `/connectors/instances/${instance}`],
  ['DELETE', `/connectors/instances/${instance}`],
  ['DELETE', `/connectors/instances/${instance}?dry_run=true`],
];

/** Everything there is to see, to tell whether it has changed. */
async function everything({ request }: Account, found: Inhabited) {
  const paths = [
    ...[`/units/${found.unit}`, `/units/${found.parent}`, `/units/${found.child}`],
    ...[`/things/${found.thing}`, `/connectors/instances/${found.instance}`],
    ...[`/connectors/clients/${found.client}`, `/subjects/${encodeURIComponent(found.subject)}`],
    ...['/units', '/things', '/subjects', '/connectors/instances', '/connectors/clients'],
  ];
  return Promise.all(paths.map(async (path) => said(await request('GET', path))));
}

describe('of another developer', () => {
  let owner: Account;
  let found: Inhabited;
  let before: unknown;
  beforeAll(async () => {
    owner = newAccount(stack);
    found = await inhabit(owner, 'alice');
    before = await everything(owner, found);
  });

  test.each([undefined, 'alice', 'somebody else'])(
    'nothing exists in a path, for the whole account or a subject: %s',
    async (subject) => {
      const { request } = newAccount(stack);
      const absent = nothingThere(found);
      const theirs = [...onResources(found), ...onInstances(found)];
      const nobodys = [...onResources(absent), ...onInstances(absent)];
      for (const [index, [method, path, body]] of theirs.entries()) {
        const answer = await request(method, path, { subject, body });
        const expected = await request(method, nobodys[index]![1], {
          subject,
          body: nobodys[index]![2],
        });
        expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 404`);
        expect(said(answer)).toEqual(said(expected));
      }
      expect(await everything(owner, found)).toEqual(before);
    },
  );

  test('nothing exists in a body', async () => {
    const { request } = newAccount(stack);
    const own = `/units/${await newUnit(request)}`;
    for (const [relation, theirs] of [
      ['parents', found.unit],
      ['children', found.unit],
      ['things', found.thing],
      ['things', found.station],
    ] as const) {
      const answer = await request('POST', `${own}/${relation}`, { body: { id: theirs } });
      const expected = await request('POST', `${own}/${relation}`, { body: { id: nobody } });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/id' }] } });
      expect(said(answer)).toEqual(said(expected));
      const removed = await request('DELETE', `${own}/${relation}`, { body: { id: theirs } });
      expect(removed.status).toBe(404);
    }
    const missing = await request('POST', '/connectors/clients', {
      subject: 'alice',
      body: client,
    });
    expect(missing.status).toBe(400);
    expect(await everything(owner, found)).toEqual(before);
  });

  test.each([
    ...['/units', '/units?name=Kitchen', '/units?type=room', '/things', '/subjects'],
    ...['/connectors/instances', '/connectors/clients'],
  ])('nothing is in the list %s', async (path) => {
    const { request } = newAccount(stack);
    expect(await list(request, path)).toEqual([]);
    const subject = path.includes('instances') ? undefined : 'alice';
    expect(await list(request, path, subject)).toEqual([]);
  });

  test('a cursor gives nothing away', async () => {
    const { request } = newAccount(stack);
    const page = await owner.request('GET', '/units?limit=1');
    const next = /<([^>]+)>/.exec(page.headers.get('link')!)![1]!;
    expect((await request('GET', next)).body).toEqual([]);
  });

  test('the same subject is another one', async () => {
    const other = newAccount(stack);
    const theirs = await inhabit(other, 'alice');
    expect(await list(other.request, '/units', 'alice')).toEqual([
      theirs.unit,
      theirs.parent,
      theirs.child,
    ]);
    expect(await list(other.request, '/connectors/clients', 'alice')).toEqual([theirs.client]);
    const { body } = await other.request('GET', '/subjects/alice');
    expect(body.clients.map(({ href }: { href: string }) => lastSegment(href))).toEqual([
      theirs.client,
    ]);
    expect(await everything(owner, found)).toEqual(before);
  });

  test('a developer whose name is that of a subject sees nothing either', async () => {
    const { request } = newAccount(stack, { developer: 'alice' });
    expect(await list(request, '/units')).toEqual([]);
    expect((await request('GET', `/units/${found.unit}`)).status).toBe(404);
  });
});

describe('of another subject', () => {
  test('nothing exists in a path', async () => {
    const owner = newAccount(stack);
    const found = await inhabit(owner, 'alice');
    const before = await everything(owner, found);
    const nobodys = onResources(nothingThere(found));
    for (const [index, [method, path, body]] of onResources(found).entries()) {
      const answer = await owner.request(method, path, { subject: 'bob', body });
      const absent = { subject: 'bob', body: nobodys[index]![2] };
      const expected = await owner.request(method, nobodys[index]![1], absent);
      expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 404`);
      expect(said(answer)).toEqual(said(expected));
    }
    expect(await everything(owner, found)).toEqual(before);
  });

  test('nothing exists in a body', async () => {
    const { request } = newAccount(stack);
    const own = `/units/${await newUnit(request, 'bob')}`;
    const [unit, thing] = [await newUnit(request, 'alice'), await newThing(request, 'alice')];
    const [nobodysUnit, nobodysThing] = [await newUnit(request), await newThing(request)];
    for (const [relation, id] of [
      ['parents', unit],
      ['children', unit],
      ['children', nobodysUnit],
      ['things', thing],
      ['things', nobodysThing],
    ] as const) {
      const path = `${own}/${relation}`;
      const answer = await request('POST', path, { subject: 'bob', body: { id } });
      const absent = await request('POST', path, { subject: 'bob', body: { id: nobody } });
      expect(answer.status).toBe(400);
      expect(said(answer)).toEqual(said(absent));
      // The whole account sees both, and can link them; the subject cannot undo it.
      await create(request, path, { id });
      expect(await list(request, path, 'bob')).toEqual([]);
      const removed = await request('DELETE', path, { subject: 'bob', body: { id } });
      expect(removed.status).toBe(404);
      expect(await list(request, path)).toEqual([id]);
      await request('DELETE', path, { body: { id } });
    }
  });

  test('nothing is in any list', async () => {
    const owner = newAccount(stack);
    await inhabit(owner, 'alice');
    for (const path of ['/units', '/things', '/subjects', '/connectors/clients']) {
      expect(await list(owner.request, path, 'bob')).toEqual([]);
    }
  });

  test('no client exists, and each has its own of a type', async () => {
    const { request } = newAccount(stack);
    await create(request, '/connectors/instances', simulator);
    const made = { alice: '', bob: '' };
    for (const subject of ['alice', 'bob'] as const) {
      const { body } = await create(request, '/connectors/clients', client, subject);
      made[subject] = body.client_id;
    }
    expect(await list(request, '/connectors/clients', 'alice')).toEqual([made.alice]);
    expect(await list(request, '/connectors/clients', 'bob')).toEqual([made.bob]);
    expect(await list(request, '/connectors/clients')).toEqual([made.alice, made.bob]);

    const path = `/connectors/clients/${made.alice}`;
    for (const method of ['GET', 'DELETE']) {
      expect((await request(method, path, { subject: 'bob' })).status).toBe(404);
    }
    expect((await request('GET', path)).status).toBe(200);
    const again = await request('POST', '/connectors/clients', { subject: 'bob', body: client });
    expect(again).toMatchObject({
      status: 409,
      body: { existing: { href: expect.stringContaining(made.bob) } },
    });
    expect((await request('DELETE', path, { subject: 'alice' })).status).toBe(204);
    expect(await list(request, '/connectors/clients')).toEqual([made.bob]);
  });
});

describe('a subject', () => {
  test('sees the units that it owns and those it is linked to, no others', async () => {
    const { request } = newAccount(stack);
    const own = await newUnit(request, 'alice');
    const linked = await newUnit(request, 'bob');
    const [others, nobodys] = [await newUnit(request, 'bob'), await newUnit(request)];
    await create(request, `/units/${linked}/subjects`, { id: 'alice' });
    expect(await list(request, '/units', 'alice')).toEqual([own, linked]);
    expect(await list(request, '/units', 'bob')).toEqual([linked, others]);
    expect(await list(request, '/units')).toEqual([own, linked, others, nobodys]);
    for (const [id, status] of [
      [own, 200],
      [linked, 200],
      [others, 404],
      [nobodys, 404],
    ] as const) {
      expect((await request('GET', `/units/${id}`, { subject: 'alice' })).status).toBe(status);
      expect((await request('GET', `/units/${id}`)).status).toBe(200);
    }
  });

  test('sees a unit as soon as it is linked to it, and no longer than that', async () => {
    const { request } = newAccount(stack);
    const unit = `/units/${await newUnit(request)}`;
    const see = async () => (await request('GET', unit, { subject: 'alice' })).status;
    for (let round = 0; round < 10; round += 1) {
      await create(request, `${unit}/subjects`, { id: 'alice' });
      expect(await see()).toBe(200);
      await request('DELETE', `${unit}/subjects/alice`);
      expect(await see()).toBe(404);
    }
  });

  test('that is linked to a building does not thereby see its rooms', async () => {
    const { request } = newAccount(stack);
    const [building, room] = [await newUnit(request), await newUnit(request)];
    const own = await newUnit(request, 'alice');
    const thing = await newThing(request);
    await create(request, `/units/${building}/children`, { id: room });
    await create(request, `/units/${building}/children`, { id: own });
    await create(request, `/units/${building}/things`, { id: thing });
    await create(request, `/units/${building}/subjects`, { id: 'alice' });

    expect((await request('GET', `/units/${room}`, { subject: 'alice' })).status).toBe(404);
    expect(await list(request, '/units', 'alice')).toEqual([building, own]);
    expect(await list(request, `/units/${building}/children`, 'alice')).toEqual([own]);
    expect(await list(request, `/units/${building}/descendants`, 'alice')).toEqual([own]);
    expect(await list(request, `/units/${building}/things`, 'alice')).toEqual([]);
    expect(await list(request, `/units/${building}/things?below=true`, 'alice')).toEqual([]);
    const { body } = await request('GET', `/units/${building}`, { subject: 'alice' });
    expect(body).toMatchObject({ children: [{ href: expect.stringContaining(own) }], things: [] });
    expect(JSON.stringify(body)).not.toContain(room);
    const preview = await request('DELETE', `/units/${building}?dry_run=true`, {
      subject: 'alice',
    });
    expect(JSON.stringify(preview.body)).not.toContain(room);
  });

  test('that owns a room does not thereby see the building', async () => {
    const { request } = newAccount(stack);
    const [building, room] = [await newUnit(request), await newUnit(request, 'alice')];
    await create(request, `/units/${building}/children`, { id: room });
    for (const path of ['parents', 'ancestors']) {
      expect(await list(request, `/units/${room}/${path}`, 'alice')).toEqual([]);
      expect(await list(request, `/units/${room}/${path}`)).toEqual([building]);
    }
  });

  test('sees its own things alone, wherever they are', async () => {
    const { request } = newAccount(stack);
    const unit = `/units/${await newUnit(request, 'alice')}`;
    const [alices, bobs] = [await newThing(request, 'alice'), await newThing(request, 'bob')];
    const nobodys = await newThing(request);
    for (const id of [bobs, alices, nobodys]) await create(request, `${unit}/things`, { id });
    expect(await list(request, '/things', 'alice')).toEqual([alices]);
    expect(await list(request, '/things', 'bob')).toEqual([bobs]);
    expect(await list(request, '/things')).toEqual([alices, bobs, nobodys]);
    expect(await list(request, `${unit}/things`, 'alice')).toEqual([alices]);
    expect(await list(request, `${unit}/things?below=true`, 'alice')).toEqual([alices]);
    expect(await list(request, `${unit}/things`)).toEqual([bobs, alices, nobodys]);
    const { body } = await request('GET', unit, { subject: 'alice' });
    expect(body.things).toHaveLength(1);
  });

  test('sees another subject through a unit that both see, and of it no more than that', async () => {
    const { request } = newAccount(stack);
    const shared = await newUnit(request, 'alice');
    const secret = await newUnit(request, 'alice');
    const thing = await newThing(request, 'alice');
    expect((await request('GET', '/subjects/alice', { subject: 'bob' })).status).toBe(404);

    await create(request, `/units/${shared}/subjects`, { id: 'bob' });
    const seen = await request('GET', '/subjects/alice', { subject: 'bob' });
    expect(seen).toMatchObject({ status: 200, body: { id: 'alice', things: [], clients: [] } });
    expect(seen.body.units.map(({ href }: { href: string }) => lastSegment(href))).toEqual([
      shared,
    ]);
    expect(JSON.stringify(seen.body)).not.toContain(secret);
    expect(JSON.stringify(seen.body)).not.toContain(thing);
    expect(await list(request, '/subjects', 'bob')).toEqual(['bob']);
    expect((await request('GET', '/subjects/bob', { subject: 'alice' })).status).toBe(200);
  });

  test('is told of a cycle without the units that it does not see', async () => {
    const { request } = newAccount(stack);
    const [top, bottom] = [await newUnit(request, 'alice'), await newUnit(request, 'alice')];
    const hidden = await newUnit(request);
    await create(request, `/units/${top}/children`, { id: hidden });
    await create(request, `/units/${hidden}/children`, { id: bottom });
    const refused = await request('POST', `/units/${bottom}/children`, {
      subject: 'alice',
      body: { id: top },
    });
    expect(refused.status).toBe(409);
    expect(refused.body.cycle).toEqual([top, bottom, top]);
    expect(JSON.stringify(refused.body)).not.toContain(hidden);
  });

  test.each(['alice ', ' alice', 'Alice', 'alic', 'alice2', 'alice%', '*', '%'])(
    'is not another one that is written like it: "%s"',
    async (id) => {
      const { request } = newAccount(stack);
      const unit = await newUnit(request, 'alice');
      await create(request, `/units/${await newUnit(request)}/subjects`, { id });
      expect(await list(request, '/units', 'alice')).toEqual([unit]);
      expect((await request('GET', `/subjects/${encodeURIComponent(id)}`)).body.id).toBe(id);
    },
  );
});

describe('every href', () => {
  /** The addresses in an answer that can be read, those of forms included. */
  function hrefsIn(value: unknown): string[] {
    if (typeof value !== 'object' || value === null) return [];
    const { href, op } = value as { href?: unknown; op?: unknown };
    const canBeRead = !Array.isArray(op) || op.some((name: string) => name.startsWith('read'));
    const own = typeof href === 'string' && canBeRead ? [href] : [];
    return [...own, ...Object.values(value).flatMap(hrefsIn)];
  }

  async function follow(request: Request, from: string[], subject?: string): Promise<Set<string>> {
    const seen = new Set(from.map((path) => `${stack.address}/api/v1${path}`));
    for (const address of seen) {
      const { status, body } = await request('GET', address, { subject });
      expect(`${address} ${status}`).toBe(`${address} 200`);
      // An instance belongs to the whole account, and names the clients of all its subjects.
      if (subject !== undefined && address.includes('/connectors/instances')) continue;
      for (const href of hrefsIn(body)) {
        expect(href.startsWith(`${stack.address}/api/v1/`)).toBe(true);
        seen.add(href);
      }
    }
    return seen;
  }

  const lists = ['/units', '/things', '/subjects', '/connectors/clients'];

  async function account() {
    const account = newAccount(stack);
    const { request } = account;
    await inhabit(account, 'alice');
    const shared = await newUnit(request, 'alice');
    for (const id of ['bob', 'Zoë / 42%?#', '🌳', '%2F', 'a+b', "'", ' ']) {
      await create(request, `/units/${shared}/subjects`, { id });
    }
    for (const name of ['a/b', '100%', '🌳', '?#']) {
      const thing = { title: 'Lamp', properties: { [name]: { type: 'integer', value: 1 } } };
      const id = thingId(await create(request, '/things', thing, 'bob'));
      await create(request, `/units/${shared}/things`, { id });
    }
    await create(request, '/connectors/clients', client, 'bob');
    return account;
  }

  test('resolves for the developer', async () => {
    const { request } = await account();
    const from = [...lists, '/connectors/instances', '/connectors/descriptions'];
    const seen = await follow(request, from);
    for (const kind of ['units', 'things', 'subjects', 'instances', 'clients', 'descriptions']) {
      expect([...seen].filter((href) => href.includes(`/${kind}/`)).length).toBeGreaterThan(0);
    }
    expect(seen.size).toBeGreaterThan(30);
  });

  test.each(['alice', 'bob', 'Zoë / 42%?#'])('resolves for the subject %s', async (subject) => {
    const { request } = await account();
    const seen = await follow(request, lists, subject);
    expect([...seen].filter((href) => href.includes('/units/')).length).toBeGreaterThan(0);
  });

  test('in the Location of what was made resolves', async () => {
    const { request } = newAccount(stack);
    const unit = await create(request, '/units', { name: 'a', type: 'b' }, 'alice');
    const property = { name: 'a/b', value: 1 };
    for (const made of [
      unit,
      await create(request, `/units/${unit.body.id}/properties`, property, 'alice'),
      await create(request, '/things', { title: 'Lamp' }, 'alice'),
      await create(request, '/connectors/instances', simulator),
      await create(request, '/connectors/clients', client, 'alice'),
    ]) {
      const location = made.headers.get('location')!;
      expect(location.startsWith(`${stack.address}/api/v1/`)).toBe(true);
      expect((await request('GET', location, { subject: 'alice' })).status).toBe(200);
    }
  });

  test('of what is in the way of a request resolves', async () => {
    const account = newAccount(stack);
    const { request } = account;
    const { unit, instance, station } = await inhabit(account, 'alice');
    const property = { name: 'floor', value: 2 };
    for (const [method, path, body] of [
      ['POST', '/connectors/instances', simulator],
      ['POST', '/connectors/clients', client],
      ['POST', `/units/${unit}/properties`, property],
      ['DELETE', `/connectors/instances/${instance}`],
      ['DELETE', `/things/${station}`],
    ] as [string, string, unknown?][]) {
      const refused = await request(method, path, { subject: 'alice', body });
      expect(`${method} ${path} ${refused.status}`).toBe(`${method} ${path} 409`);
      const there = await request('GET', refused.body.existing.href, { subject: 'alice' });
      expect(there.status).toBe(200);
    }
  });
});

describe('with a public address', () => {
  const publicAddress = 'https://api.example.test/trellis';
  let behind: Stack;
  beforeAll(async () => {
    behind = await startStack({ environment: { PUBLIC_URL: `${publicAddress}/` } });
  });
  afterAll(async () => {
    await behind.stop();
    behind.clear();
  });

  test('every address in an answer begins with it', async () => {
    const { request } = newAccount(behind);
    const unit = await create(request, '/units', { name: 'a', type: 'b' }, 'alice');
    const thing = await create(request, '/things', {
      title: 'Lamp',
      properties: { on: { type: 'boolean', value: true } },
      actions: { blink: {} },
    });
    const id = unit.body.id as string;
    const [other, lamp] = [await newUnit(request), thingId(thing)];
    await create(request, `/units/${id}/children`, { id: other });
    await create(request, `/units/${id}/things`, { id: lamp });
    const property = { name: 'a', value: 1 };
    await create(request, `/units/${id}/properties`, property);
    const page = await request('GET', '/units?limit=1');
    const addresses = [
      unit.headers.get('location'),
      thing.headers.get('location'),
      /<([^>]+)>/.exec(page.headers.get('link')!)![1],
      (await request('GET', '/units/x')).body.type,
      (await request('POST', `/units/${id}/properties`, { body: property })).body.existing.href,
      (await request('GET', '/connectors/callbackurl')).body.href,
      (await anonymousRequest(behind, 'GET', '/openapi.json')).body.servers[0].url,
      ...hrefsOf(page.body),
      ...hrefsOf((await request('GET', `/units/${id}`)).body),
      ...hrefsOf((await request('GET', `/things/${lamp}`)).body),
      ...hrefsOf((await request('GET', '/subjects')).body),
    ];
    expect(addresses.length).toBeGreaterThan(12);
    for (const address of addresses)
      expect(address).toMatch(/^https:\/\/api\.example\.test\/trellis/);
    for (const address of addresses) expect(address).not.toContain('trellis//');
  });

  const hrefsOf = (value: unknown) =>
    [...JSON.stringify(value).matchAll(/"(?:href|base)":"([^"]+)"/g)].map(([, href]) => href);
});
