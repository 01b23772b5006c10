import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startNetatmo, type NetatmoPeer } from '@trellis/connectors/testing';
import { openSession } from '../../session.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { oauth2Connector } from '../../testing/oauth2-connector.js';
import { redirectUri, unauthorizedClient } from '../../testing/unauthorized-client.js';
import { readAccount, sealAccount } from './account.js';

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

const newClient = (options?: Parameters<typeof unauthorizedClient>[1]) =>
  unauthorizedClient({ testing, peer }, options);

describe('an authorization with an account', () => {
  test('for the first time stores the tokens, and whose they are without naming it', async () => {
    const { authorizeAs, row, tokensOf, needs, id } = await newClient();
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
    const { authorizeAs, row } = await newClient();
    await authorizeAs('alice');
    const before = await row();
    expect(await authorizeAs('alice')).toBeUndefined();
    const after = await row();
    expect(after.tokens).not.toBe(before.tokens);
    expect(after.account).toBe(before.account);
  });

  test('that is another one is refused, and nothing is changed', async () => {
    const { authorizeAs, row, tokensOf, needs, id } = await newClient();
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
    const { authorizeAs, row, needs, id } = await newClient();
    await authorizeAs('alice');
    await needs.database.client.update({ where: { id }, data: { tokens: null } });
    expect(await authorizeAs('bob')).toBe('other_account');
    expect((await row()).tokens).toBeNull();
    expect(await authorizeAs('alice')).toBeUndefined();
  });

  test('that is another one takes the place of the one before when that is accepted', async () => {
    const { authorizeAs, tokensOf } = await newClient();
    await authorizeAs('alice');
    expect(await authorizeAs('bob', { accept_other_account: true })).toBeUndefined();
    expect(await tokensOf()).toBe('bob');
    expect(await authorizeAs('alice')).toBe('other_account');
    expect(await authorizeAs('bob')).toBeUndefined();
  });

  test('is remembered from the next one on where it is not known yet', async () => {
    const { authorizeAs, grant, row } = await newClient();
    await grant();
    expect((await row()).account).toBeNull();
    expect(await authorizeAs('bob')).toBeUndefined();
    expect(await authorizeAs('alice')).toBe('other_account');
  });

  test('that the vendor does not tell at first is remembered from the next one on', async () => {
    const { authorizeAs, row, tokensOf } = await newClient();
    peer.state.failing = { getstationsdata: { status: 503, body: 'down' } };
    expect(await authorizeAs('alice')).toBeUndefined();
    expect(await tokensOf()).toBe('alice');
    expect((await row()).account).toBeNull();
    peer.state.failing = {};
    expect(await authorizeAs('alice')).toBeUndefined();
    expect(await authorizeAs('bob')).toBe('other_account');
  });

  test('that the vendor does not tell later changes nothing, and can be repeated', async () => {
    const { authorizeAs, row } = await newClient();
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
    const { authorizeAs, needs, id } = await newClient();
    await authorizeAs('alice');
    const { instanceKey, developer } = await needs.database.client.findUniqueOrThrow({
      where: { id },
    });
    const office = randomUUID();
    await needs.database.client.create({
      data: {
        id: office,
        developer,
        instanceKey,
        subject: 'alice',
        name: 'Office',
        connectorType: 'test',
        configuration: '',
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
    const { authorizeAs, tokensOf } = await newClient({
      server: { revocation_endpoint: `${peer.url}/nothing` },
    });
    await authorizeAs('alice');
    expect(await authorizeAs('bob')).toBe('other_account');
    expect(await tokensOf()).toBe('alice');
  });

  test('completed twice at the same time leaves one account', async () => {
    const { authorizeAs, tokensOf } = await newClient();
    const accounts = ['alice', 'bob', 'carol', 'dave'];
    const errors = await Promise.all(accounts.map((account) => authorizeAs(account)));
    const winners = accounts.filter((_account, index) => errors[index] === undefined);
    expect(winners).toEqual([await tokensOf()]);
    expect(errors.filter((error) => error === 'other_account')).toHaveLength(3);
  });

  test('can have the end user sign in anew', async () => {
    const { begin } = await newClient();
    expect((await begin()).searchParams.has('prompt')).toBe(false);
    const anew = await begin(undefined, { prompt: 'login' });
    expect(anew.searchParams.get('prompt')).toBe('login');
  });

  test('is told by the ID token where the connector has no other way', async () => {
    const { needs, id } = await newClient();
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
    expect(await read({ claims: () => claims })).toEqual({
      id: 'subject-1',
      shown: { id: 'subject-1' },
    });
    const named = { ...claims, email: 'ada@example.org', name: 'Ada' };
    expect(await read({ claims: () => named })).toMatchObject({
      shown: { id: 'subject-1', name: 'ada@example.org' },
    });
    expect(await read({})).toBeUndefined();
  });
});
