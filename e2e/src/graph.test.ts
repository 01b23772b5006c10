import { describe, expect, test } from '@jest/globals';
import { newAccount, type Account } from '@trellis/testing';
import { borrowedStack } from './one-stack.js';

// It loads the stack so much that other files would wait.
const stack = borrowedStack();
const unknown = '01a1fb49-0d50-7523-8e7b-c9657c118513';

async function create({ request }: Account, name: string, type = 'room'): Promise<string> {
  const { body } = await request('POST', '/units', { body: { name, type } });
  return body.id as string;
}

const idOf = ({ href }: { href: string }) => decodeURIComponent(href.split('/').at(-1)!);

/** A graph: `a` above `b` and `c`, both above `d`, which is above `e`. */
async function diamond(account: Account) {
  const [a, b, c, d, e] = (await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((name) => create(account, name, `type ${name}`)),
  )) as [string, string, string, string, string];
  for (const [parent, child] of [
    [a, b],
    [a, c],
    [b, d],
    [c, d],
    [d, e],
  ]) {
    await account.request('POST', `/units/${parent}/children`, { body: { id: child } });
  }
  const list = async (path: string) => {
    const { body } = await account.request('GET', path);
    return (body as { href: string }[]).map(idOf);
  };
  return { a, b, c, d, e, list };
}

