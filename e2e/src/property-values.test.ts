import { describe, expect, test } from '@jest/globals';
import { newAccount, type Account } from '@trellis/testing';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();

async function unitOf({ request }: Account): Promise<string> {
  const { body } = await request('POST', '/units', { body: { name: 'Room', type: 'room' } });
  return `/units/${body.id}/properties`;
}

/** JSON texts whose values must come back equal. */
const values = [
  'null',
  'true',
  '0',
  '-1.5e300',
  '9007199254740991',
  '100000000000000000000',
  '"9007199254740993"',
  '""',
  '"text"',
  '[]',
  '{}',
  '[1,[2,[3,{"a":null}]]]',
  '{"b":1,"a":{"c":[true,false]}}',
  '"\\u0000 \\ud800 \\uD83C\\uDF33 \\u007f"',
  '{"__proto__":{"x":1},"constructor":2,"":3}',
  '{"@id":"urn:a"}',
  '{"@context":"https://schema.org","@type":"Place","name":"Kitchen"}',
  `${'['.repeat(150)}${']'.repeat(150)}`,
];

describe('the value of a property', () => {
  test.each(values)('comes back equal: %s', async (text) => {
    const account = newAccount(stack());
    const properties = await unitOf(account);
    const add = await account.request('POST', properties, { body: `{"name":"x","value":${text}}` });
    expect(add.status).toBe(201);
    const raw = await fetch(`${stack().address}/api/v1${properties}/x`, {
      headers: { authorization: account.token },
    });
    const expected = JSON.stringify({ name: 'x', value: JSON.parse(text) as unknown });
    expect(await raw.text()).toBe(expected);
    const unit = await account.request('GET', properties.replace('/properties', ''));
    expect(JSON.stringify(unit.body.properties)).toBe(`[${expected}]`);
  });

  test.each([
    '1e999',
    '9007199254740993',
    '[-12345678901234567890]',
    `${'['.repeat(300)}${']'.repeat(300)}`,
  ])('that could not come back equal is refused', async (text) => {
    const account = newAccount(stack());
    const properties = await unitOf(account);
    const body = `{"name":"x","value":${text}}`;
    expect((await account.request('POST', properties, { body })).status).toBe(400);
  });

  test('is required and may be null', async () => {
    const account = newAccount(stack());
    const answer = await account.request('POST', await unitOf(account), { body: { name: 'x' } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/value' }] } });
  });

  test.each([
    [{ '@id': 5 }, 'invalid @id value'],
    [{ '@context': 'https://evil.test/c', a: 1 }, 'https://evil.test/c'],
    [[{ '@type': 5 }], 'invalid type value'],
  ])('that is JSON-LD and not valid is refused and not stored: %j', async (value, reason) => {
    const account = newAccount(stack());
    const properties = await unitOf(account);
    const added = await account.request('POST', properties, { body: { name: 'x', value } });
    expect(added).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/value', detail: expect.stringContaining(reason) }] },
    });
    expect((await account.request('GET', properties)).body).toEqual([]);
    const create = await account.request('POST', '/units', {
      body: { name: 'a', type: 'b', properties: [{ name: 'x', value }] },
    });
    expect(create).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/properties/0/value' }] },
    });
    const tried = await account.request('PUT', `${properties}/x?dry_run=true`, { body: { value } });
    expect(tried).toMatchObject({ status: 400, body: { errors: added.body.errors } });
  });

  test('is not stored by a dry run, whether the property is there or not', async () => {
    const account = newAccount(stack());
    const properties = await unitOf(account);
    const attempt = () =>
      account.request('PUT', `${properties}/x?dry_run=true`, {
        body: { value: { '@id': 'urn:a' } },
      });
    expect((await attempt()).status).toBe(204);
    expect((await account.request('GET', properties)).body).toEqual([]);
    await account.request('POST', properties, { body: { name: 'x', value: 1 } });
    expect((await attempt()).status).toBe(204);
    expect((await account.request('GET', properties)).body).toEqual([{ name: 'x', value: 1 }]);
    const stranger = newAccount(stack());
    const hidden = await stranger.request('PUT', `${properties}/x?dry_run=true`, {
      body: { value: 1 },
    });
    expect(hidden.status).toBe(404);
  });
});

describe('a property', () => {
  test.each(['floor', 'a b/c', '100%', 'ä🌳', '?#&', '__proto__', '%2F', "'; DROP TABLE units"])(
    'named %j is added once, read, changed and deleted',
    async (name) => {
      const account = newAccount(stack());
      const properties = await unitOf(account);
      const one = `${properties}/${encodeURIComponent(name)}`;
      const send = (method: string, value: unknown) =>
        account.request(method, properties, { body: { name, value } });
      expect((await send('PUT', 0)).status).toBe(404);
      expect((await send('POST', 1)).status).toBe(201);
      expect(await send('POST', 2)).toMatchObject({
        status: 409,
        body: { existing: { href: `${stack().address}/api/v1${one}` } },
      });
      expect((await account.request('GET', one)).body).toEqual({ name, value: 1 });
      expect(await send('PUT', 3)).toMatchObject({ status: 204, body: undefined });
      expect((await account.request('GET', properties)).body).toEqual([{ name, value: 3 }]);
      expect((await account.request('DELETE', one)).status).toBe(200);
      expect((await account.request('DELETE', one)).status).toBe(404);
      expect((await account.request('GET', one)).status).toBe(404);
    },
  );

  test('may not be named twice when a unit is created', async () => {
    const property = { name: 'x', value: 1 };
    const answer = await newAccount(stack()).request('POST', '/units', {
      body: { name: 'a', type: 'b', properties: [property, property] },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/properties/1/name' }] },
    });
  });
});
