import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { account, netatmo } from './connector.js';
import { startNetatmo, type NetatmoPeer } from './testing/server.js';

let peer: NetatmoPeer;
beforeAll(async () => {
  peer = await startNetatmo({ redirectUri: 'http://localhost/authorized' });
});
afterEach(() => {
  peer.state.failing = {};
});
afterAll(() => peer.stop());

const onlyOf = (part: string) => ({
  weather: false,
  air: false,
  energy: false,
  control: false,
  security: false,
  alarms: false,
  [part]: true,
});

async function accountWith(client: object, scopes?: string[]) {
  const token = await peer.token(scopes && { scopes });
  const accessToken = async () => token;
  return account(contextFor(netatmo, { instance: peer.instance, client, accessToken }));
}

test.each(['weather', 'energy', 'control', 'security'])(
  'of a client that reads %s alone is the same',
  async (part) => {
    expect(await accountWith(onlyOf(part))).toBe('alice@example.org');
  },
);

test('is looked for in what the end user has, and has granted', async () => {
  const client = { air: true, weather: true, energy: true };
  // There is no Home Coach, and the homes are not granted.
  const found = await accountWith(client, ['read_homecoach', 'read_station']);
  expect(found).toBe('alice@example.org');
});

test('is not known of an end user who has nothing of what is read', async () => {
  expect(await accountWith(onlyOf('air'))).toBeUndefined();
  const body = { status: 'ok', body: { homes: [] } };
  peer.state.failing = { homesdata: { status: 200, body } };
  expect(await accountWith(onlyOf('energy'))).toBeUndefined();
});

test('is not taken for unknown when Netatmo fails', async () => {
  peer.state.failing = { homesdata: { status: 503, body: 'down' } };
  await expect(accountWith({})).rejects.toBeInstanceOf(Unavailable);
  peer.state.failing = { homesdata: { status: 403, body: { error: { code: 3, message: '' } } } };
  await expect(accountWith({})).rejects.toBeInstanceOf(Unauthorized);
});

test('is the same in whatever case its address is written', async () => {
  const body = { status: 'ok', body: { homes: [], user: { email: 'Alice@Example.org' } } };
  peer.state.failing = { homesdata: { status: 200, body } };
  expect(await accountWith({})).toBe('alice@example.org');
});
