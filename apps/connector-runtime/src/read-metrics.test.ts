import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countAgents, countClients, countSubscriptions } from './read-metrics.js';
import { insertClient } from './testing/clients.js';
import { testConnector } from './testing/connector.js';
import { testDatabase, type TestDatabase } from './testing/database.js';
import { sessionNeeds } from './testing/session.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const valuesOf = (readings: { labels?: readonly string[]; value: number }[]) =>
  Object.fromEntries(readings.map(({ labels, value }) => [labels!.join(), value]));

test('clients that are paused are counted as such, and not by the status that they had', async () => {
  const needs = sessionNeeds(testing, [testConnector({ poll: async () => ({ devices: [] }) })]);
  const { database, registry } = needs;
  const states = [
    { status: 'STARTED' },
    { status: 'STARTED', pausedSince: new Date() },
    { status: 'ERROR', pausedSince: new Date() },
    { status: 'STARTING' },
  ];
  for (const data of states) {
    const { id } = await insertClient(needs, 'test');
    await database.client.update({ where: { id }, data });
  }
  const { byStatus, expected } = await countClients(database, registry);
  expect(valuesOf(byStatus)).toEqual({ STARTING: 1, STARTED: 1, ERROR: 0, PAUSED: 2 });
  expect(expected).toBe(4);
});

test('subscriptions with an address are counted by what becomes of their messages', async () => {
  const { database } = testing;
  const address = { url: 'https://app.example/hook', secret: 'sealed', cursor: '1-1-1' };
  const failing = { attempts: 2, failingSince: new Date(), error: 'It answered 500.' };
  const subscriptions = [
    {},
    address,
    address,
    { ...address, ...failing },
    { ...address, ...failing, stopped: true },
  ];
  for (const data of subscriptions) {
    await database.subscription.create({
      data: { id: randomUUID(), developer: 'ada', match: '{}', ...data },
    });
  }
  expect(valuesOf(await countSubscriptions(database))).toEqual({
    sending: 2,
    held_up: 1,
    stopped: 1,
  });
});

test('agents are counted by whether they are connected, when they were paired', async () => {
  const { database, pool } = testing;
  const [living, dead] = [randomUUID(), randomUUID()];
  await pool.query(
    `INSERT INTO relays (id, address, until) VALUES
      ($1, 'http://10.0.0.1', now() + interval '1 hour'), ($2, 'http://10.0.0.2', now())`,
    [living, dead],
  );
  const agents = [{}, { relay: living }, { relay: dead }, { relay: null }];
  for (const [index, data] of agents.entries()) {
    const key = index > 0 ? { publicKey: Buffer.from(`key ${index}`) } : {};
    const owner = { id: randomUUID(), developer: 'ada', subject: 'kai', name: 'Home' };
    await database.agent.create({ data: { ...owner, ...key, ...data } });
  }
  expect(valuesOf(await countAgents(database))).toEqual({ online: 1, offline: 2 });
});
