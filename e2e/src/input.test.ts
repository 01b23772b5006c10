import { describe, expect, test } from '@jest/globals';
import { newAccount, request } from '@trellis/testing';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();
const at = (path: string) => `${stack().address}/api/v1${path}`;
const unit = { name: 'Kitchen', type: 'room' };
const tree = '🌳';

/** Every problem has these members, whatever it is about. */
const problem = (status: number) => ({
  status,
  body: {
    type: expect.stringContaining('/docs/problems#'),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: expect.any(String),
  },
});

describe('the limits of a text', () => {
  test.each(['name', 'type'])('a %s of a unit has 1 to 256 characters', async (member) => {
    const { request } = newAccount(stack());
    const create = (text: unknown) =>
      request('POST', '/units', { body: { ...unit, [member]: text } });
    for (const text of ['a', 'a'.repeat(256), tree.repeat(256), 'line\nbreak']) {
      expect((await create(text)).status).toBe(201);
    }
    for (const text of ['', 'a'.repeat(257), tree.repeat(257), 5, null, [], 'a\u0000', '\ud800']) {
      expect(await create(text)).toMatchObject({
        ...problem(400),
        body: { errors: [{ pointer: `/${member}` }] },
      });
    }
  });

  test('a name of a property has 1 to 256 characters, none of them a control character', async () => {
    const { request } = newAccount(stack());
    const { body } = await request('POST', '/units', { body: unit });
    const add = (name: string) =>
      request('POST', `/units/${body.id}/properties`, { body: { name, value: 1 } });
    for (const name of ['a', 'a'.repeat(256), tree.repeat(256)]) {
      expect((await add(name)).status).toBe(201);
      const path = `/units/${body.id}/properties/${encodeURIComponent(name)}`;
      expect((await request('GET', path)).status).toBe(200);
    }
    for (const name of ['', 'a'.repeat(257), tree.repeat(257), 'a\nb', '\u007f', '.', '..']) {
      expect(await add(name)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/name' }] },
      });
    }
  });

  test('an id of a subject has 1 to 256 characters, none of them a control character', async () => {
    const { request } = newAccount(stack());
    const { body } = await request('POST', '/units', { body: unit });
    const add = (id: string) => request('POST', `/units/${body.id}/subjects`, { body: { id } });
    for (const id of ['a', 'a'.repeat(256), tree.repeat(256)]) {
      expect((await add(id)).status).toBe(201);
    }
    for (const id of ['', 'a'.repeat(257), tree.repeat(257), 'a\nb', '.', '..']) {
      expect((await add(id)).status).toBe(400);
    }
    expect((await request('GET', '/units', { subject: 'a'.repeat(256) })).status).toBe(200);
    for (const subject of ['', '   ', 'a'.repeat(257), 'a\tb']) {
      expect(await request('GET', '/units', { subject })).toMatchObject(problem(400));
    }
  });

  test('a subject is the same in a header, in a body and in an address', async () => {
    const { request } = newAccount(stack());
    const created = await request('POST', '/units', { body: unit });
    await request('POST', `/units/${created.body.id}/subjects`, { body: { id: 'Zoë' } });
    const utf8 = Buffer.from('Zoë').toString('latin1');
    for (const subject of ['Zoë', utf8]) {
      const listed = await request('GET', '/units', { subject });
      expect(listed.body).toHaveLength(1);
    }
  });
});

