import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { insertClient } from './testing/clients.js';
import { testConnector } from './testing/connector.js';
import { testDatabase, type TestDatabase } from './testing/database.js';
import { sessionNeeds } from './testing/session.js';
import { openSession } from './session.js';

let testing: TestDatabase;
const server = createServer((_request, response) => void response.end('{}'));
beforeAll(async () => {
  testing = await testDatabase();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await testing.close();
});

test('what a connector requests counts against the limits of its client and its instance', async () => {
  const counted: object[] = [];
  const needs = sessionNeeds(testing, [testConnector({ poll: async () => ({ devices: [] }) })]);
  needs.rateLimits = (_connector, of) => async () => void counted.push(of);
  const { id, instance } = await insertClient(needs, 'test');
  const session = await openSession(needs, { id });
  const { http, acquire } = session!.contextUntil(AbortSignal.timeout(60_000));
  const { port } = server.address() as AddressInfo;
  await http({ url: `http://127.0.0.1:${port}/` });
  expect(counted).toEqual([{ instance: instance.id, client: id }]);
  await acquire();
  expect(counted).toHaveLength(2);
});

test('a client that was removed has no session', async () => {
  const needs = sessionNeeds(testing, [testConnector({ poll: async () => ({ devices: [] }) })]);
  const { id, key } = await insertClient(needs, 'test');
  expect(await openSession(needs, { key })).toMatchObject({ row: { id } });
  await testing.database.client.delete({ where: { id } });
  expect(await openSession(needs, { id })).toBeUndefined();
});
