import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Unavailable, type ResolverOf } from '@trellis/connector-sdk';
import { startNetatmo, type NetatmoPeer } from '@trellis/connectors/testing';
import { onlyDate } from '@trellis/testing';
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

/** The digests of two browsers' secrets. */
const browser = 'b'.repeat(64);
const otherBrowser = 'c'.repeat(64);

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
async function unauthorizedClient({
  server = {},
  ...more
}: { resolverOf?: ResolverOf; server?: object } = {}) {
  const needs = {
    ...sessionNeeds(testing, [oauth2Connector]),
    polls: recordingScheduler<{ client: string }>(),
    log: silentLog,
    ...more,
  };
  const { database, sealing } = needs;
  const client = await insertClient(needs, 'test', {
    instance: { ...peer.instance, ...server },
  });
  const { id } = client;
  const begin = async (ticket = createTicket(sealing, id)) => {
    const input = { ticket, redirect_uri: redirectUri, browser };
    return new URL((await redeemTicket(needs, input, context)).location);
  };
  return {
    id,
    needs,
    begin,
    /** The answer that a browser brings; one without a cookie has no digest. */
    complete: async (parameters: Record<string, string>, brought: string | null = browser) => {
      const answer = {
        parameters,
        redirect_uri: redirectUri,
        ...(brought !== null && { browser: brought }),
      };
      return new URL((await completeAuthorization(needs, answer, context)).location);
    },
    revoke: () => revokeGrant(needs, id),
    grant: async () =>
      database.client.update({
        where: { id },
        data: sealGrant(sealing, client, await peer.grant()),
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
    const { needs, id } = await unauthorizedClient();
    const other = sessionNeeds(testing, []);
    const expires = Date.now() + 60_000;
    const ofOtherPurpose = needs.sealing.seal(
      { purpose: 'stream-ticket' },
      { client: id, expires },
    );
    const forged = [createTicket(other.sealing, id), ofOtherPurpose, ''];
    for (const ticket of forged) {
      const input = { ticket, redirect_uri: redirectUri, browser };
      const begun = redeemTicket(needs, input, context);
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

  test.each([
    ['another browser', otherBrowser],
    ['a browser that has begun none', null],
  ])('that %s completes is refused, and over', async (_which, brought) => {
    const { id, begin, complete, needs } = await unauthorizedClient();
    const state = (await begin()).searchParams.get('state')!;
    const answer = { state, code: 'of-a-victim', iss: peer.instance.issuer };
    await expect(complete(answer, brought)).rejects.toMatchObject({ code: 'other_browser' });
    await expect(complete(answer)).rejects.toMatchObject({ code: 'authorization_expired' });
    const client = await needs.database.client.findUniqueOrThrow({ where: { id } });
    expect(client.tokens).toBeNull();
    expect(needs.polls.ranNow).toEqual([]);
  });

  test('can be under way twice in one browser', async () => {
    const { begin, complete } = await unauthorizedClient();
    for (const { searchParams } of [await begin(), await begin()]) {
      const state = searchParams.get('state')!;
      const back = await complete({ state, error: 'access_denied', iss: peer.instance.issuer });
      expect(back.searchParams.get('error')).toBe('access_denied');
    }
  });

  test('that another server answers yields no code to exchange (RFC 9207)', async () => {
    const { begin, complete } = await unauthorizedClient({
      server: { authorization_response_iss_parameter_supported: true },
    });
    const issuers: Record<string, string>[] = [{ iss: 'https://attacker.example' }, {}];
    for (const iss of issuers) {
      const state = (await begin()).searchParams.get('state')!;
      const redirect = await complete({ state, code: 'a', ...iss });
      // The code is never sent: the server would have refused it as `invalid_grant`.
      expect(redirect.searchParams.get('error')).toBe('server_error');
    }
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
    await expect(complete({ state, code: 'a', iss: peer.instance.issuer })).rejects.toThrow(
      'sealed',
    );
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

describe('the time', () => {
  const start = Date.parse('2030-01-01T12:00:00.000Z');
  afterEach(() => {
    jest.useRealTimers();
  });

  test('for an authorization is ten minutes', async () => {
    jest.useFakeTimers({ ...onlyDate, now: start });
    const { begin, complete } = await unauthorizedClient();
    const [inTime, tooLate] = [await begin(), await begin()].map(({ searchParams }) => ({
      state: searchParams.get('state')!,
      error: 'access_denied',
      iss: peer.instance.issuer,
    }));
    jest.setSystemTime(Date.parse('2030-01-01T12:09:59.999Z'));
    expect((await complete(inTime!)).searchParams.get('error')).toBe('access_denied');
    jest.setSystemTime(Date.parse('2030-01-01T12:10:00.000Z'));
    await expect(complete(tooLate!)).rejects.toMatchObject({ code: 'authorization_expired' });
  });

  test('to begin one is an hour', async () => {
    jest.useFakeTimers({ ...onlyDate, now: start });
    const { begin, needs, id } = await unauthorizedClient();
    const ticket = createTicket(needs.sealing, id);
    jest.setSystemTime(Date.parse('2030-01-01T12:59:59.999Z'));
    expect((await begin(ticket)).searchParams.has('state')).toBe(true);
    jest.setSystemTime(Date.parse('2030-01-01T13:00:00.000Z'));
    await expect(begin(ticket)).rejects.toMatchObject({ code: 'not_found' });
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
    expect(await revoke()).toMatchObject({ step: 'grant', code: 'unavailable' });
    expect(peer.revocations()).toBe(before);
  });
});
