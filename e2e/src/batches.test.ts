import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { newAccount, waitFor, type Account, type ApiAnswer } from '@trellis/testing';
import { borrowedStack } from './one-stack.js';

const stack = borrowedStack();
const unknown = '01a1fb49-0d50-7523-8e7b-c9657c118513';

interface Result {
  status: number;
  id?: string;
  href?: string;
  problem?: { type: string; errors?: { pointer: string }[]; cycle?: string[] };
}

const rooms = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `room ${index}`, type: 'room' }));

const send = (
  { request }: Account,
  path: string,
  items: unknown,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> => request('POST', `/units${path}/batch`, { body: { items }, headers });

const key = () => ({ 'idempotency-key': randomUUID() });
const resultsOf = ({ body }: ApiAnswer) => body.results as Result[];
const statusesOf = (answer: ApiAnswer) => resultsOf(answer).map(({ status }) => status);

/** Sends a batch, and repeats it while a busy service has not answered all of its items in time. */
function complete(account: Account, path: string, items: unknown): Promise<ApiAnswer> {
  const headers = key();
  const repeat = async () => {
    const answer = await send(account, path, items, headers);
    return answer.status === 200 && statusesOf(answer).every((status) => status < 500) && answer;
  };
  return waitFor(repeat, { what: 'all items' });
}

async function createRooms(account: Account, count: number): Promise<string[]> {
  return resultsOf(await complete(account, '', rooms(count))).map(({ id }) => id!);
}

async function listUnits({ request }: Account): Promise<string[]> {
  const ids: string[] = [];
  for (let path: string | undefined = '/units'; path;) {
    const page = await request('GET', path);
    for (const { href } of page.body as { href: string }[]) ids.push(href.split('/').at(-1)!);
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return ids;
}

describe('a batch of units', () => {
  test('creates 1000, answered in order', async () => {
    const account = newAccount(stack());
    const answer = await complete(account, '', rooms(1000));
    expect(answer.status).toBe(200);
    expect(statusesOf(answer)).toEqual(Array.from({ length: 1000 }, () => 201));
    const results = resultsOf(answer);
    expect((await listUnits(account)).toSorted()).toEqual(results.map(({ id }) => id!).toSorted());
    for (const index of [0, 499, 999]) {
      const { body } = await account.request('GET', results[index]!.href!);
      expect(body).toMatchObject({ id: results[index]!.id, name: `room ${index}` });
    }
  });

  test('of 1001 is 400, and creates none', async () => {
    const account = newAccount(stack());
    expect(await send(account, '', rooms(1001))).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/items' }] },
    });
    expect(await listUnits(account)).toEqual([]);
  });

  test('with bad items creates the good ones', async () => {
    const account = newAccount(stack());
    const items = [
      ...rooms(2),
      { name: '', type: 'room' },
      { name: 'a', type: 'room', properties: [{ name: 'p', value: { '@id': 5 } }] },
      {
        name: 'b',
        type: 'room',
        properties: [
          { name: 'p', value: 1 },
          { name: 'p', value: 2 },
        ],
      },
      ...rooms(1),
    ];
    const answer = await send(account, '', items);
    expect(statusesOf(answer)).toEqual([201, 201, 400, 400, 400, 201]);
    const pointers = resultsOf(answer).map(({ problem }) => problem?.errors?.[0]?.pointer);
    expect(pointers).toEqual([
      undefined,
      undefined,
      '/items/2/name',
      '/items/3/properties/0/value',
      '/items/4/properties/1/name',
      undefined,
    ]);
    expect(await listUnits(account)).toHaveLength(3);
  });

  test('needs the scope of changing units', async () => {
    const account = newAccount(stack(), { scopes: ['svc.units.read'] });
    for (const path of ['', '/links', '/properties']) {
      expect((await send(account, path, [])).status).toBe(403);
    }
  });
});

describe('a batch of links', () => {
  test('with a cycle and strangers among them stores their neighbors', async () => {
    const account = newAccount(stack());
    const stranger = newAccount(stack());
    const [a, b, c, d] = (await createRooms(account, 4)) as [string, string, string, string];
    const [foreign] = await createRooms(stranger, 1);
    await send(account, '/links', [{ unit: b, parent: a }]);
    const answer = await send(account, '/links', [
      { unit: c, parent: a },
      { unit: a, parent: b },
      { unit: d, parent: d },
      { unit: unknown, parent: a },
      { unit: d, parent: foreign },
      { unit: d, parent: 'text' },
      { unit: 5 },
      { unit: d, parent: a },
    ]);
    expect(statusesOf(answer)).toEqual([201, 409, 409, 404, 400, 400, 400, 201]);
    const results = resultsOf(answer);
    expect(results[1]!.problem!.cycle).toEqual([a, b, a]);
    expect(results[4]!.problem!.errors).toMatchObject([{ pointer: '/items/4/parent' }]);
    expect(results[6]!.problem!.errors!.map(({ pointer }) => pointer)).toEqual([
      '/items/6/unit',
      '/items/6/parent',
    ]);
    const { body } = await account.request('GET', `/units/${a}/children`);
    const children = (body as { href: string }[]).map(({ href }) => href.split('/').at(-1));
    expect(children.toSorted()).toEqual([b, c, d].toSorted());
    expect((await account.request('GET', `/units/${a}/parents`)).body).toEqual([]);
  });

  test('puts many rooms below one building', async () => {
    const account = newAccount(stack());
    const [building, ...others] = await createRooms(account, 300);
    const items = others.map((unit) => ({ unit, parent: building }));
    const answer = await complete(account, '/links', items);
    expect(new Set(statusesOf(answer))).toEqual(new Set([201]));
    const { body } = await account.request('GET', `/units/${building}/children`);
    expect(body).toHaveLength(299);
  });
});