describe('a body', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    newAccount(stack()).request('POST', '/units', { body, headers });

  test('may have 1 MiB and no byte more', async () => {
    const text = JSON.stringify({ ...unit, properties: [{ name: 'x', value: '' }] });
    const filled = (bytes: number) => text.replace('""', `"${'x'.repeat(bytes - text.length)}"`);
    expect((await post(filled(1024 * 1024))).status).toBe(201);
    expect(await post(filled(1024 * 1024 + 1))).toMatchObject(problem(413));
  });

  test.each([
    '',
    '{',
    'text',
    '[]',
    '"text"',
    '5',
    'null',
    '{"name":"a"}',
    '{}',
    '{"name":1,"type":2}',
  ])('that is %j is 400', async (body) => {
    expect(await post(body)).toMatchObject(problem(400));
  });

  test('with several wrong members is answered with all of them', async () => {
    const { body } = await post('{"name":"","properties":[{"name":"x","value":1},{"name":5}]}');
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual(
      ['/name', '/properties/1/name', '/properties/1/value', '/type'].toSorted(),
    );
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
    'of the media type %s is 415',
    async (type) => {
      expect(await post(JSON.stringify(unit), { 'content-type': type })).toMatchObject(
        problem(415),
      );
    },
  );

  test.each(['application/json; charset=utf-8', 'application/ld+json'])(
    'of the media type %s is taken',
    async (type) => {
      expect((await post(JSON.stringify(unit), { 'content-type': type })).status).toBe(201);
    },
  );
});

describe('an address', () => {
  test('in which nothing can be named is 404, whatever is done there', async () => {
    const { request } = newAccount(stack());
    const { body } = await request('POST', '/units', { body: unit });
    for (const [method, path, sent] of [
      ['GET', `/units/${body.id}/properties/%00`],
      ['DELETE', `/units/${body.id}/properties/%00`],
      ['DELETE', `/units/${body.id}/subjects/%00`],
      ['DELETE', `/units/${body.id}/subjects`, { id: '\u0000' }],
      ['DELETE', `/units/${body.id}/things`, { id: '\u0000' }],
      ['GET', '/subjects/%00'],
      ['GET', `/subjects/${'x'.repeat(300)}`],
      ['GET', '/connectors/descriptions/%00'],
      ['GET', '/connectors/clients/%00'],
    ] as [string, string, unknown?][]) {
      const { status } = await request(method, path, { body: sent });
      expect({ method, path, status }).toEqual({ method, path, status: 404 });
    }
  });

  test.each(['/units/x', '/units/%00', '/units/%zz', '/units/..%2f', '/things/x', '/nothing'])(
    '%s that names nothing is 404',
    async (path) => {
      expect(await newAccount(stack()).request('GET', path)).toMatchObject(problem(404));
    },
  );
});

test('ids are taken in every form in which answers show them', async () => {
  const { request } = newAccount(stack());
  const create = async (path: string, body: object) =>
    (await request('POST', path, { body })).body.id as string;
  const [unit, room] = [
    await create('/units', { name: 'House', type: 'building' }),
    await create('/units', { name: 'Kitchen', type: 'room' }),
  ];
  const thing = await create('/things', { title: 'Lamp' });
  expect(thing).toMatch(/^urn:uuid:/);
  const href = { room: at(`/units/${room}`), subject: at('/subjects/bob%20b') };

  const path = `/units/${encodeURIComponent(at(`/units/${unit}`))}`;
  expect((await request('GET', path)).body).toMatchObject({ id: unit });
  const link = await request('POST', `${path}/children`, { body: { id: href.room } });
  expect(link).toMatchObject({ status: 201, body: { href: href.room } });
  await request('POST', `/units/urn:uuid:${unit}/things`, { body: { id: thing } });
  await request('POST', `${path}/subjects`, { body: { id: href.subject } });
  expect((await request('GET', `/units/${unit}`)).body).toMatchObject({
    children: [{ href: href.room }],
    things: [{ href: at(`/things/${thing.slice(9)}`) }],
    subjects: [{ href: href.subject }],
  });
  const seen = await request('GET', '/units', { subject: href.subject });
  expect(seen.body).toEqual([{ href: at(`/units/${unit}`) }]);
  const batch = await request('POST', '/units/links/batch', {
    body: { items: [{ unit: href.room, parent: `urn:uuid:${unit.toUpperCase()}` }] },
  });
  expect(batch.body.results).toEqual([{ status: 201, href: at(`/units/${unit}`) }]);
  expect((await request('DELETE', `${path}/things`, { body: { id: thing } })).status).toBe(204);
  expect((await request('DELETE', `/things/${thing}`)).status).toBe(204);
  expect((await request('GET', '/units/urn:uuid:kitchen')).status).toBe(404);
  const audit = await request('GET', '/audit?operation=linkChild');
  expect(audit.body[0].resource.ids).toEqual([unit, room]);
});

