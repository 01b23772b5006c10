import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSealing, generateKey } from '@trellis/sealing';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { authenticateApp } from './authenticate.js';
import { registerApp } from './register.js';
import { storeSignInCode } from './sign-in-code.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const sealing = createSealing(generateKey());

/** An app, as `npm start` registers one at each start. */
async function register() {
  const { database } = testing;
  const credentials = { client_id: randomUUID() as string, client_secret: randomUUID() as string };
  const { client_id: id, client_secret } = credentials;
  const app = { developer: randomUUID(), name: 'Demo', scopes: ['svc.things.read'] };
  const binding = { purpose: 'app-secret', id } as const;
  const newCode = () => sealing.seal({ purpose: 'sign-in-code', id }, client_secret);
  const start = async (code = newCode()) => {
    await registerApp(database, app, { operator: 'root', credentials });
    await storeSignInCode(database, { id, code });
    return code;
  };
  const authenticate = async (secret: string) => {
    const given = { client_id: id, client_secret: sealing.seal(binding, secret) };
    const needs = { database, sealing, clock: Date };
    const answer = await authenticateApp(needs, given, { expiresAt: Infinity });
    const redeemed = answer.client_secret;
    return redeemed === undefined ? 'no secret' : sealing.open(binding, redeemed);
  };
  return { client_secret, newCode, start, authenticate };
}

const refused = { code: 'invalid_client' };

describe('a sign-in code', () => {
  test('is exchanged for the secret of its app, once', async () => {
    const { client_secret, start, authenticate } = await register();
    const code = await start();
    expect(await authenticate(client_secret)).toBe('no secret');
    expect(await authenticate(code)).toBe(client_secret);
    await expect(authenticate(code)).rejects.toMatchObject(refused);
    expect(await authenticate(client_secret)).toBe('no secret');
  });

  test('is exchanged for one of several that use it at the same time', async () => {
    const { start, authenticate } = await register();
    const code = await start();
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => authenticate(code)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is replaced by the next start, which revives none that was used', async () => {
    const { client_secret, start, authenticate } = await register();
    const [used, unused] = [await start(), await start()];
    await expect(authenticate(used)).rejects.toMatchObject(refused);
    const last = await start();
    await expect(authenticate(unused)).rejects.toMatchObject(refused);
    expect(await authenticate(last)).toBe(client_secret);
  });

  test('that was never stored, or is for another app, is refused', async () => {
    const [one, other] = [await register(), await register()];
    await one.start();
    const code = await other.start();
    await expect(one.authenticate(one.newCode())).rejects.toMatchObject(refused);
    await expect(one.authenticate(code)).rejects.toMatchObject(refused);
    expect(await other.authenticate(code)).toBe(other.client_secret);
  });
});
