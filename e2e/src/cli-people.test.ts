import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { TOTP } from 'otpauth';
import { newCli } from './cli/run.js';
import { oneStack } from './one-stack.js';
import { inviteAsOperator, newPerson, password, type PersonBrowser } from './people/person.js';

const stack = oneStack();
const cli = newCli();
afterAll(() => cli.clear());

const email = 'ada@acme.example';
let ada: PersonBrowser;
beforeAll(async () => {
  ada = newPerson(stack().address);
  const link = await inviteAsOperator(stack(), { email, organization: 'Acme' });
  await ada.signUp(email, link);
  expect((await ada.accept(link)).status).toBe(200);
});

const run = (args: string[], input?: string) =>
  cli.run(args, { environment: { TRELLIS_URL: stack().address }, ...(input && { input }) });

const signIn = (given = password, ...options: string[]) =>
  run(['sign-in', '--email', email, '--password-stdin', ...options], `${given}\n`);

/** Runs a command that must succeed; returns its output. */
async function out(...args: string[]): Promise<string> {
  const { code, out, err } = await run(args);
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  return out.trim();
}

describe('somebody who signs in', () => {
  test('is needed for organizations, with the right password', async () => {
    const nobody = await run(['organizations']);
    expect(nobody).toMatchObject({ code: 3, err: expect.stringContaining('trellis sign-in') });
    expect(await signIn('not the password')).toMatchObject({ code: 3, out: '' });
    const signedIn = await signIn();
    expect(signedIn).toMatchObject({ code: 0, out: '' });
    expect(signedIn.err).toContain(email);
    const { mode } = statSync(join(cli.directory, 'trellis/people.json'));
    expect(mode & 0o077).toBe(0);
  });

  test('manages organizations and their environments', async () => {
    expect(await out('organizations')).toMatch(/Acme +owner/);
    const created = JSON.parse(await out('organizations', 'create', 'Other', '--json'));
    await out('organizations', 'rename', 'Other', 'Second');
    const id = await out('environments', 'create', 'staging', '--organization', 'Second');
    expect(await out('environments')).toMatch(/Second +staging/);
    await out('environments', 'rename', id, 'test');
    const copied = await out(
      'environments',
      'copy',
      'Second/test',
      '--from',
      'Second/production',
      '--json',
    );
    expect(JSON.parse(copied)).toMatchObject({ connector_instances: [] });
    expect((await run(['environments', 'delete', id])).code).toBe(2);
    await out('environments', 'delete', 'Second/test', '--yes');
    const erasure = () => run(['environments', 'erasure', id]);
    const { out: progress } = await waitFor(async () => {
      const ended = await erasure();
      return ended.code === 0 && ended;
    });
    expect(JSON.parse(progress)).toMatchObject({ status: expect.any(String) });
    await out('environments', 'restore', id);
    expect((await run(['environments', 'rename', 'nothing', 'x'])).code).toBe(4);
    await out('organizations', 'delete', created.id, '--yes');
    await out('organizations', 'restore', 'Second');
  }, 120_000);

  test('invites people, and sets what members may', async () => {
    const bob = 'bob@acme.example';
    const within = ['--organization', 'Acme'];
    const link = await out('invitations', 'create', bob, '--role', 'developer', ...within);
    expect(link).toMatch(/invitation#/);
    expect(await out('invitations', ...within)).toMatch(/bob@acme\.example +developer +ada@/);
    await newPerson(stack().address).signUp(bob, link);
    const accepting = newPerson(stack().address);
    await accepting.signIn(bob);
    await accepting.accept(link);
    expect(await out('members', ...within)).toMatch(/bob@acme\.example .*developer/);
    await out('members', 'role', bob, 'viewer', ...within);
    expect(JSON.parse(await out('members', '--json', ...within))).toContainEqual(
      expect.objectContaining({ email: bob, role: 'viewer' }),
    );
    await out('members', 'remove', bob, '--yes', ...within);
    await out('invitations', 'create', bob, ...within);
    await out('invitations', 'delete', bob, ...within);
    expect(JSON.parse(await out('invitations', '--json', ...within))).toEqual([]);
  }, 120_000);

  test('gives a code if they have a second step, and signs out', async () => {
    const enable = { password };
    const { body } = await ada.send('POST', '/api/auth/two-factor/enable', enable);
    const secret = new URL(String(body.totpURI)).searchParams.get('secret')!;
    const totp = new TOTP({ secret });
    const verified = { code: totp.generate() };
    await ada.send('POST', '/api/auth/two-factor/verify-totp', verified);
    await out('sign-out');
    expect((await run(['organizations'])).code).toBe(3);
    expect((await signIn()).code).toBe(2);
    const timestamp = Date.now() + 30_000;
    expect((await signIn(password, '--code', totp.generate({ timestamp }))).code).toBe(0);
    expect(await out('organizations')).toContain('Acme');
    await out('sign-out');
    expect((await run(['sign-out'])).code).toBe(4);
  }, 60_000);
});
