import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hasBrowser, startBrowser } from '@trellis/connectors/testing';
import { freePort, startStack, waitFor, type Stack } from '@trellis/testing';
import type { Browser, Page } from 'playwright-core';
import { startMailServer } from './alerts/mail-server.js';
import { headingOf, lookAt, newPage } from './console/page.js';
import { inviteAsOperator, newPerson, password } from './people/person.js';
import { clientSecret, startProvider } from './people/provider.js';
import { dumpDatabases } from './secrets/observe.js';

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`people of an OpenID provider${hasBrowser ? '' : ' (no chromium)'}`, () => {
  let browser: Browser;
  let closeProvider: () => void;
  let host: string;
  let stack: Stack;
  let page: Page;
  beforeAll(async () => {
    const [providerPort, port] = [await freePort(), await freePort()];
    host = `localhost:${providerPort}`;
    closeProvider = await startProvider({
      port: providerPort,
      gateway: `http://localhost:${port}`,
    });
    stack = await startStack({
      port,
      environment: {
        PEOPLE_OPENID_ISSUER: `http://${host}`,
        PEOPLE_OPENID_CLIENT_ID: 'trellis',
        PEOPLE_OPENID_CLIENT_SECRET: clientSecret,
      },
    });
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    stack?.clear();
    closeProvider?.();
  });
  beforeEach(async () => {
    ({ page } = await newPage(browser));
  });
  afterEach(() => page.context().close());

  const button = (name: string | RegExp) => page.getByRole('button', { name });

  async function authorize(login: string) {
    await button(`Sign in with ${host}`).click();
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('any password');
    await button('Sign-in').click();
    await button('Continue').click();
    await page.waitForURL(`${stack.address}/**`);
  }

  test('accept an invitation, and sign in again without a password', async () => {
    await page.goto(
      await inviteAsOperator(stack, { email: 'ada@acme.example', organization: 'Acme' }),
    );
    await button(`Sign in with ${host}`).waitFor();
    await lookAt(page, 'invitation-with-provider');
    await authorize('ada@acme.example');
    await button('Accept').click();
    await button('Create environment').click();
    await headingOf(page, 'Home').waitFor();
    await page.getByRole('button', { name: /Acme/ }).click();
    await page.getByText('Signed in as ada@acme.example').waitFor();
    await button('Sign out').click();
    await headingOf(page, 'Sign in to Trellis').waitFor();
    await lookAt(page, 'sign-in-with-provider');
    await button(`Sign in with ${host}`).click();
    await headingOf(page, 'Home').waitFor();
    // No token of the provider is stored.
    expect(await dumpDatabases(stack)).not.toMatch(/\(eyJ|,eyJ/);
  });

  test('need an invitation, and an address that the provider has verified', async () => {
    await page.goto(`${stack.address}/console`);
    await authorize('mallory@evil.example');
    await page.getByText('Signing up takes an invitation for your e-mail address.').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.context().clearCookies();
    const email = 'unverified@acme.example';
    await inviteAsOperator(stack, { email, organization: 'Acme' });
    await page.goto(`${stack.address}/console`);
    await authorize(email);
    await page.getByText('Signing up takes an invitation for your e-mail address.').waitFor();
  });

  test('do not get the account of somebody who signed up with their address', async () => {
    const email = 'bob@acme.example';
    const link = await inviteAsOperator(stack, { email, organization: 'Acme' });
    expect((await newPerson(stack.address).signUp(email, link)).status).toBe(200);
    await page.goto(`${stack.address}/console`);
    await authorize(email);
    await page.getByText('Somebody has signed up with your e-mail address').waitFor();
  });
});

inBrowser(`anybody${hasBrowser ? '' : ' (no chromium)'}`, () => {
  let browser: Browser;
  let stack: Stack;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => {
    mail = await startMailServer();
    stack = await startStack({
      environment: {
        SIGN_UP: 'open',
        SMTP_URL: mail.url,
        SMTP_FROM: 'Trellis <trellis@trellis.example>',
      },
    });
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    stack?.clear();
    await mail?.close();
  });

  test('signs up where that is open, by a link in an e-mail', async () => {
    const { page } = await newPage(browser);
    await page.goto(`${stack.address}/console`);
    await page.getByRole('button', { name: 'No account yet? Sign up' }).click();
    await page.getByLabel('Your name').fill('Zoe');
    await page.getByLabel('E-mail address').fill('zoe@acme.example');
    await page.getByRole('textbox', { name: 'New password' }).fill(password);
    await lookAt(page, 'sign-up');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('An e-mail to zoe@acme.example is on its way').waitFor();
    const link = await waitFor(
      () => /http:\S+verify-email\S+/.exec(mail.received.at(-1)?.mail.text ?? '')?.[0],
      { what: 'the e-mail' },
    );
    await page.goto(link);
    await headingOf(page, 'Create an organization').waitFor();
    await page.getByLabel('Name').fill('Zoe and friends');
    await page.getByRole('button', { name: 'Create' }).click();
    await headingOf(page, 'Home').waitFor();
  });
});
