import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSealing, generateKey } from '@trellis/sealing';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { rotateSecrets } from './rotate.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

test('whatever an old key has encrypted is encrypted with the new one', async () => {
  const { database } = testing;
  const [old, current] = [generateKey(), generateKey()];
  const before = createSealing(old);
  const { key, developer } = await insertClient({ database, sealing: before }, 'test', {
    client: { token: 'a' },
  });
  await database.client.update({
    where: { key },
    data: {
      memory: before.seal({ pin: 'b' }),
      tokens: before.seal({ access_token: 'c' }),
    },
  });
  await database.webhook.create({
    data: { developer, app: 'app', url: 'https://a.example', secret: before.seal('whsec_d') },
  });
  await database.authorization.create({
    data: { state: randomUUID(), clientKey: key, verifier: before.seal('e'), expires: new Date() },
  });

  expect(await rotateSecrets(database, createSealing(`${current},${old}`))).toBe(6);
  const after = createSealing(current);
  const client = await database.client.findUniqueOrThrow({
    where: { key },
    include: { instance: true },
  });
  expect(after.open(client.configuration)).toEqual({ token: 'a' });
  expect(after.open(client.instance.configuration)).toEqual({});
  expect(after.open(client.memory!)).toEqual({ pin: 'b' });
  expect(after.open(client.tokens!)).toEqual({ access_token: 'c' });
  const webhook = await database.webhook.findFirstOrThrow({ where: { developer } });
  expect(after.open(webhook.secret)).toBe('whsec_d');
  expect(await rotateSecrets(database, createSealing(`${current},${old}`))).toBe(0);
});
