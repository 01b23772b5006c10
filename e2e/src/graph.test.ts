import { describe, expect, test } from '@jest/globals';
import { newAccount, type Account } from '@trellis/testing';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();
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

describe('the things of a unit', () => {
  test('are added once, removed in both forms, and go with the thing', async () => {
    const { request } = newAccount(stack());
    const unit = `/units/${(await request('POST', '/units', { body: { name: 'a', type: 'b' } })).body.id}`;
    const thing = await request('POST', '/things', { body: { title: 'Lamp' } });
    const id = thing.body.id.replace('urn:uuid:', '');
    const add = () => request('POST', `${unit}/things`, { body: { id } });
    const list = async () => (await request('GET', `${unit}/things`)).body;
    expect([(await add()).status, (await add()).status]).toEqual([201, 201]);
    expect(await list()).toEqual([{ href: `${stack().address}/api/v1/things/${id}` }]);
    expect((await request('DELETE', `${unit}/things`, { body: { id } })).status).toBe(204);
    expect((await request('DELETE', `${unit}/things`, { body: { id } })).status).toBe(404);
    await add();
    expect((await request('DELETE', `${unit}/things/${id}`)).status).toBe(204);
    expect((await request('POST', `${unit}/things`, { body: { id: unknown } })).status).toBe(400);
    await add();
    expect((await request('DELETE', `/things/${id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
  });
});

describe('the subjects of a unit', () => {
  test('may have any id, are added once, and are removed in both forms', async () => {
    const { request } = newAccount(stack());
    const unit = `/units/${(await request('POST', '/units', { body: { name: 'a', type: 'b' } })).body.id}`;
    const id = 'customer 42/ä?#%🌳';
    const add = () => request('POST', `${unit}/subjects`, { body: { id } });
    expect([(await add()).status, (await add()).status]).toEqual([201, 201]);
    const { body } = await request('GET', `${unit}/subjects`);
    expect(body.map(idOf)).toEqual([id]);
    expect(await request('GET', body[0].href)).toMatchObject({ status: 200, body: { id } });
    expect((await request('DELETE', `${unit}/subjects`, { body: { id } })).status).toBe(204);
    expect((await request('DELETE', `${unit}/subjects`, { body: { id } })).status).toBe(404);
    await add();
    const path = `${unit}/subjects/${encodeURIComponent(id)}`;
    expect((await request('DELETE', path)).status).toBe(204);
  });

  test('are known to the account from then on, with what is theirs', async () => {
    const { request } = newAccount(stack());
    const unit = await request('POST', '/units', {
      subject: 'alice',
      body: { name: 'a', type: 'b' },
    });
    const thing = await request('POST', '/things', { subject: 'alice', body: { title: 'Lamp' } });
    await request('POST', `/units/${unit.body.id}/subjects`, { body: { id: 'bob' } });
    const listed = (await request('GET', '/subjects')).body.map(idOf);
    expect(listed.toSorted()).toEqual(['alice', 'bob']);
    const alice = await request('GET', '/subjects/alice');
    expect(alice.body).toMatchObject({ id: 'alice', clients: [] });
    expect(alice.body.units.map(idOf)).toEqual([unit.body.id]);
    expect(alice.body.things.map(idOf)).toEqual([thing.body.id.replace('urn:uuid:', '')]);
    expect((await request('GET', '/subjects/nobody')).status).toBe(404);
  });

  test('are listed with the units that they see, and why', async () => {
    const { request } = newAccount(stack());
    const body = { name: 'a', type: 'b' };
    const { id } = (await request('POST', '/units', { subject: 'alice', body })).body;
    const unit = `/units/${id}`;
    await request('POST', `${unit}/subjects`, { body: { id: 'bob' } });
    const { body: seeing } = await request('GET', `${unit}/visibility`);
    expect(seeing.map(idOf)).toEqual(['alice', 'bob']);
    expect(seeing).toMatchObject([{ reasons: ['owner'] }, { reasons: ['linked'] }]);
    for (const subject of ['bob', seeing[1].href]) {
      const visibility = `${unit}/visibility?subject=${encodeURIComponent(subject)}`;
      expect((await request('GET', visibility)).body).toEqual([seeing[1]]);
    }
    for (const given of [id, `urn:uuid:${id}`, 'nothing']) {
      const { body } = await request('GET', `/subjects/bob/visibility?unit=${given}`);
      expect(body.map(idOf)).toEqual(given === 'nothing' ? [] : [id]);
    }
  });
});

describe('a list', () => {
  test('comes in pages that lead to each other, in the order of creation', async () => {
    const account = newAccount(stack());
    const created: string[] = [];
    for (let index = 0; index < 7; index += 1) created.push(await create(account, `${index}`));
    const parent = await create(account, 'parent', 'house');
    for (const id of created) {
      await account.request('POST', `/units/${parent}/children`, { body: { id } });
    }
    for (const first of [
      '/units?limit=3&type=room',
      `/units/${parent}/children?limit=3`,
      `/units/${parent}/descendants?limit=3`,
    ]) {
      const found: string[] = [];
      const sizes: number[] = [];
      for (let path: string | undefined = first; path;) {
        const page = await account.request('GET', path);
        sizes.push(page.body.length);
        found.push(...page.body.map(idOf));
        path = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
      }
      expect(sizes).toEqual([3, 3, 1]);
      expect(found).toEqual(created);
    }
  });

  test.each(['/units', '/things', '/subjects', '/connectors/clients', '/connectors/instances'])(
    '%s has from 1 to 1000 items on a page',
    async (path) => {
      const { request } = newAccount(stack());
      for (const limit of ['1', '1000']) {
        expect((await request('GET', `${path}?limit=${limit}`)).status).toBe(200);
      }
      for (const query of ['limit=0', 'limit=1001', 'limit=x', 'limit=1&limit=2', 'cursor=x']) {
        const answer = await request('GET', `${path}?${query}`);
        expect(answer).toMatchObject({ status: 400, body: { errors: [{}] } });
      }
      expect((await request('GET', `${path}?unknown=1`)).status).toBe(400);
    },
  );
});
