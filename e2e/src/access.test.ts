import { describe, expect, test } from '@jest/globals';
import { allScopes, newAccount, request, signToken, waitFor } from '@trellis/testing';
import jwt from 'jsonwebtoken';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { furtherScopes, including, operationsByScope } from './access/scopes.js';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();
const now = () => Math.floor(Date.now() / 1000);

const list = (authorization?: string) =>
  request(stack(), 'GET', '/units', { headers: authorization ? { authorization } : {} });

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token made by hand, signed as HS256 whatever its header says. */
function forge(header: object, key: string): string {
  const text = `${base64(header)}.${base64({ sub: 'x', exp: now() + 60, scope: 'svc.units.read' })}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

describe('an access token', () => {
  test('is taken with and without the word Bearer', async () => {
    const token = signToken(stack());
    for (const header of [`Bearer ${token}`, `bearer ${token}`, token]) {
      expect((await list(header)).status).toBe(200);
    }
  });

  test('may carry its scopes as a text or as an array', async () => {
    for (const scope of ['a svc.units.read  b', ['svc.units.read', 5]]) {
      expect((await list(signToken(stack(), { scope }))).status).toBe(200);
    }
  });

  const refused: [string, string, () => string | undefined][] = [
    ['is missing', 'missing', () => undefined],
    ['is empty', 'missing', () => 'Bearer '],
    ['is no token', 'malformed', () => 'Bearer abc'],
    ['is of another scheme', 'malformed', () => 'Basic YTpi'],
    ['has no exp', 'wrong_claims', () => signToken(stack(), { exp: undefined })],
    ['has no sub', 'wrong_claims', () => signToken(stack(), { sub: undefined })],
    ['has an empty sub', 'wrong_claims', () => signToken(stack(), { sub: '' })],
    ['has expired', 'expired', () => signToken(stack(), { exp: now() - 1 })],
    ['is not valid yet', 'not_yet_valid', () => signToken(stack(), { nbf: now() + 60 })],
    [
      'is signed with another secret',
      'wrong_signature',
      () => forge({ alg: 'HS256' }, 'another secret'),
    ],
    [
      'is not signed',
      'wrong_signature',
      () => `${base64({ alg: 'none' })}.${base64({ sub: 'x', exp: now() + 60 })}.`,
    ],
    ['says none and is signed', 'wrong_signature', () => forge({ alg: 'none' }, stack().jwtSecret)],
    [
      'says RS256 and is signed with the secret',
      'wrong_signature',
      () => forge({ alg: 'RS256' }, stack().jwtSecret),
    ],
    [
      'is of another HMAC',
      'wrong_signature',
      () => jwt.sign({ sub: 'x', exp: now() + 60 }, stack().jwtSecret, { algorithm: 'HS512' }),
    ],
    [
      'is signed with a key of its own',
      'wrong_signature',
      () => {
        const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
        return jwt.sign({ sub: 'x', exp: now() + 60 }, privateKey, { algorithm: 'ES256' });
      },
    ],
  ];
  test.each(refused)('that %s is 401 (%s)', async (_why, reason, token) => {
    const answer = await list(token());
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ reason });
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${answer.body.detail}"`,
    );
  });

  test('that expires is refused from then on, also when it has been seen before', async () => {
    const exp = now() + 10;
    const token = signToken(stack(), { exp });
    expect((await list(token)).status).toBe(200);
    await waitFor(() => now() >= exp);
    expect((await list(token)).status).toBe(401);
  });
});

/** Every operation with its scope, and an address for it. */
const operations = () =>
  Object.entries(operationsByScope).flatMap(([scope, names]) =>
    names.map((name) => {
      const [method, path] = name.split(' ') as [string, string];
      return { name, scope, method, path: `${stack().address}${path.replaceAll(/\{\w+\}/g, 'x')}` };
    }),
  );

/** Returns the scopes each of which suffices, those that include others last. */
function sufficientFor(scope: string): string[] {
  const needed = scope.split(' or ');
  return [
    ...needed,
    ...needed.flatMap((one) => including[one] ?? []).filter((one) => !needed.includes(one)),
  ];
}

function scopesOf(alternatives: Record<string, string[]>[]): string[] {
  const [first] = alternatives;
  // Apps authenticate with their secret to get a token; lists of types may take one.
  if (!first || 'app' in first || Object.keys(first).length === 0) return ['none'];
  if ('connect' in first) return ['connect session'];
  if ('person' in first) return ['person'];
  return alternatives
    .flatMap(({ oauth2 }) => oauth2 && (oauth2[0] ?? 'any'))
    .filter((one) => one !== undefined);
}