test('a batch of properties adds and updates them', async () => {
  const account = newAccount(stack());
  const [unit] = (await createRooms(account, 1)) as [string];
  const first = [
    { unit, name: 'a', value: 1 },
    { unit, name: 'b', value: null },
    { unit, name: '', value: 1 },
    { unit: unknown, name: 'a', value: 1 },
    { unit, name: 'c', value: 1, method: 'PUT' },
  ];
  const added = await send(account, '/properties', first);
  expect(statusesOf(added)).toEqual([201, 201, 400, 404, 404]);
  const updated = await send(account, '/properties', [
    { unit, name: 'a', value: 2 },
    { unit, name: 'b', value: { x: [1] }, method: 'PUT' },
  ]);
  expect(statusesOf(updated)).toEqual([409, 204]);
  const { body } = await account.request('GET', `/units/${unit}/properties`);
  expect(body).toEqual([
    { name: 'a', value: 1 },
    { name: 'b', value: { x: [1] } },
  ]);
});

describe('a request with a key', () => {
  test('gives its repetition the same answer, and is carried out once', async () => {
    const account = newAccount(stack());
    const headers = key();
    const first = await send(account, '', rooms(100), headers);
    const second = await send(account, '', rooms(100), headers);
    expect(statusesOf(first)).toEqual(Array.from({ length: 100 }, () => 201));
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await listUnits(account)).toHaveLength(100);
    expect(await send(account, '', rooms(99), headers)).toMatchObject({
      status: 422,
      body: { type: expect.stringContaining('idempotency_key_reused') },
    });
    expect(await listUnits(account)).toHaveLength(100);
  });

  test('is another one for another developer', async () => {
    const headers = key();
    const accounts = [newAccount(stack()), newAccount(stack())];
    for (const account of accounts) {
      const answer = await send(account, '', rooms(1), headers);
      expect(answer.headers.get('idempotent-replayed')).toBeNull();
      expect(await listUnits(account)).toEqual([resultsOf(answer)[0]!.id]);
    }
  });

  test('and its repetition at the same time are carried out once', async () => {
    const account = newAccount(stack());
    const headers = key();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(account, '', rooms(50), headers)),
    );
    const carriedOut = answers.filter(({ status }) => status === 200);
    expect(carriedOut.length).toBeGreaterThan(0);
    for (const answer of carriedOut) expect(answer.body).toEqual(carriedOut[0]!.body);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 409, body: { remedy: 'retry' } });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(await listUnits(account)).toHaveLength(50);
  });

  test('for a single unit, a property or a problem is answered once as well', async () => {
    const account = newAccount(stack());
    const post = (path: string, body: unknown, headers: Record<string, string>) =>
      account.request('POST', path, { body, headers });
    const twice = async (path: string, body: unknown) => {
      const headers = key();
      const first = await post(path, body, headers);
      const second = await post(path, body, headers);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(second.headers.get('location')).toBe(first.headers.get('location'));
      expect(second.status).toBe(first.status);
      return { first, second };
    };
    const { first, second } = await twice('/units', rooms(1)[0]);
    expect(second.body).toEqual(first.body);
    const path = `/units/${first.body.id}/properties`;
    const added = await twice(path, { name: 'a', value: 1 });
    expect(added.second).toMatchObject({ status: 201, body: { name: 'a', value: 1 } });
    const refused = await twice(path, { name: 'a', value: 1 });
    expect(refused.second).toMatchObject({ status: 409, body: { existing: {} } });
    expect(await listUnits(account)).toHaveLength(1);
  });
});

test('a batch whose gateway was killed in the middle is safe to repeat', async () => {
  const account = newAccount(stack());
  const headers = key();
  const items = rooms(1000);
  const lost = send(account, '', items, headers).catch(() => undefined);
  await waitFor(async () => (await listUnits(account)).length > 0, { every: 1 });
  const pid = await stack().pidOf('api-gateway');
  process.kill(pid, 'SIGKILL');
  await lost;
  const repeat = async () => {
    const answer = await send(account, '', items, headers).catch(() => undefined);
    return answer?.status === 200 && statusesOf(answer).every((status) => status < 500) && answer;
  };
  const answer = await waitFor(repeat, { what: 'the new gateway' });
  expect(new Set(statusesOf(answer))).toEqual(new Set([201]));
  expect((await listUnits(account)).toSorted()).toEqual(
    resultsOf(answer)
      .map(({ id }) => id!)
      .toSorted(),
  );
}, 120_000);
