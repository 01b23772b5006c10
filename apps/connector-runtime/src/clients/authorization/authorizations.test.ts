import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Unavailable } from '@trellis/connector-sdk';
import { startNetatmo, type NetatmoPeer } from '@trellis/connectors/testing';
import { onlyDate } from '@trellis/testing';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { sessionNeeds } from '../../testing/session.js';
import { browser, redirectUri, unauthorizedClient } from '../../testing/unauthorized-client.js';
import { purgeAuthorizations } from '../../maintenance/purge.js';
import { redeemTicket, createTicket } from './begin.js';

const context = { expiresAt: Infinity };

/** The digest of another browser's secret. */
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

const newClient = (options?: Parameters<typeof unauthorizedClient>[1]) =>
  unauthorizedClient({ testing, peer }, options);

describe('an authorization', () => {
  test('begins at the authorization server, with PKCE and a state', async () => {
    const { begin } = await newClient();
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
    const { needs, id } = await newClient();
    const other = sessionNeeds(testing, []);
    const expires = Date.now() + 60_000;
    const ofOtherPurpose = needs.sealing.seal(
      { purpose: 'stream-ticket' },
      { client: id, expires },
    );
    const forged = [createTicket(other, id), ofOtherPurpose, ''];
    for (const ticket of forged) {
      const input = { ticket, redirect_uri: redirectUri, browser };
      const begun = redeemTicket(needs, input, context);
      await expect(begun).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('that the end user declines sends the browser to the app, once', async () => {
    const { id, begin, complete, needs } = await newClient();
    const state = (await begin()).searchParams.get('state')!;
    const declined = { state, error: 'access_denied', iss: peer.instance.issuer };
    const redirect = await complete(declined);
    expect(redirect.href.startsWith(peer.instance.origin_callback_uri)).toBe(true);
    expect(redirect.searchParams.get('client_id')).toBe(id);
    expect(redirect.searchParams.get('error')).toBe('access_denied');
    expect(needs.polls.ranNow).toEqual([]);
    await expect(complete(declined)).rejects.toMatchObject({ code: 'authorization_expired' });
  });

  test('returns to the page on which it began, if its ticket says so', async () => {
    const { id, needs, begin, complete } = await newClient();
    const ticket = createTicket(needs, id, 'https://trellis.example/connect/');
    const state = (await begin(ticket)).searchParams.get('state')!;
    const back = await complete({ state, error: 'access_denied', iss: peer.instance.issuer });
    expect(back.href).toBe(`https://trellis.example/connect/?client_id=${id}&error=access_denied`);
  });

  test.each([
    ['another browser', otherBrowser],
    ['a browser that has begun none', null],
  ])('that %s completes is refused, and over', async (_which, brought) => {
    const { id, begin, complete, needs } = await newClient();
    const state = (await begin()).searchParams.get('state')!;
    const answer = { state, code: 'of-a-victim', iss: peer.instance.issuer };
    await expect(complete(answer, brought)).rejects.toMatchObject({ code: 'other_browser' });
    await expect(complete(answer)).rejects.toMatchObject({ code: 'authorization_expired' });
    const client = await needs.database.client.findUniqueOrThrow({ where: { id } });
    expect(client.tokens).toBeNull();
    expect(needs.polls.ranNow).toEqual([]);
  });

  test('can be under way twice in one browser', async () => {
    const { begin, complete } = await newClient();
    for (const { searchParams } of [await begin(), await begin()]) {
      const state = searchParams.get('state')!;
      const back = await complete({ state, error: 'access_denied', iss: peer.instance.issuer });
      expect(back.searchParams.get('error')).toBe('access_denied');
    }
  });

  test('that another server answers yields no code to exchange (RFC 9207)', async () => {
    const { begin, complete } = await newClient({
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
    const { begin, complete } = await newClient();
    const state = (await begin()).searchParams.get('state')!;
    const redirect = await complete({ state, code: 'made-up', iss: peer.instance.issuer });
    expect(redirect.searchParams.get('error')).toBe('invalid_grant');
  });

  test('that fails in the service does not look like an error of the server', async () => {
    const { id, begin, complete, needs } = await newClient();
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
    const { begin, complete, needs } = await newClient();
    const state = (await begin()).searchParams.get('state')!;
    const { database } = needs;
    await database.authorization.updateMany({ data: { expires: new Date(0) } });
    await purgeAuthorizations({ database }, new Date());
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
    const { begin, complete } = await newClient();
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
    const { begin, needs, id } = await newClient();
    const ticket = createTicket(needs, id);
    jest.setSystemTime(Date.parse('2030-01-01T12:59:59.999Z'));
    expect((await begin(ticket)).searchParams.has('state')).toBe(true);
    jest.setSystemTime(Date.parse('2030-01-01T13:00:00.000Z'));
    await expect(begin(ticket)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the grant of a client that is removed', () => {
  test('is revoked', async () => {
    const { grant, revoke } = await newClient();
    await grant();
    const before = peer.revocations();
    await revoke();
    expect(peer.revocations()).toBe(before + 1);
  });

  test('does not keep the client when the authorization server is down', async () => {
    const { grant, revoke } = await newClient({
      resolverOf: () => () => Promise.reject(new Unavailable('It is away.')),
    });
    await grant();
    const before = peer.revocations();
    expect(await revoke()).toMatchObject({ step: 'grant', code: 'unavailable' });
    expect(peer.revocations()).toBe(before);
  });
});
