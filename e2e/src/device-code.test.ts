import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasBrowser, startBrowser } from '@trellis/connectors/testing';
import { newAccount, waitFor } from '@trellis/testing';
import type { Browser, Page } from 'playwright-core';
import { newDeveloper } from './connect/developer.js';
import { startDeviceVendor } from './connect/device-vendor.js';
import { inaccessible, openIn, show, startApp, type App } from './connect/pages.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();

let vendor: Awaited<ReturnType<typeof startDeviceVendor>>;
beforeAll(async () => {
  vendor = await startDeviceVendor();
});
afterAll(() => vendor?.close());

test('a description needs what its grant needs, and nothing of others', async () => {
  const account = newAccount(stack());
  const create = (more: object) =>
    account.request('POST', '/connectors/instances', {
      body: { connector_type_id: 'http-json', configuration: vendor.description(more) },
    });
  const at = '/configuration/authentication';
  const pointersOf = async (more: object) =>
    ((await create(more)).body.errors as { pointer: string }[]).map(({ pointer }) => pointer);
  expect(await pointersOf({ device_authorization_endpoint: undefined })).toEqual([
    `${at}/device_authorization_endpoint`,
  ]);
  expect(await pointersOf({ authorization_endpoint: 'https://vendor.example/' })).toEqual([
    `${at}/authorization_endpoint`,
  ]);
  expect((await create({ client_secret: undefined })).status).toBe(201);
});

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`in a browser${hasBrowser ? '' : ' (no chromium)'}`, () => {
  let browser: Browser;
  let app: App;
  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    app?.close();
  });

  /** Opens the page of the vendor by the link, as another tab, and signs in there. */
  async function enterCode(page: Page, act: 'Continue' | 'Abort' = 'Continue'): Promise<void> {
    const [vendorPage] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'localhost' }).click(),
    ]);
    await vendorPage.getByText(await page.locator('.code').innerText()).waitFor();
    expect(await vendorPage.evaluate(() => window.opener as unknown)).toBeNull();
    if (act === 'Abort') return vendorPage.locator('button[name=abort]').click();
    await vendorPage.getByRole('button', { name: 'Continue' }).click();
    await vendorPage.locator('input[name=login]').fill('alice');
    await vendorPage.locator('input[name=password]').fill('secret');
    await vendorPage.locator('button[type=submit]').click();
    await vendorPage.locator('button[type=submit]:has-text("Continue")').click();
    await vendorPage.getByText('Sign-in Success').waitFor();
    await vendorPage.close();
  }

  test('an end user enters a code, while connector-runtime is started again', async () => {
    const acme = await newDeveloper(stack(), app.origin);
    await acme.instance('http-json', vendor.description());
    const { page, problems } = await openIn(browser, await acme.session('carol'));
    await page.getByRole('button', { name: 'Continue to HTTP and JSON' }).click();
    await page.getByRole('heading', { name: 'Sign in at HTTP and JSON' }).waitFor();
    await page.getByRole('img', { name: 'QR code with the address' }).waitFor();
    expect(await inaccessible(page)).toEqual([]);
    await show(page, 'code');
    const sent = vendor.tokenRequests.length;
    await waitFor(() => vendor.tokenRequests.length > sent, { what: 'a token request' });
    process.kill(await stack().pidOf('connector-runtime'), 'SIGKILL');
    await enterCode(page);
    await page.getByRole('heading', { name: 'HTTP and JSON is connected' }).waitFor();
    await page.getByText('Meter of alice').waitFor();
    // While connector-runtime is away, the page goes on asking.
    expect(problems.filter((problem) => !problem.startsWith('Failed to load'))).toEqual([]);
  }, 120_000);

  test('an end user who refuses, or cancels, is led back and may begin again', async () => {
    const acme = await newDeveloper(stack(), app.origin);
    await acme.instance('http-json', vendor.description());
    const { page } = await openIn(browser, await acme.session('dave'));
    await page.getByRole('button', { name: 'Continue to HTTP and JSON' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The sign-in was not completed.').waitFor();
    await page.getByRole('button', { name: 'Continue to HTTP and JSON' }).click();
    await enterCode(page, 'Abort');
    await page.getByText('The sign-in was not completed.').waitFor();
  }, 120_000);

  test('an app without an address sends its end user to the page, too', async () => {
    const account = newAccount(stack());
    await account.request('POST', '/connectors/instances', {
      body: { connector_type_id: 'http-json', configuration: vendor.description() },
    });
    const created = await account.request('POST', '/connectors/clients', {
      subject: 'erin',
      body: { connector_type_id: 'http-json', configuration: {} },
    });
    expect(created.status).toBe(303);
    const { page } = await openIn(browser, created.headers.get('location')!, 'de-DE');
    await page.getByRole('heading', { name: 'Bei HTTP and JSON anmelden' }).waitFor();
    const other = await openIn(browser, page.url());
    await other.page.getByRole('heading', { name: 'This code has expired' }).waitFor();
    await enterCode(page);
    await page.getByText('Sie können dieses Fenster jetzt schließen.').waitFor();
    const path = `/connectors/clients/${created.body.client_id}`;
    await waitFor(
      async () =>
        (await account.request('GET', path, { subject: 'erin' })).body.status === 'STARTED',
      { what: 'the first poll' },
    );
  }, 120_000);
});
