import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { connectors } from '@trellis/connectors';
import { startNetatmo, type NetatmoPeer } from '@trellis/connectors/testing';
import type { Runtime } from '../runtime.js';
import { createClientOf, testDatabase, testRuntime, type TestDatabase } from '../test-runtime.js';
import { accessTokenOf, expireTokens, sealGrant } from './tokens.js';

const connector = connectors.find(({ typeId }) => typeId === 'netatmo')!;

let database: TestDatabase;
let netatmo: NetatmoPeer;
beforeAll(async () => {
  database = await testDatabase();
  netatmo = await startNetatmo({ redirectUri: 'http://localhost/authorized', accessTokenTtl: 600 });
});
afterAll(async () => {
  await netatmo.stop();
  await database.close();
});

/** A client that the end user has authorized. */
async function authorizedClient(more: Partial<Runtime> = {}) {
  const { runtime } = testRuntime(database, [connector], more);
  const instance = netatmo.instance;
  const client = await createClientOf(runtime, 'netatmo', { instance });
  const granted = await netatmo.grant();
  await database.database.client.update({
    where: { id: client.id },
    data: sealGrant(runtime, { ...granted, expires_in: 600 }),
  });
  const of = { connector, instance, client: client.id, signal: AbortSignal.timeout(20_000) };
  const row = () => database.database.client.findUniqueOrThrow({ where: { id: client.id } });
  return { runtime, client, of, row, granted };
}

describe('an access token', () => {
  test('that is good is used as it is', async () => {
    const { runtime, of, granted } = await authorizedClient();
    const before = netatmo.refreshes();
    expect(await accessTokenOf(runtime, of)).toBe(granted.access_token);
    expect(netatmo.refreshes()).toBe(before);
  });

  test('that has expired is refreshed once, however many workers ask for it', async () => {
    const { runtime, of, client, row, granted } = await authorizedClient();
    const before = netatmo.refreshes();
    await expireTokens(runtime, client.id);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => accessTokenOf(runtime, of)));
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(granted.access_token);
    expect(netatmo.refreshes()).toBe(before + 1);
    const { tokens: sealed, leaseUntil } = await row();
    expect(leaseUntil).toBeNull();
    const stored = runtime.sealing.open(sealed!) as { refresh_token: string };
    expect(stored.refresh_token).not.toBe(granted.refresh_token);
    // The rotated refresh token is good in its turn.
    await expireTokens(runtime, client.id);
    expect(await accessTokenOf(runtime, of)).not.toBe(tokens[0]);
  });

  test('of a grant that was revoked is gone', async () => {
    const { runtime, of, client, row } = await authorizedClient();
    await netatmo.revokeAll();
    await expireTokens(runtime, client.id);
    await expect(accessTokenOf(runtime, of)).rejects.toBeInstanceOf(Unauthorized);
    expect((await row()).tokens).toBeNull();
  });

  test('is kept when the provider is away', async () => {
    const away = { resolve: async () => Promise.reject(new Unavailable('It is away.')) };
    const { runtime, of, client, row } = await authorizedClient(away);
    await expireTokens(runtime, client.id);
    await expect(accessTokenOf(runtime, of)).rejects.toBeInstanceOf(Unavailable);
    expect(await row()).toMatchObject({ tokens: expect.any(String), leaseUntil: null });
  });

  test('is refreshed by another when a worker has died over it', async () => {
    const { runtime, of, client } = await authorizedClient();
    await expireTokens(runtime, client.id);
    const leaseUntil = new Date(Date.now() + 1_000);
    await database.database.client.update({ where: { id: client.id }, data: { leaseUntil } });
    const began = Date.now();
    await expect(accessTokenOf(runtime, of)).resolves.toEqual(expect.any(String));
    expect(Date.now() - began).toBeGreaterThanOrEqual(800);
  });
});
