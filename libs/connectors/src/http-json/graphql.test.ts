import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { discover, Unavailable, writeProperty } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { httpJson } from './connector.js';
import { homes, startGraphql } from './testing/graphql.js';
import type { ApiServer } from './testing/server.js';

let api: ApiServer;
beforeAll(async () => {
  api = await startGraphql();
});
beforeEach(() => void api.seen.splice(0));
afterAll(() => api.stop());

const context = (instance: object = homes) =>
  contextFor(httpJson, { instance, client: { parameters: { host: api.host } } });

test('homes are read by pages, with a cursor in the body', async () => {
  const { entities, complete } = await discover(httpJson, context());
  expect(entities.map(({ title, values }) => [title, values.temperature])).toEqual([
    ['Home 1', 21],
    ['Home 2', 22],
    ['Home 3', 23],
    ['Home 4', 24],
  ]);
  expect(complete).toBe(true);
  expect(api.seen.map(({ body }) => body)).toMatchObject([
    { variables: { first: 2 } },
    { variables: { first: 2, after: 'h2' } },
  ]);
  expect(api.seen[0]!.body).not.toHaveProperty('variables.after');
});

test('a mutation writes', async () => {
  await writeProperty(httpJson, context(), {
    device: 'h3',
    property: 'target_temperature',
    value: 19.5,
  });
  const { entities } = await discover(httpJson, context());
  expect(entities.find(({ id }) => id === 'h3')!.values.target_temperature).toBe(19.5);
});

test('an error of the query fails, and says why', async () => {
  const requests = { homes: { ...homes.requests.homes, body: { query: '{ houses { id } }' } } };
  const given = { ...homes, requests: { homes: { ...requests.homes, paging: undefined } } };
  const failure: unknown = await discover(httpJson, context(given)).catch((error) => error);
  expect(failure).toBeInstanceOf(Unavailable);
  expect(String(failure)).toContain('Cannot query field "houses" on type "Query"');
});

test('an answer that claims more pages for ever is read to the limit', async () => {
  const answer = api.answer;
  api.answer = () => ({
    json: { data: { homes: { nodes: [], pageInfo: { endCursor: 'x', hasNextPage: true } } } },
  });
  await expect(discover(httpJson, context())).rejects.toThrow('more than 20 pages');
  expect(api.seen).toHaveLength(20);
  api.answer = answer;
});
