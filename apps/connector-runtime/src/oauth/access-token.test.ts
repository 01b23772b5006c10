import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Misconfigured, Unauthorized, Unavailable, type ResolveHost } from '@trellis/connector-sdk';
import { startNetatmo, type NetatmoPeer } from '@trellis/connectors/testing';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { oauth2Connector } from '../testing/oauth2-connector.js';
import { sessionNeeds } from '../testing/session.js';
import { expireAccessToken, getAccessToken } from './access-token.js';
import { openGrant, sealGrant } from './grant.js';

let testing: TestDatabase;
let netatmo: NetatmoPeer;
beforeAll(async () => {
  testing = await testDatabase();
  netatmo = await startNetatmo({ redirectUri: 'http://localhost/authorized', accessTokenTtl: 600 });
});
afterAll(async () => {
  await netatmo.stop();
  await testing.close();
});

/** A client that the end user has authorized. */
async function authorizedClient(
  more: { resolve?: ResolveHost; instance?: Partial<NetatmoPeer['instance']> } = {},
) {
  const needs = sessionNeeds(testing, [oauth2Connector]);
  const { database, sealing } = needs;
  const instance = { ...netatmo.instance, ...more.instance };
  const client = await insertClient(needs, 'test', { instance });
  const { id } = client;
  const granted = await netatmo.grant();
  await database.client.update({
    where: { id },
    data: sealGrant(sealing, client, { ...granted, expires_in: 600 }),
  });
  const of = {
    connector: oauth2Connector,
    instance,
    resolve: more.resolve ?? needs.resolverOf('developer'),
    client,
    signal: AbortSignal.timeout(60_000),
  };
  const row = () => database.client.findUniqueOrThrow({ where: { id } });
  return {
    granted,
    row,
    get: () => getAccessToken(needs, of),
    expire: () => expireAccessToken(database, id),
    stored: async () => openGrant(sealing, client, (await row()).tokens!),
    lease: (leaseUntil: Date | null, leaseHolder?: string) =>
      database.client.update({
        where: { id },
        data: { leaseUntil, ...(leaseHolder !== undefined && { leaseHolder }) },
      }),
  };
}

describe('an access token', () => {
  test('that is valid is used as it is', async () => {
    const { get, granted } = await authorizedClient();
    const before = netatmo.refreshes();
    expect(await get()).toBe(granted.access_token);
    expect(netatmo.refreshes()).toBe(before);
  });

  test('that has expired is refreshed once, however many workers need it', async () => {
    const { get, expire, stored, row, granted } = await authorizedClient();
    const before = netatmo.refreshes();
    await expire();
    const tokens = await Promise.all(Array.from({ length: 20 }, get));
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(granted.access_token);
    expect(netatmo.refreshes()).toBe(before + 1);
    expect((await row()).leaseUntil).toBeNull();
    expect((await stored()).refresh_token).not.toBe(granted.refresh_token);
    // The rotated refresh token is valid in its turn.
    await expire();
    expect(await get()).not.toBe(tokens[0]);
  });

  test('of a grant that was revoked is gone', async () => {
    const { get, expire, row } = await authorizedClient();
    await netatmo.revokeAll();
    await expire();
    const refusal = await get().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Unauthorized);
    expect(refusal).toMatchObject({ facts: { cause: 'grant_revoked' } });
    expect((await row()).tokens).toBeNull();
  });

  test('is kept when the authorization server is down', async () => {
    const { get, expire, row } = await authorizedClient({
      resolve: () => Promise.reject(new Unavailable('It is away.')),
    });
    await expire();
    await expect(get()).rejects.toBeInstanceOf(Unavailable);
    expect(await row()).toMatchObject({ tokens: expect.any(String), leaseUntil: null });
  });

  test('is not refreshed for an instance whose credentials the server rejects', async () => {
    const { get, expire, row } = await authorizedClient({ instance: { client_secret: 'wrong' } });
    await expire();
    await expect(get()).rejects.toBeInstanceOf(Misconfigured);
    expect(await row()).toMatchObject({ tokens: expect.any(String), leaseUntil: null });
  });

  test('is not used before it was stored: when another worker has the lease by then', async () => {
    const { resolverOf } = sessionNeeds(testing, [oauth2Connector]);
    const other = randomUUID();
    const { get, expire, row, lease } = await authorizedClient({
      async resolve(host, port) {
        await lease(new Date(Date.now() + 60_000), other);
        return resolverOf('developer')(host, port);
      },
    });
    await expire();
    const before = await row();
    await expect(get()).rejects.toThrow('The tokens were refreshed elsewhere meanwhile.');
    expect(await row()).toMatchObject({ tokens: before.tokens, leaseHolder: other });
  });

  test('is refreshed by another worker when one has died over it, not before', async () => {
    const { get, expire, lease } = await authorizedClient();
    await expire();
    const leaseUntil = new Date(Date.now() + 1_000);
    await lease(leaseUntil);
    await expect(get()).resolves.toEqual(expect.any(String));
    // The database and the test read the same clock, but for a rounding.
    expect(Date.now()).toBeGreaterThanOrEqual(leaseUntil.getTime() - 10);
  });
});