describe('every operation', () => {
  test('is documented with the scope that it needs', async () => {
    const { body } = await request(stack(), 'GET', '/openapi.json');
    type Documented = Record<string, { security: Record<string, string[]>[] }>;
    const documented = Object.entries(body.paths as Record<string, Documented>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { security }]) => ({
          name: `${method.toUpperCase()} ${path}`,
          sufficient: scopesOf(security),
        })),
    );
    const byName = (one: { name: string }, other: { name: string }) =>
      one.name < other.name ? -1 : 1;
    const expected = operations().map(({ name, scope }) => ({
      name,
      sufficient: sufficientFor(scope),
    }));
    expect(documented.sort(byName)).toEqual(expected.sort(byName));
  });

  test('is allowed at its path, and no other method is', async () => {
    const byPath = new Map<string, string[]>();
    for (const { method, path } of operations()) {
      const implied = method === 'GET' ? ['GET', 'HEAD'] : [method];
      byPath.set(path, [...(byPath.get(path) ?? []), ...implied]);
    }
    for (const [path, methods] of byPath) {
      const other = ['PATCH', 'PUT', 'POST'].find((method) => !methods.includes(method))!;
      const { status, body, headers } = await request(stack(), other, path);
      const allow = headers.get('allow')?.split(', ').sort();
      expect({ path, status, allow }).toEqual({ path, status: 405, allow: methods.sort() });
      expect(body.type).toMatch(/#method_not_allowed$/);
    }
  });

  test('needs a token, unless it is public', async () => {
    for (const { method, path, name, scope } of operations()) {
      if (scope === 'none') continue;
      const { status } = await request(stack(), method, path);
      expect({ name, status }).toEqual({ name, status: 401 });
    }
  });

  test('needs its own scope, and says which', async () => {
    for (const { method, path, name, scope } of operations()) {
      if (['none', 'any', 'connect session', 'person'].includes(scope)) continue;
      const sufficient = sufficientFor(scope);
      const insufficient = allScopes.filter((one) => !sufficient.includes(one));
      const others = newAccount(stack(), { scopes: insufficient });
      const answer = await others.request(method, path);
      expect({ name, status: answer.status }).toEqual({ name, status: 403 });
      expect(answer.headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope", scope="${sufficient[0]}"`,
      );
      for (const one of sufficient) {
        const { status } = await newAccount(stack(), {
          scopes: [one, ...(furtherScopes[name] ?? [])],
        }).request(method, path);
        expect({ name, one, status }).not.toMatchObject({ status: 403 });
      }
    }
  });
});

test('a token without any scope is valid and allows nothing', async () => {
  expect((await list(signToken(stack(), { scope: undefined }))).status).toBe(403);
});

test('token, scope, input and existence are checked in this order', async () => {
  const path = '/units/01a1fb49-0d50-7523-8e7b-c9657c118513/properties';
  const post = (token: string | undefined, body: unknown) =>
    request(stack(), 'POST', path, { body, headers: token ? { authorization: token } : {} });
  expect((await post(undefined, 'nonsense')).status).toBe(401);
  expect((await post(signToken(stack(), { scope: '' }), 'nonsense')).status).toBe(403);
  expect((await post(signToken(stack()), 'nonsense')).status).toBe(400);
  expect((await post(signToken(stack()), { name: 'x', value: 1 })).status).toBe(404);
});

describe('POST /oauth2/token', () => {
  const demo = () => {
    const file = join(stack().dataDirectory, 'secrets.json');
    return JSON.parse(readFileSync(file, 'utf8')).demoApp as Record<string, string>;
  };
  const ask = async (form: Record<string, string>, authorization?: string) => {
    const answer = await fetch(`${stack().address}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: authorization ? { authorization } : {},
    });
    const body = (await answer.json()) as Record<string, string>;
    return { status: answer.status, headers: answer.headers, body };
  };
  const grant = { grant_type: 'client_credentials' };
  const everyScope = allScopes.filter((scope) => !(scope in including)).join(' ');
  const basic = (id: string, secret: string) =>
    `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

  test('gives a registered app a token, by Basic and in the form', async () => {
    const { client_id = '', client_secret = '' } = demo();
    for (const answer of [
      await ask({ ...grant, client_id, client_secret }),
      await ask(grant, basic(client_id, client_secret)),
    ]) {
      expect(answer).toMatchObject({
        status: 200,
        body: { token_type: 'Bearer', expires_in: 3600, scope: everyScope },
      });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect((await list(`Bearer ${answer.body.access_token}`)).status).toBe(200);
    }
  });

  test('gives fewer scopes when asked, and none that the app has not', async () => {
    const scope = 'svc.units.read';
    const narrow = await ask({ ...grant, ...demo(), scope });
    expect(narrow.body.scope).toBe(scope);
    const account = { authorization: `Bearer ${narrow.body.access_token}` };
    expect((await request(stack(), 'GET', '/things', { headers: account })).status).toBe(403);
    const wide = await ask({ ...grant, ...demo(), scope: 'root' });
    expect(wide).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
  });

  test('refuses what it does not know', async () => {
    const { client_id = '', client_secret = '' } = demo();
    for (const credentials of [
      { client_id, client_secret: 'wrong' },
      { client_id: 'nobody', client_secret },
      { client_id: '\u0000', client_secret },
      { client_id },
      {},
    ]) {
      const answer = await ask({ ...grant, ...(credentials as Record<string, string>) });
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    }
    const password = await ask({ ...demo(), grant_type: 'password' });
    expect(password).toMatchObject({ status: 400, body: { error: 'unsupported_grant_type' } });
    expect(await ask({})).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect((await ask({ ...grant, ...demo(), scope: '' })).body.scope).toBe(everyScope);
  });
});
