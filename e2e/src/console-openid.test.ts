import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hasBrowser, startBrowser } from '@trellis/connectors/testing';
import { freePort, startStack, waitFor, type Stack } from '@trellis/testing';
import type { Browser, Page } from 'playwright-core';
import { startIssuer, type Issuer } from './console/issuer.js';
import { newPage, overflowOf, violationsOf } from './console/page.js';

const audience = 'https://trellis.example';

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`the console with an external issuer${hasBrowser ? '' : ' (no chromium)'}`, () => {
  let browser: Browser;
  let issuer: Issuer;
  let issuerHost: string;
  let stack: Stack;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    const [issuerPort, port] = [await freePort(), await freePort()];
    issuerHost = `localhost:${issuerPort}`;
    issuer = await startIssuer({ port: issuerPort, gateway: `http://localhost:${port}`, audience });
    stack = await startStack({
      port,
      environment: {
        // That of the tests would sign tokens.
        JWT_SECRET: '',
        JWKS_URL: `http://${issuerHost}/jwks`,
        JWT_ISSUER: `http://${issuerHost}`,
        JWT_AUDIENCE: audience,
        CONSOLE_OPENID_CLIENT_ID: 'console',
      },
    });
    browser = await startBrowser();
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    stack?.clear();
    issuer?.close();
  });
  beforeEach(async () => {
    issuer.lifetimeSeconds = 600;
    issuer.audience = audience;
    issuer.scopeClaim = 'scope';
    ({ page, complaints } = await newPage(browser));
  });
  afterEach(() => page.context().close());

  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  /** Logs in and consents, as a person does; leads back to the console. */
  async function authorize() {
    await page.locator('input[name=login]').fill('jane');
    await page.locator('input[name=password]').fill('a password');
    await button('Sign-in').click();
    await button('Continue').click();
    await page.waitForURL(`${stack.address}/**`);
  }

  async function signIn(path = '', { isRemembered = false } = {}) {
    await page.goto(`${stack.address}/console${path}`);
    if (isRemembered) await page.getByLabel(/Keep me signed in/).check();
    await button(`Sign in with ${issuerHost}`).click();
    await authorize();
  }

  /** Leads to a screen as a link does. */
  async function show(path: string, title: string) {
    await page.evaluate((address) => history.pushState({}, '', address), `/console${path}`);
    await heading(title).waitFor();
  }

  test('signs in, and out again', async () => {
    await page.goto(`${stack.address}/console`);
    await heading('Sign in to Trellis').waitFor();
    expect(await page.getByLabel('Client secret').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await button(`Sign in with ${issuerHost}`).click();
    await authorize();
    await heading('Home').waitFor();
    expect(page.url()).toBe(`${stack.address}/console`);
    // The router remembers there how far screens were scrolled, and nothing else is kept.
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).not.toMatch(/trellis|eyJ/);
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await button('jane').click();
    await page.getByText(`Signed in as jane of Acme at ${issuerHost}`).waitFor();
    await button('Sign out').click();
    await button('Yes, sign me out').click();
    await page.waitForURL(`${stack.address}/console`);
    await button(`Sign in with ${issuerHost}`).click();
    await page.locator('input[name=login]').waitFor();
    expect(complaints).toEqual([]);
  });

  test('returns to the screen, and stays signed in on request', async () => {
    await signIn('/limits', { isRemembered: true });
    await heading('Limits').waitFor();
    await page.reload();
    await heading('Limits').waitFor();
    await show('/apps', 'API keys');
    await page.getByText('apps are registered there').waitFor();
    expect(complaints).toEqual([]);
  });

  test('has the scopes that the issuer lists in another claim', async () => {
    issuer.scopeClaim = 'scp';
    await signIn('/limits');
    await heading('Limits').waitFor();
    await page.getByRole('rowheader').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('renews tokens until the issuer refuses, then shows that the session has ended', async () => {
    issuer.lifetimeSeconds = 2;
    await signIn();
    await heading('Home').waitFor();
    const renewals = issuer.renewals;
    await waitFor(async () => {
      await show('/limits', 'Limits');
      await show('/', 'Home');
      return issuer.renewals > renewals;
    });
    await issuer.revokeAll();
    await page.getByText('Your session has ended. Sign in again to continue.').waitFor();
    expect(await overflowOf(page)).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('shows that the issuer denied access, and lets the user try again', async () => {
    await page.goto(`${stack.address}/console`);
    await button(`Sign in with ${issuerHost}`).click();
    await page.locator('a[href$="/abort"]').click();
    await page.getByText(`${issuerHost} denied access.`).waitFor();
    await button(`Sign in with ${issuerHost}`).click();
    await authorize();
    await heading('Home').waitFor();
  });

  test('rejects a code that this tab did not request', async () => {
    await page.goto(`${stack.address}/console/signed-in?code=stolen&state=any`);
    await page.getByText('No sign-in is pending in this tab').waitFor();
    expect(page.url()).toBe(`${stack.address}/console`);
  });

  test('rejects tokens that Trellis does not accept', async () => {
    issuer.audience = 'https://another.example';
    await signIn();
    await page.getByText(`Trellis does not accept the access tokens of ${issuerHost}`).waitFor();
  });

  test('may send requests to the issuer, and to no other origin', async () => {
    const { headers } = await fetch(`${stack.address}/console`);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain(`;connect-src 'self' http://${issuerHost};`);
    const { headers: others } = await fetch(`${stack.address}/connect`);
    expect(others.get('content-security-policy')).toContain(";connect-src 'self';");
  });
});
