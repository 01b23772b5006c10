import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { appVersion, connectBrandingVersion, webhookVersion } from '@trellis/contracts';
import { removeClient } from './clients/remove.js';
import { putBranding, readBranding } from './accounts/branding.js';
import { removeInstance } from './instances/remove.js';
import { instanceVersion } from './instances/read.js';
import { createApp } from './apps/create.js';
import { removeApp } from './apps/apps.js';
import { configurationVersion } from './secrets/patch-configuration.js';
import { insertClient } from './testing/clients.js';
import { testConnector } from './testing/connector.js';
import { testDatabase, type TestDatabase } from './testing/database.js';
import { silentLog } from './testing/log.js';
import { recordingQueue } from './testing/queues.js';
import { sessionNeeds } from './testing/session.js';
import { putWebhook, readWebhook, removeWebhook } from './delivery/webhooks/register.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const context = { expiresAt: Infinity };
const stale = { code: 'precondition_failed' };

const connector = testConnector({ poll: async () => ({ devices: [] }) });
const needs = () => ({
  ...sessionNeeds(testing, [connector]),
  removals: { ...recordingQueue<{ client: string }>(), attempt: async () => undefined },
  publishEnded: async () => undefined,
  allowPrivate: true,
  log: silentLog,
});

test('the removal of a client is requested only for a configuration that is expected', async () => {
  const { id, developer, configuration } = await insertClient(needs(), 'test');
  const remove = (expected: string[]) =>
    removeClient(needs(), { caller: { developer }, id, expected }, context);
  const requested = () => testing.database.removal.count({ where: { client: { id } } });
  await expect(remove(['stale'])).rejects.toMatchObject(stale);
  expect(await requested()).toBe(0);
  await remove(['stale', configurationVersion(configuration)]);
  expect(await requested()).toBe(1);
});

test('an instance is removed only in a version that is expected', async () => {
  const { developer, instance, id } = await insertClient(needs(), 'test');
  await testing.database.client.delete({ where: { id } });
  const remove = (expected: string[]) =>
    removeInstance(needs(), { caller: { developer }, id: instance.id, expected }, context);
  await expect(remove(['stale'])).rejects.toMatchObject(stale);
  expect(await remove([instanceVersion(instance)])).toEqual({});
  await expect(remove([instanceVersion(instance)])).rejects.toMatchObject({ code: 'not_found' });
});

test('an app and its callback are removed only in versions that are expected', async () => {
  const developer = randomUUID();
  const id = randomUUID();
  const session = needs();
  const created = await createApp(
    session,
    {
      developer,
      id,
      name: 'Dashboard',
      scopes: [],
      client_secret: session.sealing.seal({ purpose: 'app-secret', id }, 'a secret'),
    },
    context,
  );
  const callback = { url: 'http://127.0.0.1/', events: [], secret: 'sealed', rotate: false };
  await putWebhook(needs(), { developer, app: id, ...callback }, context);
  const removeCallback = (expected: string[]) =>
    removeWebhook(needs(), { developer, app: id, expected }, context);
  await expect(removeCallback(['stale'])).rejects.toMatchObject(stale);
  const webhook = await readWebhook(needs(), { developer, app: id }, context);
  expect(await removeCallback([webhookVersion(webhook)])).toEqual({});

  const remove = (expected: string[]) => removeApp(needs(), { developer, id, expected }, context);
  await expect(remove(['stale'])).rejects.toMatchObject(stale);
  expect(await remove([appVersion(created)])).toEqual({});
});

test('a branding is replaced only in a version that is expected, or set where there is none', async () => {
  const caller = { developer: randomUUID() };
  const put = (name: string, condition: { exists?: boolean; expected?: string[] }) =>
    putBranding(testing, { caller, branding: { name }, ...condition }, context);
  const version = (name: string) => connectBrandingVersion({ name });
  await expect(put('Acme', { exists: true })).rejects.toMatchObject(stale);
  const created = await Promise.allSettled(
    ['Acme', 'Home'].map((name) => put(name, { exists: false })),
  );
  expect(created.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { branding } = await readBranding(testing, { caller }, context);
  const expected = [connectBrandingVersion(branding!)];
  const replaced = await Promise.allSettled(
    ['One', 'Two'].map((name) => put(name, { exists: true, expected })),
  );
  expect(replaced.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(put('Three', { exists: true, expected })).rejects.toMatchObject(stale);
  const last = await readBranding(testing, { caller }, context);
  await put('Three', { exists: true, expected: [version(last.branding!.name)] });
  expect(await readBranding(testing, { caller }, context)).toEqual({ branding: { name: 'Three' } });
});
