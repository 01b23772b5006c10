import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cachedToken, forgetToken } from './tokens.js';
import { readProfiles, writeProfiles } from './profiles.js';
import { isLocal, normalizeUrl, openSession } from './session.js';

let directory: string;
const before = { ...process.env };
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trellis-cli-'));
  process.env.XDG_CONFIG_HOME = directory;
});
afterEach(async () => {
  process.env = { ...before };
  await rm(directory, { recursive: true });
});

const profile = { url: 'https://trellis.example', client_id: 'app', client_secret: 'secret' };
const stored = { current: 'work', profiles: { work: profile } };

const tokenUntil = (expires: number) =>
  `e30.${Buffer.from(JSON.stringify({ sub: 'acme', exp: expires / 1000 })).toString('base64url')}.`;

test('profiles are readable by their owner alone, and nothing else is left behind', async () => {
  expect(await readProfiles()).toEqual({ profiles: {} });
  await writeProfiles(stored);
  expect(await readProfiles()).toEqual(stored);
  const folder = join(directory, 'trellis');
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'profiles.json'))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['profiles.json']);
});

test('the credentials of a profile are used for its deployment alone', async () => {
  await expect(openSession({})).rejects.toMatchObject({ exitCode: 3 });
  await writeProfiles(stored);
  expect(await openSession({})).toMatchObject({ url: profile.url, source: 'profile work' });
  await expect(openSession({ profile: 'home' })).rejects.toMatchObject({ exitCode: 3 });
  process.env.TRELLIS_URL = 'https://other.example';
  await expect(openSession({})).rejects.toMatchObject({ exitCode: 3 });
});

test('a profile that is named is used with its own address, whatever the environment has', async () => {
  await writeProfiles(stored);
  Object.assign(process.env, {
    TRELLIS_URL: 'https://other.example',
    TRELLIS_TOKEN: 'token',
    TRELLIS_CLIENT_ID: 'other',
    TRELLIS_CLIENT_SECRET: 'other secret',
  });
  expect(await openSession({ profile: 'work' })).toMatchObject({
    url: profile.url,
    source: 'profile work',
  });
  await expect(openSession({ profile: 'nosuch' })).rejects.toMatchObject({ exitCode: 3 });
});

test.each([
  { TRELLIS_TOKEN: 'token' },
  { TRELLIS_CLIENT_ID: 'other', TRELLIS_CLIENT_SECRET: 'other secret' },
])('%j of the environment is never sent to the address of a profile', async (credentials) => {
  await writeProfiles(stored);
  Object.assign(process.env, credentials);
  await expect(openSession({})).rejects.toMatchObject({
    exitCode: 2,
    remedy: expect.stringContaining('TRELLIS_URL'),
  });
});

test('the environment overrides the current profile', async () => {
  await writeProfiles(stored);
  process.env.TRELLIS_URL = 'https://other.example/';
  process.env.TRELLIS_TOKEN = 'token';
  const { url, token } = await openSession({});
  expect([url, await token({})]).toEqual(['https://other.example', 'token']);
});

test('a token is cached for later commands until it expires or is rejected', async () => {
  let fetched = 0;
  const fetchToken = async () => tokenUntil(Date.now() + 3_600_000 + 1000 * fetched++);
  const first = await cachedToken(profile, fetchToken)({});
  expect(await cachedToken(profile, fetchToken)({})).toBe(first);
  expect(fetched).toBe(1);
  const second = await cachedToken(profile, fetchToken)({ rejected: first });
  expect(second).not.toBe(first);
  await cachedToken({ ...profile, client_secret: 'other' }, fetchToken)({});
  expect(fetched).toBe(3);
  await forgetToken(profile);
  await cachedToken(profile, async () => tokenUntil(Date.now() + 1000))({});
  await cachedToken(profile, fetchToken)({});
  expect(fetched).toBe(4);
});

test.each([
  ['trellis.example', 'https://trellis.example'],
  ['http://localhost:3000/', 'http://localhost:3000'],
  ['https://trellis.example/api/v1/', 'https://trellis.example'],
])('%s is the address %s', (given, url) => {
  expect(normalizeUrl(given)).toBe(url);
});

test('an address with a password is refused', () => {
  expect(() => normalizeUrl('https://a:b@trellis.example')).toThrow('not the address');
});

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://127.1', true],
  ['http://[::1]:3000', true],
  ['http://localhost.attacker.invalid', false],
  ['http://127.attacker.invalid', false],
  ['http://127.0.0.1.attacker.invalid', false],
])('whether %s is on this machine: %s', (url, expected) => {
  expect(isLocal(url)).toBe(expected);
});
