import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSealing, generateKey } from '@trellis/sealing';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { defaultQuotas } from '../testing/session.js';
import { authenticateApp } from './authenticate.js';
import { createApp } from './create.js';
import { listApps, readApp } from './read.js';
import { registerApp } from './register.js';
import { removeApp } from './remove.js';
import { rotateApp } from './rotate.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const context = { expiresAt: Infinity };
const sealing = createSealing(generateKey());

/** An account, and what it does with its apps. */
function account({ apps = 100 } = {}) {
  const developer = randomUUID() as string;
  const needs = {
    database: testing.database,
    sealing,
    quotas: { ...defaultQuotas, apps },
    publishEnded: async () => undefined,
  };
  const seal = (id: string, secret: string) => sealing.seal({ purpose: 'app-secret', id }, secret);
  return {
    developer,
    create: (secret: string, id: string = randomUUID()) =>
      createApp(
        needs,
        {
          ...{ developer, id, name: 'Dashboard', scopes: ['svc.things.read'] },
          client_secret: seal(id, secret),
        },
        context,
      ),
    rotate: (id: string, secret: string, options: { seconds?: number; rotation?: string } = {}) =>
      rotateApp(
        needs,
        {
          ...{ developer, id, rotation: options.rotation ?? randomUUID() },
          client_secret: seal(id, secret),
          overlap_seconds: options.seconds ?? 60,
          scopes: ['svc.apps.admin', 'svc.things.read'],
        },
        context,
      ),
    remove: (id: string) => removeApp(needs, { developer, id }, context),
    read: (id: string) => readApp(needs, { developer, id }, context),
    list: async () =>
      (await listApps(needs, { developer, page: { limit: 1000 } }, context)).items.map(
        ({ client_id }) => client_id,
      ),
    accepts: (id: string, secret: string) =>
      authenticateApp(needs, { client_id: id, client_secret: seal(id, secret) }, context).then(
        () => true,
        () => false,
      ),
  };
}

test('an app is registered once for its id, and authenticated by the secret that was shown last', async () => {
  const { create, accepts, list } = account();
  const { client_id } = await create('one');
  expect(await create('two', client_id)).toMatchObject({
    name: 'Dashboard',
    scopes: ['svc.things.read'],
    created: expect.any(String),
  });
  expect([await accepts(client_id, 'one'), await accepts(client_id, 'two')]).toEqual([false, true]);
  expect(await list()).toEqual([client_id]);
});

test('after a rotation both secrets are accepted, and after the next one those two', async () => {
  const { create, rotate, accepts, read } = account();
  const { client_id } = await create('one');
  const { previous_secret_until } = await rotate(client_id, 'two');
  expect(Date.parse(previous_secret_until!)).toBeGreaterThan(Date.now());
  const accepted = () =>
    Promise.all(['one', 'two', 'three'].map((secret) => accepts(client_id, secret)));
  expect(await accepted()).toEqual([true, true, false]);
  await rotate(client_id, 'three');
  expect(await accepted()).toEqual([false, true, true]);
  await rotate(client_id, 'four', { seconds: 0 });
  expect(await accepted()).toEqual([false, false, false]);
  expect(await read(client_id)).not.toHaveProperty('previous_secret_until');
});

test('a rotation that is repeated keeps the secret before it', async () => {
  const { create, rotate, accepts } = account();
  const { client_id } = await create('one');
  const rotation = randomUUID();
  await rotate(client_id, 'lost', { rotation });
  await rotate(client_id, 'two', { rotation });
  expect([
    await accepts(client_id, 'one'),
    await accepts(client_id, 'lost'),
    await accepts(client_id, 'two'),
  ]).toEqual([true, false, true]);
});

test('the secret of an app with more scopes is not rotated', async () => {
  const { developer, rotate, accepts } = account();
  const app = { developer, name: 'Admin', scopes: ['svc.units.admin'] };
  const { client_id, client_secret } = await registerApp(testing.database, app, {
    operator: 'root',
  });
  await expect(rotate(client_id, 'mine')).rejects.toMatchObject({
    code: 'insufficient_scope',
    extras: { scope: 'svc.units.admin' },
  });
  expect(await accepts(client_id, client_secret)).toBe(true);
});

test('a secret that an operator sets is the only one', async () => {
  const { developer, create, rotate, accepts } = account();
  const { client_id } = await create('one');
  await rotate(client_id, 'two');
  const app = { developer, name: 'Dashboard', scopes: ['svc.things.read'] };
  const credentials = { client_id, client_secret: 'set' };
  await registerApp(testing.database, app, { operator: 'root', credentials });
  expect([
    await accepts(client_id, 'one'),
    await accepts(client_id, 'two'),
    await accepts(client_id, 'set'),
  ]).toEqual([false, false, true]);
});

test('a revoked app is gone with its callback', async () => {
  const { developer, create, remove, accepts, list } = account();
  const { client_id } = await create('one');
  await testing.database.webhook.create({
    data: { developer, app: client_id, url: 'https://app.example/', events: [], secret: 'sealed' },
  });
  await remove(client_id);
  expect(await accepts(client_id, 'one')).toBe(false);
  expect(await list()).toEqual([]);
  expect(await testing.database.webhook.count({ where: { developer } })).toBe(0);
  await expect(remove(client_id)).rejects.toMatchObject({ code: 'not_found' });
});

test('the apps of another account are as if they were not there', async () => {
  const { client_id } = await account().create('one');
  const other = account();
  for (const attempt of [
    other.read(client_id),
    other.rotate(client_id, 'two'),
    other.remove(client_id),
    other.read('no\u0000app'),
  ]) {
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(await other.list()).toEqual([]);
});

test('a quota limits them, also when requests race', async () => {
  const { create, remove, list } = account({ apps: 2 });
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map((secret) => create(secret)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await expect(create('e')).rejects.toMatchObject({ code: 'quota_exceeded' });
  await remove((await list())[0]!);
  await create('f');
});

test('an app that an operator moves to another account counts there', async () => {
  const [from, to] = [account({ apps: 1 }), account({ apps: 1 })];
  const { client_id } = await from.create('one');
  const app = { developer: to.developer, name: 'Dashboard', scopes: ['svc.things.read'] };
  const credentials = { client_id, client_secret: 'one' };
  await registerApp(testing.database, app, { operator: 'root', credentials });
  await expect(to.create('two')).rejects.toMatchObject({ code: 'quota_exceeded' });
  await from.create('two');
  await to.remove(client_id);
  await to.create('three');
});
