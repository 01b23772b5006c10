import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Unavailable, type ResolverOf } from '@trellis/connector-sdk';
import { startNetatmo, type NetatmoPeer } from '@trellis/connectors/testing';
import { onlyDate } from '@trellis/testing';
import { openGrant, sealGrant } from '../oauth/grant.js';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { openSession } from '../session.js';
import { silentLog } from '../testing/log.js';
import { oauth2Connector } from '../testing/oauth2-connector.js';
import { recordingScheduler } from '../testing/queues.js';
import { sessionNeeds } from '../testing/session.js';
import { readAccount, sealAccount } from './account.js';
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
afterEach(() => {
  peer.state.failing = {};
});
afterAll(async () => {
  await peer.stop();
  await testing.close();
});

type Choice = { accept_other_account?: boolean; prompt?: 'login' };

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
  const begin = async (ticket = createTicket(sealing, id), choice: Choice = {}) => {
    const input = { ticket, redirect_uri: redirectUri, browser, ...choice };
    return new URL((await redeemTicket(needs, input, context)).location);
  };
  /** The answer that a browser brings; one without a cookie has no digest. */
  const complete = async (parameters: Record<string, string>, brought: string | null = browser) => {
    const answer = {
      parameters,
      redirect_uri: redirectUri,
      ...(brought !== null && { browser: brought }),
    };
    return new URL((await completeAuthorization(needs, answer, context)).location);
  };
  return {
    id,
    needs,
    begin,
    complete,
    /** The end user consents with an account; returns the error, or undefined if there is none. */
    async authorizeAs(account: string, choice: Choice = {}) {
      const address = await begin(undefined, choice);
      const state = address.searchParams.get('state')!;
      const { searchParams } = await complete({ state, ...(await peer.consent(address, account)) });
      return searchParams.get('status') === 'authorized'
        ? undefined
        : (searchParams.get('error') ?? 'neither');
    },
    row: () =>
      database.client.findUniqueOrThrow({
        where: { id },
        select: { tokens: true, tokensExpire: true, account: true, leaseHolder: true },
      }),
    /** Whose the tokens are that are stored. */
    async tokensOf() {
      const { tokens } = await database.client.findUniqueOrThrow({ where: { id } });
      return peer.accountOf(openGrant(sealing, client, tokens!).access_token);
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

  test('returns to the page on which it began, if its ticket says so', async () => {
    const { id, needs, begin, complete } = await unauthorizedClient();
    const ticket = createTicket(needs.sealing, id, 'https://trellis.example/connect/');
    const state = (await begin(ticket)).searchParams.get('state')!;
    const back = await complete({ state, error: 'access_denied', iss: peer.instance.issuer });
    expect(back.href).toBe(`https://trellis.example/connect/?client_id=${id}&error=access_denied`);
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

describe('an authorization with an account', () => {
  test('for the first time stores the tokens, and whose they are without naming it', async () => {
    const { authorizeAs, row, tokensOf, needs, id } = await unauthorizedClient();
    expect(await authorizeAs('alice')).toBeUndefined();
    expect(await tokensOf()).toBe('alice');
    expect(needs.polls.ranNow).toEqual([id]);
    const { account } = await row();
    expect(account).toMatch(/^v2\./);
    const { developer } = await needs.database.client.findUniqueOrThrow({ where: { id } });
    const binding = { purpose: 'clients.account', developer, id } as const;
    expect(needs.sealing.open(binding, account!)).not.toContain('alice');
  });

  test('that is the same as before replaces the tokens', async () => {
    const { authorizeAs, row } = await unauthorizedClient();
    await authorizeAs('alice');
    const before = await row();
    expect(await authorizeAs('alice')).toBeUndefined();
    const after = await row();
    expect(after.tokens).not.toBe(before.tokens);
    expect(after.account).toBe(before.account);
  });

  test('that is another one is refused, and nothing is changed', async () => {
    const { authorizeAs, row, tokensOf, needs, id } = await unauthorizedClient();
    await authorizeAs('alice');
    const before = await row();
    const revocations = peer.revocations();
    expect(await authorizeAs('bob')).toBe('other_account');
    expect(await row()).toEqual(before);
    expect(await tokensOf()).toBe('alice');
    expect(needs.polls.ranNow).toEqual([id]);
    expect(peer.revocations()).toBe(revocations + 1);
    // The choice is asked for each time.
    expect(await authorizeAs('bob', { accept_other_account: false })).toBe('other_account');
  });

  test('that is another one is refused after the grant has ended, too', async () => {
    const { authorizeAs, row, needs, id } = await unauthorizedClient();
    await authorizeAs('alice');
    await needs.database.client.update({ where: { id }, data: { tokens: null } });
    expect(await authorizeAs('bob')).toBe('other_account');
    expect((await row()).tokens).toBeNull();
    expect(await authorizeAs('alice')).toBeUndefined();
  });

  test('that is another one takes the place of the one before when that is accepted', async () => {
    const { authorizeAs, tokensOf } = await unauthorizedClient();
    await authorizeAs('alice');
    expect(await authorizeAs('bob', { accept_other_account: true })).toBeUndefined();
    expect(await tokensOf()).toBe('bob');
    expect(await authorizeAs('alice')).toBe('other_account');
    expect(await authorizeAs('bob')).toBeUndefined();
  });

  test('is remembered from the next one on where it is not known yet', async () => {
    const { authorizeAs, grant, row } = await unauthorizedClient();
    await grant();
    expect((await row()).account).toBeNull();
    expect(await authorizeAs('bob')).toBeUndefined();
    expect(await authorizeAs('alice')).toBe('other_account');
  });

  test('that the vendor does not tell at first is remembered from the next one on', async () => {
    const { authorizeAs, row, tokensOf } = await unauthorizedClient();
    peer.state.failing = { getstationsdata: { status: 503, body: 'down' } };
    expect(await authorizeAs('alice')).toBeUndefined();
    expect(await tokensOf()).toBe('alice');
    expect((await row()).account).toBeNull();
    peer.state.failing = {};
    expect(await authorizeAs('alice')).toBeUndefined();
    expect(await authorizeAs('bob')).toBe('other_account');
  });

  test('that the vendor does not tell later changes nothing, and can be repeated', async () => {
    const { authorizeAs, row } = await unauthorizedClient();
    await authorizeAs('alice');
    const before = await row();
    peer.state.failing = { getstationsdata: { status: 503, body: 'down' } };
    const revocations = peer.revocations();
    const choice = { accept_other_account: true };
    expect(await authorizeAs('alice')).toBe('temporarily_unavailable');
    expect(await authorizeAs('bob', choice)).toBe('temporarily_unavailable');
    expect(await row()).toEqual(before);
    // Some servers would end the grant that is in use, too.
    expect(peer.revocations()).toBe(revocations);
    peer.state.failing = {};
    expect(await authorizeAs('alice')).toBeUndefined();
  });

  test('that another client of the subject has is refused without ending the grant of that one', async () => {
    const { authorizeAs, needs, id } = await unauthorizedClient();
    await authorizeAs('alice');
    const { instanceKey, developer } = await needs.database.client.findUniqueOrThrow({
      where: { id },
    });
    const office = randomUUID();
    await needs.database.client.create({
      data: {
        ...{ id: office, developer, instanceKey, subject: 'alice', name: 'Office' },
        ...{ connectorType: 'test', configuration: '' },
        account: sealAccount(needs.sealing, { id: office, developer }, 'bob@example.org'),
      },
    });
    const revocations = peer.revocations();
    expect(await authorizeAs('bob')).toBe('other_account');
    expect(peer.revocations()).toBe(revocations);
    expect(await authorizeAs('carol')).toBe('other_account');
    expect(peer.revocations()).toBe(revocations + 1);
  });

  test('is refused also when the tokens cannot be revoked', async () => {
    const { authorizeAs, tokensOf } = await unauthorizedClient({
      server: { revocation_endpoint: `${peer.url}/nothing` },
    });
    await authorizeAs('alice');
    expect(await authorizeAs('bob')).toBe('other_account');
    expect(await tokensOf()).toBe('alice');
  });

  test('completed twice at the same time leaves one account', async () => {
    const { authorizeAs, tokensOf } = await unauthorizedClient();
    const accounts = ['alice', 'bob', 'carol', 'dave'];
    const errors = await Promise.all(accounts.map((account) => authorizeAs(account)));
    const winners = accounts.filter((_account, index) => errors[index] === undefined);
    expect(winners).toEqual([await tokensOf()]);
    expect(errors.filter((error) => error === 'other_account')).toHaveLength(3);
  });

  test('can have the end user sign in anew', async () => {
    const { begin } = await unauthorizedClient();
    expect((await begin()).searchParams.has('prompt')).toBe(false);
    const anew = await begin(undefined, { prompt: 'login' });
    expect(anew.searchParams.get('prompt')).toBe('login');
  });

  test('is told by the ID token where the connector has no other way', async () => {
    const { needs, id } = await unauthorizedClient();
    const session = (await openSession(needs, { id }))!;
    const { account: _account, ...oauth2 } = oauth2Connector.oauth2!;
    const connector = { ...oauth2Connector, oauth2 };
    const claims = { iss: 'i', aud: 'a', iat: 0, exp: 1, sub: 'subject-1' };
    const read = (issued: object) =>
      readAccount(
        needs,
        { ...session, connector },
        { access_token: 'a', claims: () => undefined, ...issued },
        AbortSignal.timeout(1_000),
      );
    expect(await read({ claims: () => claims })).toBe('subject-1');
    expect(await read({})).toBeUndefined();
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