describe('a thing of an app', () => {
  test('has values or not, takes new ones from the app, and is deleted', async () => {
    const { request } = newAccount(stack());
    const properties = {
      full: { type: 'boolean', readOnly: true },
      note: { type: 'string', value: 'a' },
    };
    const created = await request('POST', '/things', { body: { title: 'Letter box', properties } });
    expect(created).toMatchObject({
      status: 201,
      body: { title: 'Letter box', properties: { note: { value: 'a' } }, available: true },
    });
    const thing = created.headers.get('location')!;
    const full = `${thing}/properties/full`;
    expect((await request('GET', full)).status).toBe(404);
    expect((await request('PUT', full, { body: true })).status).toBe(204);
    expect((await request('GET', full)).body).toBe(true);
    expect((await request('PUT', `${thing}/properties/nothing`, { body: 1 })).status).toBe(404);
    expect((await request('GET', `${thing}/properties`)).body).toEqual({ full: true, note: 'a' });
    const described = await request('GET', thing, { headers: { accept: 'application/td+json' } });
    expect(described.headers.get('content-type')).toMatch(/^application\/td\+json/);
    expect((await request('POST', `${thing}/actions/x`)).status).toBe(404);
    expect((await request('DELETE', thing)).status).toBe(204);
    expect((await request('GET', thing)).status).toBe(404);
  });
});

describe('a query', () => {
  test('with a parameter that the operation does not know changes nothing', async () => {
    const { request } = newAccount(stack());
    const { body } = await request('POST', '/units', { body: unit });
    for (const path of [`/units/${body.id}?dryrun=true`, `/units/${body.id}?dry_run=yes`]) {
      expect(await request('DELETE', path)).toMatchObject(problem(400));
    }
    expect((await request('GET', `/units/${body.id}?x=1`)).status).toBe(400);
    expect((await request('GET', `/units/${body.id}`)).status).toBe(200);
  });
});

describe('every answer', () => {
  test('has the id of the request: the one that came, or a new one', async () => {
    const { request } = newAccount(stack());
    const given = await request('GET', '/units/x', { headers: { 'x-request-id': 'my-id.1' } });
    expect(given.headers.get('x-request-id')).toBe('my-id.1');
    expect(given.body.instance).toBe('my-id.1');
    const odd = await request('GET', '/units', { headers: { 'x-request-id': 'a b"c' } });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('has the media type of a problem when it is one, and headers that protect', async () => {
    const answer = await newAccount(stack()).request('GET', '/units/x');
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('the documents', () => {
  test('describe every operation in OpenAPI 3.1', async () => {
    const { body, status } = await request(stack(), 'GET', '/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\.1\./);
    const operations = Object.values(body.paths as Record<string, Record<string, object>>).flatMap(
      (methods) => Object.values(methods),
    );
    for (const operation of operations) {
      expect(operation).toMatchObject({
        summary: expect.any(String),
        responses: expect.any(Object),
      });
    }
    expect(body.paths['/api/v1/units'].post.security).toEqual([
      { oauth2: ['svc.units.admin'] },
      { bearer: ['svc.units.admin'] },
    ]);
  });

  test('are shown by a page that needs no other host', async () => {
    const page = await request(stack(), 'GET', `${stack().address}/docs/`);
    expect(page.status).toBe(200);
    expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//);
    const script = await request(stack(), 'GET', `${stack().address}/docs/swagger-initializer.js`);
    expect(script.body).toContain('/api/v1/openapi.json');
  });

  test('explain every problem', async () => {
    const { body } = await newAccount(stack()).request('GET', '/units/x');
    const page = await request(stack(), 'GET', body.type);
    expect(page.body).toContain(`id="${new URL(body.type).hash.slice(1)}"`);
  });
});
