import { beforeEach, describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { TOTP } from 'otpauth';
import { newAccount } from '@trellis/testing';
import type { Page } from 'playwright-core';
import { headingOf, lookAt, onePage, violationsOf } from './console/page.js';
import { oneStack } from './one-stack.js';
import { inviteAsOperator, password } from './people/person.js';

const stack = oneStack();

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`people in the console${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const opened = onePage();
  let page: Page;
  let complaints: string[];
  beforeEach(() => {
    ({ page, complaints } = opened());
  });

  const heading = (name: string | RegExp) => headingOf(page, name);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');

  async function signUp(link: string, name: string) {
    await page.goto(link);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('textbox', { name: 'New password' }).fill(password);
    await button('Sign up').click();
    await button('Accept').click();
    await heading('Home').waitFor();
  }

  async function signIn(email: string) {
    await page.goto(`${stack().address}/console`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await button('Sign in').click();
  }

  async function signOut() {
    await page.getByRole('button', { name: /Acme/ }).click();
    await button('Sign out').click();
    await heading('Sign in to Trellis').waitFor();
  }

  /** Turns on two-step sign-in in its dialog; returns the generator of codes, and a backup code. */
  async function turnOn() {
    await dialog().getByRole('textbox', { name: 'Your password' }).fill(password);
    await dialog().getByRole('button', { name: 'Continue' }).click();
    const totp = new TOTP({ secret: await dialog().locator('code').innerText() });
    await dialog().getByLabel('Code of your authenticator app').fill(totp.generate());
    await button('Confirm').click();
    const codes = dialog().getByLabel('Backup codes');
    const backup = await codes.getByRole('listitem').first().innerText();
    const saved = page.waitForEvent('download');
    await button('Download').click();
    expect((await saved).suggestedFilename()).toBe('trellis-backup-codes.txt');
    expect(await violationsOf(page)).toEqual([]);
    await button('I have stored them').click();
    return { totp, backup };
  }

  const invited = (email: string) =>
    inviteAsOperator(stack(), { email, organization: 'Acme', environment: 'demo' });

  test('sign up, invite others, and see what their role allows', async () => {
    await page.goto(`${stack().address}/console`);
    await heading('Sign in to Trellis').waitFor();
    await page.getByText('Nobody has signed up yet.').waitFor();
    await lookAt(page, 'sign-in');
    const link = await invited('ada@acme.example');
    await page.goto(link);
    await page.getByLabel('Your name').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await signUp(link, 'Ada');
    expect(page.url()).toBe(`${stack().address}/console/e/demo`);
    await page.goto(`${stack().address}/console/organization`);
    await heading('Acme').waitFor();
    expect(page.url()).toBe(`${stack().address}/console/e/demo/organization`);
    await button('Invite').click();
    expect(await dialog().getByRole('checkbox').count()).toBe(0);
    await dialog().getByLabel('E-mail address').fill('bob@acme.example');
    await dialog().getByLabel('Role').selectOption('support');
    await dialog().getByRole('button', { name: 'Invite' }).click();
    const forBob = await page.getByText('/console/invitation#').innerText();
    await page.getByText('Invited as support').waitFor();
    await page.getByLabel('Changes').getByText('Invite somebody').first().waitFor();
    await lookAt(page, 'organization');
    await signOut();

    await signUp(forBob, 'Bob');
    await page.getByRole('link', { name: 'Organization' }).click();
    await heading('Acme').waitFor();
    await page.getByText('Bob (you)').waitFor();
    expect(await button('Invite').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    for (const [screen, text] of [
      ['Clients', 'Once an end user has connected a technology'],
      ['Alerts', 'Developers create them.'],
      ['Units', 'Developers create them, and so do apps.'],
    ] as const) {
      await page.getByRole('link', { name: screen, exact: true }).click();
      await page.getByText(text).waitFor();
      await lookAt(page, `empty-${screen}`);
    }
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);

  test('see their limits, and choose for how long values are stored', async () => {
    await signUp(await invited('jo@acme.example'), 'Jo');
    await page.getByRole('link', { name: 'Limits' }).click();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('Unit properties').getByText('per unit').waitFor();
    await row('Connector types').getByText('own connector types').waitFor();
    await button('Change').click();
    const days = dialog().getByLabel('History (days)');
    await days.fill('3650');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('Must be a whole number from 1 to 7.').waitFor();
    await lookAt(page, 'retention-wrong');
    await days.fill('3');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await row('History').getByText('3 days (at most 7)').waitFor();
    await lookAt(page, 'limits');
    expect(complaints).toEqual([]);
  }, 60_000);

  test('delete an environment, and restore it', async () => {
    await signUp(await invited('fay@acme.example'), 'Fay');
    await page.goto(`${stack().address}/console/organization`);
    await heading('Acme').waitFor();
    await button('New environment').click();
    await dialog().getByLabel('Name').fill('trial');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'trial' }).click();
    await heading('Home').waitFor();
    await page.getByRole('link', { name: 'Organization' }).click();
    const item = page.getByLabel('Environments').getByRole('listitem').filter({ hasText: 'trial' });
    await item.getByRole('button', { name: 'Delete…' }).click();
    await lookAt(page, 'delete-environment');
    await dialog().getByLabel('Type trial to confirm').fill('demo');
    await dialog().getByRole('button', { name: 'Delete environment' }).click();
    expect(await dialog().count()).toBe(1);
    await dialog().getByLabel('Type trial to confirm').fill('trial');
    await dialog().getByRole('button', { name: 'Delete environment' }).click();
    await page.getByText('This environment was deleted').waitFor();
    await lookAt(page, 'deleted-environment');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'demo' }).click();
    await heading('Home').waitFor();
    await page.getByRole('link', { name: 'Organization' }).click();
    await item.getByText('will be erased').waitFor();
    await lookAt(page, 'organization-with-deleted-environment');
    await item.getByRole('button', { name: 'Restore' }).click();
    await item.getByRole('button', { name: 'Delete…' }).waitFor();
    await item.getByRole('link', { name: 'trial' }).click();
    await heading('Home').waitFor();
  });

  test('copy connectors from another environment, and enter their secrets anew', async () => {
    await signUp(await invited('gus@acme.example'), 'Gus');
    const connector = { connector_type_id: 'simulator', configuration: { application_key: 'any' } };
    await newAccount(stack(), { developer: 'demo' }).request('POST', '/connectors/instances', {
      body: connector,
    });
    await page.goto(`${stack().address}/console/organization`);
    await button('New environment').click();
    await dialog().getByLabel('Name').fill('staging');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'staging' }).click();
    await heading('Home').waitFor();
    await page.getByRole('link', { name: 'Connectors', exact: true }).click();
    await button('Copy from…').click();
    await dialog().getByLabel('Environment').selectOption('Acme · demo');
    await dialog().getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog().getByLabel('application key').fill('anew');
    await lookAt(page, 'copy-environment');
    await dialog().getByRole('button', { name: 'Copy the rest' }).click();
    const outcomes = dialog().getByRole('list', { name: 'What was copied' }).getByRole('listitem');
    await outcomes.filter({ hasText: 'Instance of Simulator' }).getByText('copied').waitFor();
    await lookAt(page, 'environment-copied');
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: /Simulator.*0 clients/ }).waitFor();
  });

  test('sign in with a code of an authenticator app', async () => {
    await signUp(await invited('carol@acme.example'), 'Carol');
    await page.goto(`${stack().address}/console/profile`);
    await heading('Your account').waitFor();
    await page.getByText('No passkeys').waitFor();
    await page
      .getByText(/^Chrom.* on /)
      .first()
      .waitFor();
    const sessions = page.getByRole('list', { name: 'Sessions' });
    await sessions.getByText('This browser').waitFor();
    await sessions.getByText('This computer').waitFor();
    await lookAt(page, 'profile');
    await button('Turn on').click();
    const { totp, backup } = await turnOn();
    await button('Turn off').waitFor();
    await signOut();

    await signIn('carol@acme.example');
    await page.getByLabel('Code of your authenticator app').fill('000000');
    await button('Continue').click();
    await page.getByText('The code is wrong').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    // The code of now has turned it on, and works once.
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    await page.getByLabel('Code of your authenticator app').fill(next);
    await button('Continue').click();
    await heading('Home').waitFor();
    await signOut();
    await signIn('carol@acme.example');
    await button('Use a backup code').click();
    await page.getByLabel('Backup code').fill(backup);
    await button('Continue').click();
    await heading('Home').waitFor();
  });

  test('turn on two-step sign-in where their organization requires it', async () => {
    const [owner, member] = ['hal@strict.example', 'ivy@strict.example'];
    const invite = (email: string) =>
      inviteAsOperator(stack(), { email, organization: 'Strict', environment: 'strict' });
    await signUp(await invite(owner!), 'Hal');
    await page.goto(`${stack().address}/console/profile`);
    await button('Turn on').click();
    await turnOn();
    await page.getByRole('link', { name: 'Organization' }).click();
    await page.getByLabel('Require two-step sign-in').click();
    await page.getByRole('switch', { name: 'Require two-step sign-in', checked: true }).waitFor();
    await page.getByRole('button', { name: /Strict/ }).click();
    await button('Sign out').click();

    await page.goto(await invite(member!));
    await page.getByLabel('Your name').fill('Ivy');
    await page.getByRole('textbox', { name: 'New password' }).fill(password);
    await button('Sign up').click();
    await button('Accept').click();
    await heading('One more step').waitFor();
    await page.getByText('Strict requires two-step sign-in').waitFor();
    await lookAt(page, 'two-step-needed');
    await button('Turn on').click();
    await turnOn();
    await heading('Home').waitFor();
  });

  test('sign in with a passkey', async () => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await signUp(await invited('dan@acme.example'), 'Dan');
    await page.goto(`${stack().address}/console/profile`);
    await button('Add passkey').click();
    await dialog().getByLabel('Name').fill('Laptop');
    await dialog().getByRole('button', { name: 'Add' }).click();
    await page.getByLabel('Passkeys').getByText('Laptop').first().waitFor();
    await signOut();
    await button('Sign in with a passkey').click();
    await heading('Home').waitFor();
    await page.getByRole('button', { name: /Acme/ }).click();
    await page.getByText('Signed in as dan@acme.example').waitFor();
  });

  test('are led to the screen of a link, and keep other tabs', async () => {
    await signUp(await invited('eve@acme.example'), 'Eve');
    const other = await page.context().newPage();
    await other.goto(`${stack().address}/console/e/demo/units`);
    await headingOf(other, 'Units').waitFor();
    await other.goto(`${stack().address}/console/e/another/units`);
    await other.getByText('You are not a member of the organization').waitFor();
    await lookAt(other, 'another-environment');
    await other.getByRole('link', { name: 'demo' }).click();
    await headingOf(other, 'Home').waitFor();
    await signOut();
    expect(await page.getByText('Nobody has signed up yet.').count()).toBe(0);
  });
});
