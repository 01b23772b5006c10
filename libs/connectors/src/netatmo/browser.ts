import type { Page } from 'playwright-core';

/**
 * Does at the pages of the provider what an end user does: logs in and consents. Ends when the browser
 * has left the provider.
 */
export async function authorize(
  page: Page,
  address: string,
  { login, password }: { login: string; password: string },
): Promise<void> {
  await page.goto(address);
  const { origin } = new URL(page.url());
  await page.fill('input[name=login]', login);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
  await page.waitForSelector('button[type=submit]:has-text("Continue")');
  await page.click('button[type=submit]:has-text("Continue")');
  await page.waitForURL((url) => url.origin !== origin);
}
