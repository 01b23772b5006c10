import { describe, expect, test } from '@jest/globals';
import {
  newAccount,
  type Account,
  type ApiAnswer,
  simulatorClient,
  simulatorInstance,
} from '@trellis/testing';
import { sharedStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = sharedStack();
const idOf = (href: string) => decodeURIComponent(href.split('/').at(-1)!);

interface Household {
  unit: string;
  other: string;
  thing: string;
  client: string;
  instance: string;
}

/** Creates resources of the subject `alice` of an account. */
async function household(account: Account): Promise<Household> {
  const client = await simulate(account, { subject: 'alice', devices: 1 });
  const unit = (name: string) =>
    account.request('POST', '/units', {
      subject: 'alice',
      body: { name, type: 'room', properties: [{ name: 'floor', value: 1 }] },
    });
  const [one, other] = [await unit('one'), await unit('other')];
  const thing = idOf((await client.things())[0]!);
  await account.request('POST', `/units/${one.body.id}/things`, { body: { id: thing } });
  await account.request('POST', `/units/${one.body.id}/children`, { body: { id: other.body.id } });
  const { body } = await client.read();
  return {
    unit: one.body.id,
    other: other.body.id,
    thing,
    client: idOf(client.path),
    instance: idOf(body.instance.href),
  };
}

/** Every request on what belongs to somebody, with a body where it takes one. */
const requests = ({ unit, other, thing, client, instance }: Household) =>
  [
    ['GET', `/units/${unit}`],
    ['DELETE', `/units/${unit}`],
    ['DELETE', `/units/${unit}?dry_run=true`],
    ...['parents', 'children', 'subjects', 'things', 'properties', 'descendants', 'ancestors'].map(
      (list) => ['GET', `/units/${unit}/${list}`] as const,
    ),
    ['GET', `/units/${unit}/things?below=true`],
    ['POST', `/units/${unit}/parents`, { id: other }],
    ['POST', `/units/${unit}/children`, { id: other }],
    ['POST', `/units/${unit}/subjects`, { id: 'mallory' }],
    ['POST', `/units/${unit}/things`, { id: thing }],
    ['DELETE', `/units/${unit}/children`, { id: other }],
    ['DELETE', `/units/${unit}/children/${other}`],
    ['DELETE', `/units/${unit}/things`, { id: thing }],
    ['DELETE', `/units/${unit}/things/${thing}`],
    ['DELETE', `/units/${unit}/subjects/alice`],
    ['POST', `/units/${unit}/properties`, { name: 'new', value: 1 }],
    ['PUT', `/units/${unit}/properties`, { name: 'floor', value: 2 }],
    ['GET', `/units/${unit}/properties/floor`],
    ['DELETE', `/units/${unit}/properties/floor`],
    ['GET', `/things/${thing}`],
    ['DELETE', `/things/${thing}`],
    ['GET', `/things/${thing}/properties`],
    ['GET', `/things/${thing}/properties/temperature`],
    ['PUT', `/things/${thing}/properties/temperature`, 1],
    ['POST', `/things/${thing}/actions/identify`, {}],
    ['GET', `/subjects/alice`],
    ['GET', `/units/${unit}/visibility`],
    ['GET', `/subjects/alice/visibility`],
    ['GET', `/connectors/clients/${client}`],
    ['DELETE', `/connectors/clients/${client}?dry_run=true`],
    ['DELETE', `/connectors/clients/${client}`],
    ['GET', `/connectors/instances/${instance}`],
    ['GET', `/connectors/instances/${instance}/activity`],
    ['DELETE', `/connectors/instances/${instance}?dry_run=true`],
    ['DELETE', `/connectors/instances/${instance}`],
  ] as [method: string, path: string, body?: unknown][];

const lists = ['/units', '/things', '/subjects', '/connectors/clients', '/connectors/instances'];

describe('of one developer another', () => {
  test('finds nothing, exactly as if it did not exist', async () => {
    const owner = newAccount(stack());
    const stranger = newAccount(stack());
    const theirs = await household(owner);
    const nothing = Object.fromEntries(
      Object.keys(theirs).map((name) => [name, '01a1fb49-0d50-7523-8e7b-c9657c118513']),
    ) as unknown as Household;
    const unknown = requests(nothing);
    for (const [index, [method, path, body]] of requests(theirs).entries()) {
      const answer = await stranger.request(method, path, { body });
      const expected = await stranger.request(method, unknown[index]![1], {
        body: unknown[index]![2],
      });
      expect({ method, path, status: answer.status }).toEqual({ method, path, status: 404 });
      expect({ ...answer.body, instance: 0 }).toEqual({ ...expected.body, instance: 0 });
    }
    for (const path of lists) {
      expect((await stranger.request('GET', path)).body).toEqual([]);
      expect((await stranger.request('GET', path, { subject: 'alice' })).body).toEqual([]);
    }
    expect((await owner.request('GET', `/units/${theirs.unit}`)).body).toMatchObject({
      children: [{}],
      things: [{}],
      properties: [{ name: 'floor', value: 1 }],
    });
  });

  test('can name nothing in a body', async () => {
    const theirs = await household(newAccount(stack()));
    const stranger = newAccount(stack());
    const own = await stranger.request('POST', '/units', { body: { name: 'a', type: 'b' } });
    for (const [list, id] of [
      ['parents', theirs.unit],
      ['children', theirs.unit],
      ['things', theirs.thing],
    ]) {
      const path = `/units/${own.body.id}/${list}`;
      expect((await stranger.request('POST', path, { body: { id } })).status).toBe(400);
    }
  });

  test('needs an instance of its own', async () => {
    await household(newAccount(stack()));
    const stranger = newAccount(stack());
    const answer = await stranger.request('POST', '/connectors/clients', {
      subject: 'alice',
      body: simulatorClient(),
    });
    expect(answer.status).toBe(400);
    const instance = await stranger.request('POST', '/connectors/instances', {
      body: simulatorInstance,
    });
    expect(instance.status).toBe(201);
  });
});

describe('of one subject another', () => {
  test('finds nothing', async () => {
    const account = newAccount(stack());
    const theirs = await household(account);
    const own = requests(theirs).filter(([, path]) => !path.startsWith('/connectors/instances'));
    for (const [method, path, body] of own) {
      const { status } = await account.request(method, path, { subject: 'bob', body });
      expect({ method, path, status }).toEqual({ method, path, status: 404 });
    }
    for (const path of lists.filter((path) => path !== '/connectors/instances')) {
      expect((await account.request('GET', path, { subject: 'bob' })).body).toEqual([]);
    }
  });

  test('sees a unit that both are linked to, and of it what is its own', async () => {
    const account = newAccount(stack());
    const { unit, other, thing } = await household(account);
    await account.request('POST', `/units/${unit}/subjects`, { body: { id: 'bob' } });
    const as = (subject: string, path: string) => account.request('GET', path, { subject });
    expect((await as('bob', '/units')).body).toHaveLength(1);
    const seen = await as('bob', `/units/${unit}`);
    expect(seen.body).toMatchObject({ owner: 'alice', things: [], children: [] });
    expect((await as('bob', `/units/${unit}/descendants`)).body).toEqual([]);
    expect((await as('bob', `/units/${other}`)).status).toBe(404);
    expect((await as('bob', `/things/${thing}`)).status).toBe(404);
    const alice = await as('bob', '/subjects/alice');
    expect(alice.body).toMatchObject({ units: [{}], things: [], clients: [] });
    expect((await as('alice', `/units/${unit}`)).body).toMatchObject({
      things: [{}],
      children: [{}],
      subjects: [{}],
    });
  });
});

/** Every address in an answer. */
function hrefs(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) =>
    member === 'href' && typeof inner === 'string' ? [inner] : hrefs(inner),
  );
}

test.each([undefined, 'alice'])(
  'every address in an answer answers GET (subject %s)',
  async (subject) => {
    const account = newAccount(stack());
    await household(account);
    const visited = new Map<string, ApiAnswer>();
    const open = lists.map((path) => `${stack().address}/api/v1${path}`);
    for (let href = open.pop(); href; href = open.pop()) {
      if (visited.has(href)) continue;
      const answer = await account.request('GET', href, { subject });
      visited.set(href, answer);
      // The form of an action is an address, too, but one to POST to.
      open.push(...hrefs(answer.body).filter((address) => !address.includes('/actions/')));
    }
    const failed = [...visited].filter(([, { status }]) => status !== 200);
    expect(failed.map(([href, { status }]) => ({ href, status }))).toEqual([]);
    expect(visited.size).toBeGreaterThan(12);
    expect([...visited.keys()].every((href) => href.startsWith(`${stack().address}/`))).toBe(true);
  },
);
