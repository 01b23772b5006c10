import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { allowOrigin } from './authenticate.js';
import { registerApp, setAppOrigins } from './register.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const operator = 'root';
const home = { developer: 'acme', name: 'Acme Home', scopes: ['svc.things.read'] };

const newOrigin = () => `https://${randomUUID()}.example`;

async function isAllowed(origin: string, client_id?: string, developer = 'acme') {
  const app = client_id === undefined ? undefined : { client_id, developer };
  const question = { origin, ...(app && { app }) };
  return (await allowOrigin(testing, question, { expiresAt: Infinity })).allowed;
}

/** The commands that were recorded about an app. */
async function recordedOf(client_id: string) {
  const entries = await testing.database.pendingAuditEntry.findMany({
    where: { entry: { contains: client_id } },
  });
  return entries.map(({ entry }) => (JSON.parse(entry) as { operation: string }).operation).sort();
}

test('an app allows the origins that it lists, and no app those of another', async () => {
  const [origin, another] = [newOrigin(), newOrigin()];
  const first = await registerApp(
    testing.database,
    { ...home, allowedOrigins: [origin, 'https://shared.example'] },
    { operator },
  );
  const second = await registerApp(testing.database, home, { operator });
  expect(await isAllowed(origin, first.client_id)).toBe(true);
  expect(await isAllowed('https://shared.example', first.client_id)).toBe(true);
  expect(await isAllowed(origin)).toBe(true);
  expect(await isAllowed(origin, second.client_id)).toBe(false);
  expect(await isAllowed(origin, first.client_id, 'other')).toBe(false);
  expect(await isAllowed(origin, 'no\u0000app')).toBe(false);
  expect(await isAllowed(another)).toBe(false);
  expect(await isAllowed(another, first.client_id)).toBe(false);
});

test('origins are replaced, each change is recorded, and what is the same is none', async () => {
  const [before, after] = [newOrigin(), newOrigin()];
  const { client_id } = await registerApp(
    testing.database,
    { ...home, allowedOrigins: [before] },
    { operator },
  );
  const set = (allowedOrigins: string[]) =>
    setAppOrigins(testing.database, { client_id, allowedOrigins, operator });
  expect([await set([after]), await set([after])]).toEqual([true, true]);
  expect([await isAllowed(before), await isAllowed(after, client_id)]).toEqual([false, true]);
  expect(await recordedOf(client_id)).toEqual(['register_app', 'set_app_origins']);
  await set([]);
  expect(await isAllowed(after)).toBe(false);
  const unknown = { client_id: 'unknown', allowedOrigins: [after], operator };
  expect(await setAppOrigins(testing.database, unknown)).toBe(false);
});

test('an app that is registered again keeps its origins unless it is told others', async () => {
  const origin = newOrigin();
  const credentials = { client_id: randomUUID(), client_secret: 'a secret' };
  const register = (allowedOrigins?: string[]) =>
    registerApp(testing.database, { ...home, allowedOrigins }, { operator, credentials });
  await register([origin]);
  await register();
  expect(await isAllowed(origin, credentials.client_id)).toBe(true);
  expect(await recordedOf(credentials.client_id)).toEqual(['register_app']);
  await register([]);
  expect(await isAllowed(origin, credentials.client_id)).toBe(false);
});
