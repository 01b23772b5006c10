import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSealing, generateKey } from '@trellis/sealing';
import { createClientOf, testDatabase, testRuntime, type TestDatabase } from '../test-runtime.js';
import { rotateSecrets } from './rotate.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('whatever an old key has sealed is sealed with the new one', async () => {
  const [old, current] = [generateKey(), generateKey()];
  const before = createSealing(old);
  const { runtime } = testRuntime(database, [], { sealing: before });
  const { key, developer } = await createClientOf(runtime, 'test', { client: { token: 'a' } });
  const prisma = database.database;
  const sealed = { memory: before.seal({ pin: 'b' }), tokens: before.seal({ access_token: 'c' }) };
  await prisma.client.update({ where: { key }, data: sealed });
  await prisma.callback.create({
    data: { developer, app: 'app', url: 'https://a.example', secret: before.seal('whsec_d') },
  });
  await prisma.authorization.create({
    data: { state: randomUUID(), clientKey: key, verifier: before.seal('e'), expires: new Date() },
  });

  expect(await rotateSecrets(prisma, createSealing(`${current},${old}`))).toBe(6);
  const after = createSealing(current);
  const client = await prisma.client.findUniqueOrThrow({
    where: { key },
    include: { instance: true },
  });
  expect(after.open(client.configuration)).toEqual({ token: 'a' });
  expect(after.open(client.instance.configuration)).toEqual({});
  expect(after.open(client.memory!)).toEqual({ pin: 'b' });
  expect(after.open(client.tokens!)).toEqual({ access_token: 'c' });
  const callback = await prisma.callback.findFirstOrThrow({ where: { developer } });
  expect(after.open(callback.secret)).toBe('whsec_d');
  expect(await rotateSecrets(prisma, createSealing(`${current},${old}`))).toBe(0);
});
