import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pollInterval, secret, type Connector } from '@trellis/connector-sdk';
import { z } from 'zod';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { sessionNeeds } from '../testing/session.js';
import { configurationVersion } from '../secrets/patch-configuration.js';
import { readConfiguration } from './configuration.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const schema = z.strictObject({
  host: z.string(),
  password: z.string().meta(secret),
  interval_ms: pollInterval(60_000),
});
const connector: Connector = {
  ...testConnector({ poll: async () => ({ devices: [] }) }),
  client: { schema, sample: { host: '', password: '', interval_ms: 60_000 } },
};

test('a configuration is shown without its secrets, to those who see the client', async () => {
  const needs = sessionNeeds(testing, [connector]);
  const client = { host: 'hub.example', password: 'a password' };
  const row = await insertClient(needs, 'test', { client });
  const { id, developer } = row;
  const read = (caller: { developer: string; subject?: string }) =>
    readConfiguration(needs, { caller, id }, { expiresAt: Infinity });
  const { shown, version } = await read({ developer, subject: 'alice' });
  expect(needs.sealing.open({ purpose: 'shown-configuration', developer, id }, shown)).toEqual({
    configuration: { host: 'hub.example', interval_ms: 60_000 },
    secrets: ['/password'],
  });
  expect(version).toBe(configurationVersion(row.configuration));
  await expect(read({ developer })).resolves.toMatchObject({ version });
  await expect(read({ developer, subject: 'bob' })).rejects.toThrow('no such connector client');
  await expect(read({ developer: 'other' })).rejects.toThrow('no such connector client');
});