describe('a unit', () => {
  test('is created empty, read, listed and deleted', async () => {
    const { request, developer } = newAccount(stack());
    const properties = [{ name: 'floor', value: 2 }];
    const created = await request('POST', '/units', {
      body: { name: 'Kitchen', type: 'room', properties },
    });
    expect(created).toMatchObject({ status: 201, body: { id: expect.any(String) } });
    const { id } = created.body;
    expect(created.headers.get('location')).toBe(`${stack().address}/api/v1/units/${id}`);

    const empty = { things: [], children: [], parents: [], subjects: [] };
    const read = await request('GET', `/units/${id}`);
    expect(read).toMatchObject({ status: 200 });
    expect(read.body).toEqual({
      ...empty,
      id,
      name: 'Kitchen',
      type: 'room',
      properties,
      owner: developer,
    });
    expect((await request('GET', '/units')).body).toEqual([
      { href: `${stack().address}/api/v1/units/${id}` },
    ]);
    expect(await request('DELETE', `/units/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await request('GET', `/units/${id}`)).status).toBe(404);
    expect((await request('DELETE', `/units/${id}`)).status).toBe(404);
  });

  test('of a subject is owned by it', async () => {
    const { request } = newAccount(stack());
    const body = { name: 'Kitchen', type: 'room' };
    const created = await request('POST', '/units', { subject: 'alice', body });
    const read = await request('GET', `/units/${created.body.id}`, { subject: 'alice' });
    expect(read.body.owner).toBe('alice');
  });

  test('is found by its type and its name', async () => {
    const account = newAccount(stack());
    const [first] = await Promise.all([create(account, 'A', 'x'), create(account, 'B', 'y')]);
    for (const query of ['type=x', 'name=A', 'type=x&name=A']) {
      const { body } = await account.request('GET', `/units?${query}`);
      expect(body.map(idOf)).toEqual([first]);
    }
    expect((await account.request('GET', '/units?type=x&name=B')).body).toEqual([]);
  });

  test('that is deleted takes its links along and nothing else', async () => {
    const account = newAccount(stack());
    const { b, c, d, e } = await diamond(account);
    const preview = await account.request('DELETE', `/units/${d}?dry_run=true`);
    expect(preview.status).toBe(200);
    expect(preview.body.links.map(idOf).toSorted()).toEqual([b, c, e].toSorted());
    expect((await account.request('GET', `/units/${d}`)).status).toBe(200);
    await account.request('DELETE', `/units/${d}`);
    expect((await account.request('GET', `/units/${b}`)).body.children).toEqual([]);
    expect((await account.request('GET', `/units/${e}`)).body.parents).toEqual([]);
  });
});

describe.each([
  ['parents', 'children'],
  ['children', 'parents'],
])('a link under %s', (role, opposite) => {
  test('appears on both units, goes from both, and is made once however often', async () => {
    const account = newAccount(stack());
    const [one, other] = [await create(account, 'one'), await create(account, 'other')];
    const add = () => account.request('POST', `/units/${one}/${role}`, { body: { id: other } });
    expect((await add()).status).toBe(201);
    expect((await add()).status).toBe(201);
    const list = async (unit: string, list: string) =>
      (await account.request('GET', `/units/${unit}/${list}`)).body.map(idOf);
    expect(await list(one, role)).toEqual([other]);
    expect(await list(other, opposite)).toEqual([one]);

    const remove = () =>
      account.request('DELETE', `/units/${one}/${role}`, { body: { id: other } });
    expect((await remove()).status).toBe(204);
    expect(await list(other, opposite)).toEqual([]);
    expect((await remove()).status).toBe(404);

    await add();
    const path = `/units/${other}/${opposite}/${one}`;
    expect((await account.request('DELETE', path)).status).toBe(204);
    expect(await list(one, role)).toEqual([]);
    expect((await account.request('DELETE', path)).status).toBe(404);
  });

  test('to a unit that does not exist is 400, and from one 404', async () => {
    const account = newAccount(stack());
    const one = await create(account, 'one');
    const link = (from: string, id: unknown) =>
      account.request('POST', `/units/${from}/${role}`, { body: { id } });
    expect(await link(one, unknown)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/id' }] },
    });
    expect((await link(one, 'no uuid')).status).toBe(400);
    expect((await link(one, 5)).status).toBe(400);
    expect((await link(unknown, one)).status).toBe(404);
    expect((await link('no-uuid', one)).status).toBe(404);
  });

  test('of a unit to itself is 409', async () => {
    const account = newAccount(stack());
    const one = await create(account, 'one');
    const answer = await account.request('POST', `/units/${one}/${role}`, { body: { id: one } });
    expect(answer).toMatchObject({ status: 409, body: { cycle: [one, one] } });
  });
});

test('a link that would close a cycle is refused with its path', async () => {
  const account = newAccount(stack());
  const { a, d, e } = await diamond(account);
  const answer = await account.request('POST', `/units/${e}/children`, { body: { id: a } });
  expect(answer).toMatchObject({
    status: 409,
    body: { cycle: [a, expect.any(String), d, e, a], title: expect.any(String) },
  });
});

test('of two opposite links that race exactly one is made', async () => {
  const account = newAccount(stack());
  for (let round = 0; round < 20; round += 1) {
    const [one, other] = [await create(account, 'one'), await create(account, 'other')];
    const answers = await Promise.all([
      account.request('POST', `/units/${one}/children`, { body: { id: other } }),
      account.request('POST', `/units/${other}/children`, { body: { id: one } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  }
});

describe('many requests at once', () => {
  test('for links of one account wait their turn, or are told that it did not come', async () => {
    const account = newAccount(stack());
    const top = await create(account, 'top');
    const children = await Promise.all(
      Array.from({ length: 100 }, (_, index) => create(account, `${index}`)),
    );
    const answers = await Promise.all(
      [...children, ...children, ...children].map((id) =>
        account.request('POST', `/units/${top}/children`, { body: { id } }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 504)).toEqual([]);
    expect(statuses).toContain(201);
  });

  test('that race with the removal of what they name never fail inside', async () => {
    const account = newAccount(stack());
    for (let round = 0; round < 20; round += 1) {
      const [one, other] = [await create(account, 'one'), await create(account, 'other')];
      const send = (method: string, path: string, body?: unknown) =>
        account.request(method, `/units/${path}`, { body });
      const answers = await Promise.all([
        send('POST', `${one}/children`, { id: other }),
        send('POST', `${one}/subjects`, { id: 'alice' }),
        send('POST', `${other}/properties`, { name: 'a', value: 1 }),
        send('DELETE', round % 2 ? one : other),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    }
  });
});

test('a unit shows a thousand of each of its lists, and says which have more', async () => {
  const account = newAccount(stack());
  const properties = Array.from({ length: 1001 }, (_, index) => ({
    name: `${index}`,
    value: index,
  }));
  const body = { name: 'Depot', type: 'hall', properties };
  const { id } = (await account.request('POST', '/units', { body })).body;
  for (let index = 0; index < 1001; index += 1) {
    await account.request('POST', `/units/${id}/subjects`, { body: { id: `subject ${index}` } });
  }
  const unit = (await account.request('GET', `/units/${id}`)).body;
  expect(unit.truncated.toSorted()).toEqual(['properties', 'subjects']);
  expect([unit.properties.length, unit.subjects.length]).toEqual([1000, 1000]);
  const preview = await account.request('DELETE', `/units/${id}?dry_run=true`);
  expect(preview.body.links).toHaveLength(1001);
});

describe('a walk through the graph', () => {
  test('finds every unit below once', async () => {
    const { a, b, c, d, e, list } = await diamond(newAccount(stack()));
    const found = await list(`/units/${a}/descendants`);
    expect(found.toSorted()).toEqual([b, c, d, e].toSorted());
    expect(await list(`/units/${e}/descendants`)).toEqual([]);
  });

  test('finds every unit above once', async () => {
    const { a, b, c, d, e, list } = await diamond(newAccount(stack()));
    const found = await list(`/units/${e}/ancestors`);
    expect(found.toSorted()).toEqual([a, b, c, d].toSorted());
  });

  test('goes as deep as it is asked to, and finds the type it is asked for', async () => {
    const { a, b, c, d, list } = await diamond(newAccount(stack()));
    const shallow = await list(`/units/${a}/descendants?depth=1`);
    expect(shallow.toSorted()).toEqual([b, c].toSorted());
    expect((await list(`/units/${a}/descendants?depth=2`)).toSorted()).toEqual(
      [b, c, d].toSorted(),
    );
    expect(await list(`/units/${a}/descendants?type=type%20d`)).toEqual([d]);
    expect(await list(`/units/${a}/descendants?type=type%20d&depth=1`)).toEqual([]);
  });

  test.each(['0', '-1', 'x', '1.5'])('is not made %s deep', async (depth) => {
    const account = newAccount(stack());
    const unit = await create(account, 'one');
    const answer = await account.request('GET', `/units/${unit}/descendants?depth=${depth}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/query/depth' }] } });
  });

  test('finds the things below, each once', async () => {
    const account = newAccount(stack());
    const { a, b, d, e, list } = await diamond(account);
    const things = await Promise.all(
      ['one', 'two'].map(async (title) => {
        const { body } = await account.request('POST', '/things', { body: { title } });
        return (body.id as string).replace('urn:uuid:', '');
      }),
    );
    const put = (unit: string, id: string) =>
      account.request('POST', `/units/${unit}/things`, { body: { id } });
    await Promise.all([put(b, things[0]!), put(e, things[0]!), put(d, things[1]!)]);
    expect((await list(`/units/${a}/things?below=true`)).toSorted()).toEqual(things.toSorted());
    expect(await list(`/units/${a}/things`)).toEqual([]);
    expect(await list(`/units/${e}/things?below=true`)).toEqual([things[0]]);
  });
});
