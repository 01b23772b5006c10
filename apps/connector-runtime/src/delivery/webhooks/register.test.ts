import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createResolvers } from '@trellis/connector-sdk';
import { createSealing, generateKey } from '@trellis/sealing';
import { startAppServer, type AppServer } from '../../testing/app-server.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { defaultQuotas } from '../../testing/session.js';
import { registerApp, requestAction } from '../../testing/webhook.js';
import { putWebhook, readWebhook, removeWebhook } from './register.js';

let testing: TestDatabase;
let server: AppServer;
beforeAll(async () => {
  testing = await testDatabase();
  server = await startAppServer();
});
afterAll(async () => {
  server.close();
  await testing.close();
});

const sealing = createSealing(generateKey());
const context = { expiresAt: Infinity };

describe('a webhook', () => {
  test.each([
    'http://192.0.2.1/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://2130706433/',
  ])('at %s, which may not be reached, is refused', async (url) => {
    const { database } = testing;
    const resolverOf = createResolvers({ allowPrivate: false });
    const of = { developer: randomUUID(), app: 'app' };
    const put = putWebhook(
      { database, sealing, clock: Date, resolverOf, allowPrivate: false, quotas: defaultQuotas },
      { ...of, url, events: [], rotate: false, secret: 'sealed' },
      context,
    );
    await expect(put).rejects.toMatchObject({
      code: 'invalid_request',
      extras: { errors: [{ pointer: '/url' }] },
    });
    await expect(readWebhook({ database }, of, context)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('in a private network that the developer may reach needs no TLS, unlike a public one', async () => {
    const { database } = testing;
    const networks = [{ cidr: '127.0.0.0/8', developer: 'acme' }];
    const resolverOf = createResolvers({ allowPrivate: false, networks });
    const put = (developer: string, url: string) =>
      putWebhook(
        { database, sealing, clock: Date, resolverOf, allowPrivate: false, quotas: defaultQuotas },
        { developer, app: 'app', url, events: [], rotate: false, secret: 'sealed' },
        context,
      );
    await expect(put('acme', 'http://127.0.0.1/')).resolves.toMatchObject({ isNew: true });
    const refusal = { code: 'invalid_request' };
    await expect(put('other', 'http://127.0.0.1/')).rejects.toMatchObject(refusal);
    await expect(put('acme', 'http://93.184.216.34/')).rejects.toMatchObject(refusal);
  });

  test('has its secret encrypted at rest', async () => {
    const { of, secret } = await registerApp(testing, server.url);
    const rows = await testing.database.webhook.findMany({ where: of });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows, (_key, value: unknown) => String(value))).not.toContain(secret);
  });

  test('that is removed takes its messages along, and the actions that wait for it', async () => {
    const app = await registerApp(testing, server.url);
    const { id, read } = await requestAction(app);
    await removeWebhook(app.needs, app.of, context);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'no_callback' } });
    expect(app.ended).toEqual([id]);
    await expect(app.list()).rejects.toMatchObject({ code: 'not_found' });
  });
});
