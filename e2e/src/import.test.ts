import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { newAccount, type Account } from '@trellis/testing';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();
const idOf = ({ href }: { href: string }) => href.split('/').pop()!;

/** Sends lines, values or texts, and returns the lines of the answer. */
async function importLines(account: Account, lines: unknown[], subject?: string) {
  const answer = await fetch(`${stack().address}/api/v1/units/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.token}`,
      'content-type': 'application/x-ndjson',
      ...(subject !== undefined && { 'x-external-subject-id': subject }),
    },
    body: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  return parseLines(await answer.text());
}

async function exportLines(account: Account, query = '', subject?: string) {
  const answer = await fetch(`${stack().address}/api/v1/units/export${query}`, {
    headers: {
      authorization: `Bearer ${account.token}`,
      ...(subject !== undefined && { 'x-external-subject-id': subject }),
    },
  });
  expect(answer.status).toBe(200);
  return parseLines(await answer.text());
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read lines of every shape
const parseLines = (text: string): any[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const house = [
  { id: 'house', name: 'House', type: 'house', properties: [{ name: 'floors', value: 2 }] },
  { id: 'ground', name: 'Ground floor', type: 'floor', parents: ['house'], subjects: ['alice'] },
  { id: 'kitchen', name: 'Kitchen', type: 'room', parents: ['ground'] },
  { id: 'east', name: 'East wing', type: 'wing', parents: ['house'], children: ['kitchen'] },
];

describe('an import', () => {
  test('creates units with all that their lines say, and reports progress', async () => {
    const account = newAccount(stack());
    const reports = await importLines(account, house);
    const counts = { line: 4, created: 4, updated: 0, unchanged: 0, failed: 0 };
    expect(reports).toEqual([counts, { ...counts, complete: true }]);
    const [room] = (await account.request('GET', '/units?name=Kitchen')).body.map(idOf);
    const kitchen = (await account.request('GET', `/units/${room}`)).body;
    expect(kitchen).toMatchObject({ name: 'Kitchen', type: 'room', owner: account.developer });
    const parents = await Promise.all(
      kitchen.parents.map(async (parent: { href: string }) => {
        const { body } = await account.request('GET', parent.href);
        return body.name;
      }),
    );
    expect(parents.toSorted()).toEqual(['East wing', 'Ground floor']);
  });

  test('that is sent again changes nothing, and one that says more adds it', async () => {
    const account = newAccount(stack());
    await importLines(account, house);
    const again = await importLines(account, house);
    expect(again.at(-1)).toMatchObject({ unchanged: 4, created: 0, updated: 0, complete: true });
    const more = await importLines(account, [{ ...house[2], subjects: ['bob'] }, house[3]]);
    expect(more.at(-1)).toMatchObject({ updated: 1, unchanged: 1 });
    expect((await account.request('GET', '/units')).body).toHaveLength(4);
  });

  test('reports lines that fail by their numbers, and stores the others', async () => {
    const account = newAccount(stack());
    const reports = await importLines(account, [
      house[0],
      '{"id": "broken"',
      '',
      { id: 'nameless', type: 'room' },
      { id: 'orphan', name: 'Orphan', type: 'room', parents: ['house', 'nowhere'] },
      { id: 'child of an orphan', name: 'a', type: 'room', parents: ['orphan'] },
      { id: 'big', name: 'a', type: 'x'.repeat(1024 * 1024) },
      { id: 'number', name: 'a', type: 'b', properties: [{ name: 'n', value: 1 }], extra: 1 },
      `{"id":"rounded","name":"a","type":"b","properties":[{"name":"n","value":9007199254740993}]}`,
      { id: 'ring', name: 'a', type: 'b', parents: ['house'], children: ['house'] },
      { id: 'itself', name: 'a', type: 'b', parents: ['itself'] },
      house[1],
    ]);
    const failures = reports.filter(({ problem }) => problem !== undefined);
    expect(failures.map(({ line, problem }) => [line, problem.type.split('#')[1]])).toEqual([
      [2, 'invalid_request'],
      [4, 'invalid_request'],
      [5, 'unknown_reference'],
      [6, 'unknown_reference'],
      [7, 'body_too_large'],
      [8, 'invalid_request'],
      [9, 'invalid_request'],
      [10, 'unit_cycle'],
      [11, 'unit_cycle'],
    ]);
    expect(failures[2].problem.errors).toMatchObject([{ pointer: '/parents/1' }]);
    expect(reports.at(-1)).toMatchObject({ line: 12, created: 2, failed: 9, complete: true });
    expect((await account.request('GET', '/units')).body).toHaveLength(2);
  });

  test('refers to units that exist, but to none of other accounts', async () => {
    const account = newAccount(stack());
    const create = async (owner: Account) =>
      (await owner.request('POST', '/units', { body: { name: 'a', type: 'b' } })).body.id as string;
    const own = await create(account);
    const foreign = await create(newAccount(stack()));
    const reports = await importLines(account, [
      { id: 'one', name: 'one', type: 'room', parents: [own] },
      { id: 'two', name: 'two', type: 'room', parents: [foreign] },
      { id: own, name: 'a', type: 'b', subjects: ['alice'] },
      { id: foreign, name: 'three', type: 'room' },
      { id: 'four', name: 'four', type: 'room', things: [randomUUID()] },
    ]);
    expect(reports.at(-1)).toMatchObject({ created: 2, updated: 1, failed: 2 });
    expect((await account.request('GET', `/units/${own}/children`)).body).toHaveLength(1);
  });

  test('of a subject creates units of that subject', async () => {
    const account = newAccount(stack());
    await importLines(account, house.slice(0, 1), 'alice');
    await importLines(account, house.slice(0, 1), 'bob');
    const [unit] = (await account.request('GET', '/units', { subject: 'alice' })).body;
    expect((await account.request('GET', unit.href)).body.owner).toBe('alice');
    expect((await account.request('GET', '/units')).body).toHaveLength(2);
  });

  test('needs the right scope and media type', async () => {
    const account = newAccount(stack());
    const reader = newAccount(stack(), { scopes: ['svc.units.read'] });
    const lines = { body: '{}', headers: { 'content-type': 'application/x-ndjson' } };
    expect((await reader.request('POST', '/units/import', lines)).status).toBe(403);
    expect((await account.request('POST', '/units/import', { body: {} })).status).toBe(415);
  });
});

describe('an export', () => {
  test('is an import for another account, which exports the same', async () => {
    const [one, other] = [newAccount(stack()), newAccount(stack())];
    await importLines(one, house);
    const lines = await exportLines(one);
    expect((await importLines(other, lines)).at(-1)).toMatchObject({ created: 4, failed: 0 });
    const names = (
      exported: { id: string; name: string; parents?: string[]; children?: string[] }[],
    ) => {
      const nameOf = new Map(exported.map(({ id, name }) => [id, name]));
      const toNames = (ids: string[] = []) => ids.map((id) => nameOf.get(id));
      return exported.map(({ id: _id, parents, children, ...rest }) => ({
        ...rest,
        parents: toNames(parents),
        children: toNames(children),
      }));
    };
    const copied = await exportLines(other);
    expect(names(copied)).toEqual(names(lines));
    expect(names(copied)[3]).toMatchObject({ parents: ['House'], children: ['Kitchen'] });
    expect((await importLines(one, lines)).at(-1)).toMatchObject({ unchanged: 4 });
  });

  test('shows a subject what it sees, and begins where it is told', async () => {
    const account = newAccount(stack());
    await importLines(account, house);
    const [seen] = await exportLines(account, '', 'alice');
    expect(seen).toMatchObject({ name: 'Ground floor' });
    expect(seen).not.toHaveProperty('parents');
    const rest = await exportLines(account, `?from=${seen.id}`);
    expect(rest.map(({ name }) => name)).toEqual(['Ground floor', 'Kitchen', 'East wing']);
    const unknown = await account.request('GET', `/units/export?from=${randomUUID()}`);
    expect(unknown.status).toBe(404);
  });

  test('has long lists in lines of their own', async () => {
    const account = newAccount(stack());
    const properties = Array.from({ length: 2_500 }, (_, n) => ({ name: `${n}`, value: n }));
    const children = Array.from({ length: 3 }, (_, n) => ({ id: `${n}`, name: `${n}`, type: 'a' }));
    const top = { id: 'top', name: 'top', type: 'a', properties, children: ['0', '1', '2'] };
    await importLines(account, [...children, top, house[0]]);
    const lines = await exportLines(account);
    expect(lines).toHaveLength(3 + 1 + 3 + 1 + 1);
    const copy = newAccount(stack());
    expect((await importLines(copy, lines)).at(-1)).toMatchObject({ created: 5, failed: 0 });
    const copied = (await exportLines(copy)).filter(({ name }) => name === 'top');
    expect(copied.flatMap((line) => line.properties ?? [])).toEqual(properties);
    expect(copied.flatMap((line) => line.children ?? [])).toHaveLength(3);
  });
});
