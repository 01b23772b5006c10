import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { answerBatch } from '@trellis/testing';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { sessionNeeds } from '../testing/session.js';
import { listInstances, readInstance } from './read.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const connector = testConnector({ poll: async () => ({ devices: [] }) });

test('the instances of a batch are those of the account of each call', async () => {
  const needs = sessionNeeds(testing, [connector, { ...connector, id: 98, typeId: 'other' }]);
  const [one, two] = [await insertClient(needs, 'test'), await insertClient(needs, 'test')];
  const second = await testing.database.instance.create({
    data: {
      id: randomUUID(),
      developer: one.developer,
      connectorType: 'other',
      configuration: '',
    },
  });
  const page = { limit: 1 };
  const [first, ...others] = await answerBatch(listInstances, needs, [
    { caller: { developer: one.developer }, page },
    { caller: { developer: two.developer }, page },
    { caller: { developer: 'nobody' }, page },
  ]);
  expect(first).toMatchObject({ items: [one.instance.id], next: expect.any(String) });
  expect(others).toEqual([{ items: [two.instance.id] }, { items: [] }]);
  const { next: cursor } = first as { next: string };
  expect(
    await answerBatch(listInstances, needs, [
      { caller: { developer: one.developer }, page: { limit: 1, cursor } },
    ]),
  ).toEqual([{ items: [second.id] }]);

  const read = (developer: string, id: string, subject?: string) => ({
    caller: { developer, subject },
    id,
  });
  expect(
    await answerBatch(readInstance, needs, [
      read(one.developer, one.instance.id),
      read(two.developer, one.instance.id),
      read(one.developer, 'no-id'),
      read(one.developer, second.id),
      read(one.developer, one.instance.id, one.subject),
      read(one.developer, one.instance.id, 'other'),
    ]),
  ).toMatchObject([
    { id: one.instance.id, connector: 99, clients: [one.id] },
    { code: 'not_found' },
    { code: 'not_found' },
    { id: second.id, connector: 98, clients: [] },
    { id: one.instance.id, clients: [one.id] },
    { id: one.instance.id, clients: [] },
  ]);
});
