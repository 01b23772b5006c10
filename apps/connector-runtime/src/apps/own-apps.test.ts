import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createResolvers } from '@trellis/connector-sdk';
import { appVersion, type ConnectorsContract, type Input } from '@trellis/contracts';
import { createSealing, generateKey } from '@trellis/sealing';
import { waitFor } from '@trellis/testing';
import { createSubscription } from '../delivery/subscriptions/change.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { recordingScheduler } from '../testing/queues.js';
import { defaultQuotas } from '../testing/session.js';
import { putWebhook } from '../delivery/webhooks/register.js';
import { readRevocation, refuseRevoked } from '../accounts/revoked-apps.js';
import { purgeRevokedApps } from '../maintenance/purge.js';
import { allowOrigin, authenticateApp } from './authenticate.js';
import { createApp } from './create.js';
import { listApps, readApp, removeApp, updateApp } from './apps.js';
import { registerApp } from './register.js';
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
    resolverOf: createResolvers({ allowPrivate: true }),
    allowPrivate: true,
    clock: Date,
    subscriptions: recordingScheduler<{ subscription: string }>(),
    publishSubscriptions: async () => undefined,
  };
  const seal = (id: string, secret: string) => sealing.seal({ purpose: 'app-secret', id }, secret);
  return {
    developer,
    create: (secret: string, id: string = randomUUID(), allowed_origins?: string[]) =>
      createApp(
        needs,
        {
          developer,
          id,
          name: 'Dashboard',
          scopes: ['svc.things.read'],
          client_secret: seal(id, secret),
          ...(allowed_origins && { allowed_origins }),
        },
        context,
      ),
    rotate: (id: string, secret: string, options: { seconds?: number; rotation?: string } = {}) =>
      rotateApp(
        needs,
        {
          developer,
          id,
          rotation: options.rotation ?? randomUUID(),
          client_secret: seal(id, secret),
          overlap_seconds: options.seconds ?? 60,
          scopes: ['svc.apps.admin', 'svc.things.read'],
        },
        context,
      ),
    update: (
      id: string,
      change: Omit<Input<ConnectorsContract, 'apps.update'>, 'developer' | 'id'>,
    ) => updateApp(needs, { developer, id, ...change }, context),
    remove: (id: string) => removeApp(needs, { developer, id }, context),
    putWebhook: (app: string) =>
      putWebhook(
        needs,
        {
          developer,
          app,
          url: 'http://127.0.0.1/',
          events: [],
          rotate: false,
          secret: randomUUID(),
        },
        context,
      ),
    subscribe: (app: string) =>
      createSubscription(
        needs,
        { caller: { developer }, app, id: randomUUID(), match: {} },
        context,
      ),
    isRevoked: async (client_id: string) =>
      (await readRevocation(needs, { developer, client_id }, context)).revoked,
    read: (id: string) => readApp(needs, { developer, id }, context),
    list: async () =>
      (await listApps(needs, { developer, page: { limit: 1000 } }, context)).items.map(
        ({ id }) => id,
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
  const { id: client_id } = await create('one');
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
  const { id: client_id } = await create('one');
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

test('its name and origins are changed, each by itself, in the version that is expected', async () => {
  const { create, update, read, accepts } = account();
  const [before, after] = ['https://before.example', 'https://after.example'];
  const created = await create('one', randomUUID(), [before]);
  const id = created.id;
  await update(id, { name: 'Panel' });
  expect(await read(id)).toMatchObject({ name: 'Panel', allowed_origins: [before] });
  const expected = [appVersion(await read(id))];
  await update(id, { allowed_origins: [after], expected });
  expect(await read(id)).toMatchObject({ name: 'Panel', allowed_origins: [after] });
  await expect(update(id, { name: 'Late', expected })).rejects.toMatchObject({
    code: 'precondition_failed',
  });
  const renamings = ['A', 'B', 'C'].map((name) =>
    update(id, {
      name,
      expected: [appVersion({ ...created, name: 'Panel', allowed_origins: [after] })],
    }),
  );
  const outcomes = await Promise.allSettled(renamings);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await accepts(id, 'one')).toBe(true);
});

test('the app of another account is not changed', async () => {
  const [{ create, read }, other] = [account(), account()];
  const { id: client_id } = await create('one');
  await expect(other.update(client_id, { name: 'Mine' })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await read(client_id)).toMatchObject({ name: 'Dashboard' });
});

test('it is known to the hour when it was used last', async () => {
  const { create, accepts, read } = account();
  const { id } = await create('one');
  await accepts(id, 'wrong');
  expect(await read(id)).not.toHaveProperty('last_used');
  await accepts(id, 'one');
  const first = (await read(id)).last_used!;
  expect(Date.now() - Date.parse(first)).toBeLessThan(60_000);
  await accepts(id, 'one');
  expect((await read(id)).last_used).toBe(first);
  const long = new Date(Date.now() - 61 * 60_000);
  await testing.database.app.update({ where: { id }, data: { lastUsed: long } });
  await accepts(id, 'one');
  expect(Date.parse((await read(id)).last_used!)).toBeGreaterThanOrEqual(Date.parse(first));
});

test('a rotation that is repeated keeps the secret before it', async () => {
  const { create, rotate, accepts } = account();
  const { id: client_id } = await create('one');
  const rotation = randomUUID();
  await rotate(client_id, 'lost', { rotation });
  await rotate(client_id, 'two', { rotation });
  expect([
    await accepts(client_id, 'one'),
    await accepts(client_id, 'lost'),
    await accepts(client_id, 'two'),
  ]).toEqual([true, false, true]);
});

test('a registration and a rotation that are delivered several times at once are carried out once', async () => {
  const { create, rotate, accepts, list } = account();
  const id = randomUUID();
  const rotation = randomUUID();
  const repeatedly = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: 4 }, send));
  await repeatedly(() => create('one', id));
  expect(await list()).toEqual([id]);
  await repeatedly(() => rotate(id, 'two', { rotation }));
  expect([await accepts(id, 'one'), await accepts(id, 'two')]).toEqual([true, true]);
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
  const { id: client_id } = await create('one');
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
  const { developer, create, putWebhook, remove, accepts, list } = account();
  const { id: client_id } = await create('one');
  await putWebhook(client_id);
  await remove(client_id);
  expect(await accepts(client_id, 'one')).toBe(false);
  expect(await list()).toEqual([]);
  expect(await testing.database.webhook.count({ where: { developer } })).toBe(0);
  await expect(remove(client_id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a revoked app, whose access tokens are valid for a time, is told nothing by them', async () => {
  const { developer, create, remove, putWebhook, subscribe, isRevoked } = account();
  const { id: client_id } = await create('one');
  await subscribe(client_id);
  expect(await isRevoked(client_id)).toBe(false);
  await remove(client_id);
  const refused = { code: 'invalid_token' };
  await expect(putWebhook(client_id)).rejects.toMatchObject(refused);
  await expect(subscribe(client_id)).rejects.toMatchObject(refused);
  expect(await testing.database.webhook.count({ where: { developer } })).toBe(0);
  expect(await isRevoked(client_id)).toBe(true);
  expect(await account().isRevoked(client_id)).toBe(false);
  await putWebhook('an app of an external issuer');
});

