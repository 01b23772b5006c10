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
