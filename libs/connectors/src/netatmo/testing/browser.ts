import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

/** Where Debian's package puts it. */
const executablePath = '/usr/bin/chromium';

/** Whether tests can use a browser; under `CI` there must be one. */
export const hasBrowser = existsSync(executablePath) || Boolean(process.env.CI);

export async function startBrowser(): Promise<Browser> {
  // Most files that import this one open no browser.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** The login of an end user; the provider accepts anything. */
interface Credentials {
  login: string;
  password: string;
}

/**
 * Logs in and consents on the pages of the provider, as an end user does. Resolves when the browser has
 * left the provider; at once when the provider knows the user already.
 */
export async function authorize(
  page: Page,
  address: string,
  { login, password }: Credentials,
): Promise<void> {
  const origin = await open(page, address);
  const field = page.locator('input[name=login]');
  const consent = page.locator('button[type=submit]:has-text("Continue")');
  if ((await field.count()) > 0) {
    await field.fill(login);
    await page.fill('input[name=password]', password);
    await page.click('button[type=submit]');
    await consent.waitFor();
  }
  if ((await consent.count()) === 0) return;
  await consent.click();
  await page.waitForURL((url) => url.origin !== origin);
}

/** Refuses to authorize the app, as an end user may. */
export async function decline(page: Page, address: string): Promise<void> {
  const origin = await open(page, address);
  await page.click('a[href$="/abort"]');
  await page.waitForURL((url) => url.origin !== origin);
}

/** Opens an address, which may redirect, and returns the origin where that ends. */
async function open(page: Page, address: string): Promise<string> {
  await page.goto(address);
  return new URL(page.url()).origin;
}