test('a callback that is being registered goes with its app', async () => {
  const { developer, create, remove } = account();
  const { id: app } = await create('one');
  const { database } = testing;
  let removing: Promise<unknown> | undefined;
  await database.$transaction(
    async (tx) => {
      await refuseRevoked(tx, { developer, app });
      const webhook = { developer, app, url: 'https://app.example/', events: [] };
      await tx.webhook.create({ data: { ...webhook, secret: 'sealed' } });
      removing = remove(app);
      await waitFor(async () => {
        const waiting = await database.$queryRaw<unknown[]>`
          SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return waiting.length > 0;
      });
    },
    { timeout: 60_000 },
  );
  await removing;
  expect(await database.webhook.count({ where: { developer } })).toBe(0);
});

test('an app that an operator registers again is revoked no more', async () => {
  const { developer, create, remove, putWebhook } = account();
  const { id: client_id } = await create('one');
  await remove(client_id);
  const app = { developer, name: 'Dashboard', scopes: ['svc.things.read'] };
  const credentials = { client_id, client_secret: 'set' };
  await registerApp(testing.database, app, { operator: 'root', credentials });
  await putWebhook(client_id);
});

test('a revocation is kept for longer than anything that the app has got', async () => {
  const { developer, create, remove, isRevoked } = account();
  const { id: client_id } = await create('one');
  await remove(client_id);
  const revokedHoursAgo = async (hours: number) => {
    const revoked = new Date(Date.now() - hours * 60 * 60_000);
    await testing.database.revokedApp.updateMany({ where: { developer }, data: { revoked } });
    await purgeRevokedApps(testing, new Date());
    return isRevoked(client_id);
  };
  expect([await revokedHoursAgo(25), await revokedHoursAgo(49)]).toEqual([true, false]);
});

test('an app is registered with the origins of its pages, and without any by default', async () => {
  const { developer, create, read } = account();
  const origin = `https://${randomUUID()}.example`;
  const { id: client_id } = await create('one', randomUUID(), [origin]);
  expect(await read(client_id)).toMatchObject({ allowed_origins: [origin] });
  const app = { developer, client_id };
  expect(await allowOrigin(testing, { origin, app }, context)).toEqual({ allowed: true });
  expect(await create('two')).toMatchObject({ allowed_origins: [] });
});

test('the apps of another account are as if they were not there', async () => {
  const { id: client_id } = await account().create('one');
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
  const { id: client_id } = await from.create('one');
  const app = { developer: to.developer, name: 'Dashboard', scopes: ['svc.things.read'] };
  const credentials = { client_id, client_secret: 'one' };
  await registerApp(testing.database, app, { operator: 'root', credentials });
  await expect(to.create('two')).rejects.toMatchObject({ code: 'quota_exceeded' });
  await from.create('two');
  await to.remove(client_id);
  await to.create('three');
});
