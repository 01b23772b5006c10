import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { startMailServer } from './alerts/mail-server.js';
import { oneStack } from './one-stack.js';
import {
  inviteAsOperator,
  newPerson,
  signOutAsOperator,
  type PersonBrowser,
} from './people/person.js';

const mail = await startMailServer();
afterAll(() => mail.close());

const stack = oneStack({
  environment: { SMTP_URL: mail.url, SMTP_FROM: 'Trellis <trellis@trellis.example>' },
});

/** 100 characters of any kind, with spaces at both ends. */
const longPassword = ` Straße 7 – ${'ab Ç'.repeat(21)} 🙂 x`;
const email = 'ada@acme.example';
const post = (person: PersonBrowser, path: string, body: object) =>
  person.send('POST', `/api/auth${path}`, body);
const sessionOf = (person: PersonBrowser) => person.jar.get('trellis.session_token');
const isSignedIn = async (person: PersonBrowser) =>
  (await person.get('/api/v1/organizations')).status === 200;

/** Waits for an e-mail with a link that matches; returns the latest link. */
const linkTo = (address: string, pattern: RegExp): Promise<string> =>
  waitFor(
    () =>
      mail.received
        .filter(({ to }) => to === address)
        .map(({ mail: { text = '' } }) => pattern.exec(text)?.[0])
        .findLast(Boolean),
    { what: 'an e-mail' },
  );

async function openDatabase(): Promise<pg.Client> {
  const file = readFileSync(join(stack().dataDirectory, 'services.env'), 'utf8');
  const { DATABASE_URL } = parseEnv(file) as { DATABASE_URL?: string };
  const database = new pg.Client(DATABASE_URL);
  await database.connect();
  return database;
}

async function storedBackupCodes(): Promise<string> {
  const database = await openDatabase();
  const { rows } = await database.query<{ backup_codes: string }>(
    `SELECT backup_codes FROM accounts.two_factors
    JOIN accounts.users ON users.id = user_id WHERE email = $1`,
    [email],
  );
  await database.end();
  return rows[0]!.backup_codes;
}

/** The session of a person in the database, which can be made older. */
async function openSessionOf(person: PersonBrowser) {
  const database = await openDatabase();
  const [token] = decodeURIComponent(sessionOf(person)!).split('.');
  return {
    async read(): Promise<Date> {
      const { rows } = await database.query<{ expires_at: Date }>(
        'SELECT expires_at FROM accounts.sessions WHERE token = $1',
        [token],
      );
      return rows[0]!.expires_at;
    },
    /** Lets minutes pass for the session. */
    async age(minutes: number) {
      await database.query(
        `UPDATE accounts.sessions SET created_at = created_at - $2::interval,
          expires_at = expires_at - $2::interval WHERE token = $1`,
        [token, `${minutes} minutes`],
      );
    },
    close: () => database.end(),
  };
}

let ada: PersonBrowser;
let totp: TOTP;
let backupCodes: string[];

beforeAll(async () => {
  ada = newPerson(stack().address);
  const link = await inviteAsOperator(stack(), { email, organization: 'Acme' });
  const body = { email, password: longPassword, name: 'Ada' };
  const headers = { 'x-trellis-invitation': link.split('#')[1]! };
  expect((await ada.send('POST', '/api/auth/sign-up/email', body, headers)).status).toBe(200);
  const confirmation = await linkTo(email, /http:\S+verify-email\S+/);
  await ada.get(confirmation.replace(stack().address, ''));
});

