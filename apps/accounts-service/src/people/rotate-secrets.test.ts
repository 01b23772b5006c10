import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { generateKey } from '@trellis/sealing';
import { symmetricDecrypt } from 'better-auth/crypto';
import { TOTP } from 'otpauth';
import type { Database } from '../database.js';
import { openTestDatabase } from '../testing/database.js';
import { createAuth, secretsOf } from './auth.js';
import { rotateSecrets } from './rotate-secrets.js';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.prisma.twoFactor.deleteMany();
});

const base = 'http://localhost:3000';
const password = 'correct horse battery staple';
const [old, current] = [generateKey(), generateKey()];
const idOf = (key: string) => key.split(':')[0]!;

const authWith = (secretsKeys: string) =>
  createAuth({
    prisma: database.prisma,
    base,
    secretsKeys,
    signUp: 'open',
    idleMs: 3_600_000,
    mailer: undefined,
    log: { warn: () => undefined },
  });

/** Sends a request as a browser does, with its cookies. */
function browser() {
  const jar = new Map<string, string>();
  return async (secretsKeys: string, path: string, body: object) => {
    const cookie = [...jar].map((entry) => entry.join('=')).join('; ');
    const headers = { origin: base, cookie, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await authWith(secretsKeys).handler(
      new Request(`${base}/api/auth${path}`, request),
    );
    for (const sent of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(sent) ?? [];
      jar.set(name, value);
    }
    const answer = (await response.json()) as { totpURI: string; backupCodes: string[] };
    return { status: response.status, ...answer };
  };
}

const rotate = (keys: string) =>
  rotateSecrets({ prisma: database.prisma, secrets: secretsOf(keys) });

test('people sign in with their second step after the key was replaced and removed', async () => {
  const email = `${randomUUID()}@acme.example`;
  const send = browser();
  await send(old, '/sign-up/email', { email, password, name: 'Ada' });
  const { totpURI, backupCodes } = await send(old, '/two-factor/enable', { password });
  const code = () => new URL(totpURI).searchParams.get('secret')!;
  const totp = new TOTP({ secret: code() });
  const enabled = await send(old, '/two-factor/verify-totp', { code: totp.generate() });
  expect(enabled.status).toBe(200);

  const both = `${current},${old}`;
  expect(await rotate(both)).toMatchObject({ current_key: idOf(current), left: {} });
  // Codes work once: that of the next half minute.
  const next = () => totp.generate({ timestamp: Date.now() + 30_000 });
  const second = browser();
  await second(current, '/sign-in/email', { email, password });
  expect((await second(current, '/two-factor/verify-totp', { code: next() })).status).toBe(200);
  const third = browser();
  await third(current, '/sign-in/email', { email, password });
  const [backup] = backupCodes;
  expect((await third(current, '/two-factor/verify-backup-code', { code: backup })).status).toBe(
    200,
  );
});

test('a damaged text is counted, and holds up nothing', async () => {
  const email = `${randomUUID()}@acme.example`;
  const send = browser();
  await send(old, '/sign-up/email', { email, password, name: 'Ada' });
  await send(old, '/two-factor/enable', { password });
  const { secret } = await database.prisma.twoFactor.findFirstOrThrow();
  await database.prisma.twoFactor.updateMany({ data: { secret: secret.slice(0, -2) } });
  const counted = { left: { [idOf(old)]: 1 }, unknown_keys: [] };
  expect(await rotate(`${current},${old}`)).toMatchObject(counted);
});

test('what an unknown key has encrypted is left alone, and counted', async () => {
  const email = `${randomUUID()}@acme.example`;
  const send = browser();
  await send(old, '/sign-up/email', { email, password, name: 'Ada' });
  await send(old, '/two-factor/enable', { password });
  const before = await database.prisma.twoFactor.findFirstOrThrow();
  const { left, unknown_keys } = await rotate(current);
  const [key] = unknown_keys;
  expect(left).toEqual({ [key!]: 1 });
  expect(await database.prisma.twoFactor.findFirstOrThrow()).toEqual(before);
  const [secret] = secretsOf(old);
  const keys = new Map([[secret!.version, secret!.value]]);
  const options = { key: { keys, currentVersion: secret!.version }, data: before.secret };
  expect(await symmetricDecrypt(options)).not.toBe('');
});
