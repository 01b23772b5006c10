import { waitFor, type Stack } from '@trellis/testing';
import type { Page } from 'playwright-core';
import { signInLink } from './demo.js';

export const headingOf = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

/** Waits until a screen has what it reads at first. */
const isComplete = (page: Page) =>
  waitFor(async () => (await page.getByLabel('Loading').count()) === 0);

/** Opens a screen as the link does that `npm start` prints. */
export async function signIn(page: Page, stack: Stack, path = '') {
  const [, fragment] = signInLink(stack).split('#');
  await page.goto(`${stack.address}/console${path}#${fragment}`);
  await page.getByRole('main').waitFor();
  await headingOf(page, /./).waitFor();
  await isComplete(page);
}

/** Leads to a screen as a link does, and waits until it is complete. */
export async function show(page: Page, path: string, title: string | RegExp) {
  await page.evaluate((address) => history.pushState({}, '', address), `/console${path}`);
  await headingOf(page, title).waitFor();
  await isComplete(page);
}