/** The requirements of OWASP ASVS 5.0, levels 1 and 2, that no other test shows; docs/sign-in.md lists all of them. */
describe('signing in (ASVS 5.0)', () => {
  test('6.2.5, 6.2.9: a password may be of 100 characters of any kind', async () => {
    expect((await newPerson(stack().address).signIn(email, longPassword)).status).toBe(200);
  });

  test('6.2.8: a password is compared exactly', async () => {
    const person = newPerson(stack().address);
    const others = [longPassword.trim(), longPassword.slice(0, -1), longPassword.toLowerCase()];
    for (const other of others) expect((await person.signIn(email, other)).status).toBe(401);
  });

  test('6.2.3, 7.5.1: changing the password takes the current one', async () => {
    const change = { currentPassword: 'not this one', newPassword: 'one of twelve and more' };
    expect((await post(ada, '/change-password', change)).status).toBe(400);
    expect((await post(ada, '/change-password', { newPassword: 'x'.repeat(20) })).status).toBe(400);
  });

  test('7.5.1: turning the second step on takes the password', async () => {
    expect((await post(ada, '/two-factor/enable', { password: 'not this one' })).status).toBe(400);
    const { body } = await post(ada, '/two-factor/enable', { password: longPassword });
    const secret = new URL(String(body.totpURI)).searchParams.get('secret')!;
    totp = new TOTP({ secret });
    backupCodes = body.backupCodes as string[];
    const code = totp.generate();
    expect((await post(ada, '/two-factor/verify-totp', { code })).status).toBe(200);
    const off = await post(ada, '/two-factor/disable', { password: 'not this one' });
    expect(off.status).toBe(400);
  });

  test('6.3.3: nothing but the second step opens a session then', async () => {
    const person = newPerson(stack().address);
    const answer = await person.signIn(email, longPassword);
    expect(answer.body).toMatchObject({ twoFactorRedirect: true });
    expect(sessionOf(person)).toBeUndefined();
    expect(await isSignedIn(person)).toBe(false);
  });

  test('6.5.2: backup codes are long, and only their hashes are stored', async () => {
    expect(new Set(backupCodes).size).toBe(10);
    for (const code of backupCodes) expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    const stored = await storedBackupCodes();
    expect(JSON.parse(stored)).toHaveLength(10);
    for (const code of backupCodes) expect(stored).not.toContain(code.slice(0, 9));
  });

  test('6.5.1: a code of the app, and a backup code, work once', async () => {
    // That of now was used to turn it on, or is used here.
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    const [first, second] = [newPerson(stack().address), newPerson(stack().address)];
    for (const person of [first, second]) await person.signIn(email, longPassword);
    expect((await post(first, '/two-factor/verify-totp', { code })).status).toBe(200);
    expect((await post(second, '/two-factor/verify-totp', { code })).status).toBe(401);
    const [, backup] = backupCodes;
    const third = newPerson(stack().address);
    await third.signIn(email, longPassword);
    const verify = (person: PersonBrowser) =>
      post(person, '/two-factor/verify-backup-code', { code: backup });
    expect((await verify(third)).status).toBe(200);
    expect((await verify(second)).status).toBe(401);
  });

  test('6.4.1, 6.4.3: a link for a new password works once, and does not replace the second step', async () => {
    const person = newPerson(stack().address);
    const redirectTo = '/console/new-password';
    await post(person, '/request-password-reset', { email, redirectTo });
    const link = await linkTo(email, /http:\S+reset-password\/\S+/);
    const token = /reset-password\/([^?]+)/.exec(link)![1];
    const newPassword = 'another long password';
    expect((await post(person, '/reset-password', { token, newPassword })).status).toBe(200);
    expect(await isSignedIn(person)).toBe(false);
    const answer = await person.signIn(email, newPassword);
    expect(answer.body).toMatchObject({ twoFactorRedirect: true });
    expect((await post(person, '/reset-password', { token, newPassword })).status).toBe(400);
  });

  test('7.2.3, 7.2.4, 7.4.1: each sign-in has a new random session, which signing out ends', async () => {
    const bea = newPerson(stack().address);
    const link = await inviteAsOperator(stack(), {
      email: 'bea@acme.example',
      organization: 'Acme',
    });
    await bea.signUp('bea@acme.example', link);
    const confirmation = await linkTo('bea@acme.example', /http:\S+verify-email\S+/);
    await bea.get(confirmation.replace(stack().address, ''));
    const before = sessionOf(bea)!;
    expect((await bea.signIn('bea@acme.example')).status).toBe(200);
    const after = sessionOf(bea)!;
    expect(after).not.toBe(before);
    expect(after.split('.')[0]!.length).toBeGreaterThanOrEqual(32);

    // Also for whoever has a copy of the cookie.
    const copy = newPerson(stack().address);
    for (const [name, value] of bea.jar) copy.jar.set(name, value);
    expect(await isSignedIn(copy)).toBe(true);
    await post(bea, '/sign-out', {});
    expect(await isSignedIn(copy)).toBe(false);
  });

  test('7.4.5: an operator ends the sessions of a person, or of everybody', async () => {
    const [dora, other] = [newPerson(stack().address), newPerson(stack().address)];
    const to = 'dora@acme.example';
    await dora.signUp(to, await inviteAsOperator(stack(), { email: to, organization: 'Acme' }));
    const confirmation = await linkTo(to, /http:\S+verify-email\S+/);
    await dora.get(confirmation.replace(stack().address, ''));
    for (const person of [dora, other]) await person.signIn(to);
    expect(await signOutAsOperator(stack(), ['--email', 'nobody@acme.example'])).toContain(
      'Nobody has the address nobody@acme.example.',
    );
    expect(await signOutAsOperator(stack(), [])).toContain('--everybody');
    expect(await isSignedIn(dora)).toBe(true);
    expect(await signOutAsOperator(stack(), ['--email', to])).toMatch(/\d sessions ended/);
    expect([await isSignedIn(dora), await isSignedIn(other)]).toEqual([false, false]);
    await dora.signIn(to);
    await signOutAsOperator(stack(), ['--everybody']);
    expect(await isSignedIn(dora)).toBe(false);
  });

  test('7.3.1, 7.3.2: a session ends without requests, and after 12 hours', async () => {
    const cleo = newPerson(stack().address);
    const to = 'cleo@acme.example';
    await cleo.signUp(to, await inviteAsOperator(stack(), { email: to, organization: 'Acme' }));
    const confirmation = await linkTo(to, /http:\S+verify-email\S+/);
    await cleo.get(confirmation.replace(stack().address, ''));
    await cleo.signIn(to);
    const session = await openSessionOf(cleo);
    const minute = 60_000;
    const expectLeft = async (minutes: number) => {
      const left = (await session.read()).getTime() - Date.now();
      expect([left > (minutes - 2) * minute, left <= minutes * minute]).toEqual([true, true]);
    };
    await expectLeft(60);
    await session.age(59);
    expect(await isSignedIn(cleo)).toBe(true);
    await expectLeft(60);
    for (let hour = 0; hour < 12; hour += 1) {
      await session.age(55);
      expect(await isSignedIn(cleo)).toBe(true);
    }
    // 11 hours and 59 minutes after signing in.
    await expectLeft(1);
    await session.age(2);
    expect(await isSignedIn(cleo)).toBe(false);

    await session.close();

    await cleo.signIn(to);
    const unused = await openSessionOf(cleo);
    await unused.age(61);
    expect(await isSignedIn(cleo)).toBe(false);
    await unused.close();
  });
});
