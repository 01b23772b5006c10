import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Unavailable, type ResolverOf } from '@trellis/connector-sdk';
import { startNetatmo, type NetatmoPeer } from '@trellis/connectors/testing';
import { sealGrant } from '../oauth/grant.js';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { silentLog } from '../testing/log.js';
import { oauth2Connector } from '../testing/oauth2-connector.js';
import { recordingScheduler } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { redeemTicket } from './begin.js';
import { completeAuthorization } from './complete.js';
import { revokeGrant } from './revoke.js';
import { sweepAuthorizations } from './sweep.js';
import { createTicket } from './ticket.js';

const redirectUri = 'http://localhost/authorized';
const context = { expiresAt: Infinity };

let testing: TestDatabase;
let peer: NetatmoPeer;
beforeAll(async () => {
  testing = await testDatabase();
  peer = await startNetatmo({ redirectUri });
});
afterAll(async () => {
  await peer.stop();
  await testing.close();
});

/** A client that the end user has yet to authorize. */
async function unauthorizedClient(more: { resolverOf?: ResolverOf } = {}) {
  const needs = {
    ...sessionNeeds(testing, [oauth2Connector]),
    polls: recordingScheduler<{ client: string }>(),
    log: silentLog,
    ...more,
  };
  const { database, sealing } = needs;
  const { id } = await insertClient(needs, 'test', { instance: peer.instance });
  const begin = async () => {
    const ticket = createTicket(sealing, id);
    const { location } = await redeemTicket(needs, { ticket, redirect_uri: redirectUri }, context);
    return new URL(location);
  };
  return {
    id,
    needs,
    begin,
    complete: async (parameters: Record<string, string>) => {
      const answer = { parameters, redirect_uri: redirectUri };
      return new URL((await completeAuthorization(needs, answer, context)).location);
    },
    revoke: () => revokeGrant(needs, id),
    grant: async () =>
      database.client.update({
        where: { id },
        data: sealGrant(sealing, await peer.grant()),
      }),
  };
}

describe('an authorization', () => {
  test('begins at the authorization server, with PKCE and a state', async () => {
    const { begin } = await unauthorizedClient();
    const { searchParams, href } = await begin();
    expect(href.startsWith(peer.instance.authorization_endpoint)).toBe(true);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: peer.instance.client_id,
      redirect_uri: redirectUri,
      scope: 'read_station',
      state: expect.any(String),
      code_challenge_method: 'S256',
      code_challenge: expect.any(String),
    });
  });

  test('does not begin with a ticket that is forged', async () => {
    const { needs } = await unauthorizedClient();
    const other = sessionNeeds(testing, []);
    const forged = [createTicket(other.sealing, 'id'), needs.sealing.seal('id'), ''];
    for (const ticket of forged) {
      const begun = redeemTicket(needs, { ticket, redirect_uri: redirectUri }, context);
      await expect(begun).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('that the end user declines sends the browser to the app, once', async () => {
    const { id, begin, complete, needs } = await unauthorizedClient();
    const state = (await begin()).searchParams.get('state')!;
    const declined = { state, error: 'access_denied', iss: peer.instance.issuer };
    const redirect = await complete(declined);
    expect(redirect.href.startsWith(peer.instance.origin_callback_uri)).toBe(true);
    expect(redirect.searchParams.get('client_id')).toBe(id);
    expect(redirect.searchParams.get('error')).toBe('access_denied');
    expect(needs.polls.ranNow).toEqual([]);
    await expect(complete(declined)).rejects.toMatchObject({ code: 'authorization_expired' });
  });

  test('with a code that was made up fails, and tells the app so', async () => {
    const { begin, complete } = await unauthorizedClient();
    const state = (await begin()).searchParams.get('state')!;
    const redirect = await complete({ state, code: 'made-up', iss: peer.instance.issuer });
    expect(redirect.searchParams.get('error')).toBe('invalid_grant');
  });

  test('that fails in the service does not look like an error of the server', async () => {
    const { id, begin, complete, needs } = await unauthorizedClient();
    const { searchParams } = await begin();
    const state = searchParams.get('state')!;
    await needs.database.authorization.updateMany({
      where: { client: { id } },
      data: { verifier: 'unreadable' },
    });
    await expect(complete({ state, code: 'a', iss: peer.instance.issuer })).rejects.toThrow('key');
  });

  test('that took too long has expired, and is deleted', async () => {
    const { begin, complete, needs } = await unauthorizedClient();
    const state = (await begin()).searchParams.get('state')!;
    const { database } = needs;
    await database.authorization.updateMany({ data: { expires: new Date(0) } });
    await sweepAuthorizations({ database });
    expect(await database.authorization.count()).toBe(0);
    await expect(complete({ state, code: 'a' })).rejects.toMatchObject({
      code: 'authorization_expired',
    });
  });
});

describe('the grant of a client that is removed', () => {
  test('is revoked', async () => {
    const { grant, revoke } = await unauthorizedClient();
    await grant();
    const before = peer.revocations();
    await revoke();
    expect(peer.revocations()).toBe(before + 1);
  });

  test('does not keep the client when the authorization server is down', async () => {
    const { grant, revoke } = await unauthorizedClient({
      resolverOf: () => () => Promise.reject(new Unavailable('It is away.')),
    });
    await grant();
    const before = peer.revocations();
    await expect(revoke()).resolves.toBeUndefined();
    expect(peer.revocations()).toBe(before);
  });
});
