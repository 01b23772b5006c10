import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { startBrowser } from '@trellis/connectors/testing';
import { request, signToken, waitFor, type Stack } from '@trellis/testing';
import type { Browser, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResult>('axe.run()');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

export interface ConsolePage {
  page: Page;
  /** Errors of the browser, such as violations of the Content-Security-Policy. */
  complaints: string[];
}

export async function newPage(browser: Browser): Promise<ConsolePage> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** How much wider the page is than a telephone, or another width. */
export async function overflowOf(page: Page, width = 390): Promise<number> {
  await page.setViewportSize({ width, height: 844 });
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Takes screenshots into a folder, for whoever looks at the pages. */
const screenshots = process.env.SCREENSHOTS;

/** Each width and each color scheme once: colors do not depend on the width, nor the layout on colors. */
export const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** Expects a page to be accessible and to fit, wide and narrow, in light and dark colors. */
export async function lookAt(page: Page, name: string): Promise<void> {
  if (screenshots) mkdirSync(screenshots, { recursive: true });
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (screenshots) {
      const path = `${screenshots}/${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page, width)).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** One browser for the tests of a file, with a page for each; to be asked for within a test. */
export function onePage(): () => ConsolePage {
  let browser: Browser;
  let opened: ConsolePage;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    opened = await newPage(browser);
  });
  afterEach(() => opened?.page.context().close());
  return () => opened;
}

/** The link that `npm start` prints, which works once. */
export const printedLink = (stack: Stack) => /http:\S+\/console#\S+/.exec(stack.output())![0];

/** A link with the credentials of the demo app, which works any number of times. */
export function signInLink(stack: Stack): string {
  const printed = /echo (\S+) \| npx trellis login .*--client-id (\S+)/.exec(stack.output())!;
  const fragment = { client_id: printed[2]!, client_secret: printed[1]!, keep: 'true' };
  return `${stack.address}/console#${new URLSearchParams(fragment)}`;
}

/** Sends requests as the demo account, which the console shows. */
export const asDemo =
  (stack: () => Stack) =>
  (method: string, path: string, options: { body?: unknown; subject?: string } = {}) => {
    const authorization = `Bearer ${signToken(stack(), { sub: 'demo' })}`;
    return request(stack(), method, path, { ...options, headers: { authorization } });
  };

export const headingOf = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

/** Waits until a screen has what it reads at first. */
const isComplete = (page: Page) =>
  waitFor(async () => (await page.getByLabel('Loading').count()) === 0);

/** Agrees to be signed in by a link, unless that account is open already. */
export async function acceptLink(page: Page) {
  await headingOf(page, /./).waitFor();
  const accept = page.getByRole('button', { name: /^Sign in to / });
  if (!(await accept.isVisible())) return;
  await accept.click();
  await accept.waitFor({ state: 'detached' });
}

/** Opens a screen by a link, as the demo app. */
export async function signIn(page: Page, stack: Stack, path = '') {
  const [, fragment] = signInLink(stack).split('#');
  await page.goto(`${stack.address}/console${path}#${fragment}`);
  await page.getByRole('main').waitFor();
  await acceptLink(page);
  await headingOf(page, /./).waitFor();
  await isComplete(page);
}

/** Leads to a screen as a link does, and waits until it is complete. */
export async function show(page: Page, path: string, title: string | RegExp) {
  await page.evaluate((address) => history.pushState({}, '', address), `/console${path}`);
  await headingOf(page, title).waitFor();
  await isComplete(page);
}
