import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startHttpServer } from '@trellis/testing';
import type { Browser, Page } from 'playwright-core';
import { violationsOf } from '../console/page.js';

/** Finds accessibility problems of a page in light and dark colors (WCAG 2.2, levels A and AA). */
export async function inaccessible(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await violationsOf(page)).map((violation) => `${colorScheme} ${violation}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** Saves wide, narrow, light and dark screenshots of a page in the folder `SCREENSHOTS`, if it is set. */
export async function show(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const width of [1280, 390]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const path = join(folder, `connect-${name}-${colorScheme}-${width}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A page of the app, which opens addresses in pop-ups and notes the messages that it gets. */
const appPage = `<!doctype html><link rel="icon" href="data:,"><title>Acme Home</title>
<script>
  window.messages = [];
  addEventListener('message', ({ data, origin }) => messages.push({ data, origin }));
</script>`;

export interface App {
  origin: string;
  addPage(path: string, policy: string, body: string): void;
  close(): void;
}

export async function startApp(): Promise<App> {
  const pages = new Map<string, { policy: string; body: string }>();
  const server = await startHttpServer(({ url }, response) => {
    const page = pages.get(url);
    response.setHeader('content-type', 'text/html');
    if (page) response.setHeader('content-security-policy', page.policy);
    response.end(page?.body ?? appPage);
  });
  return {
    origin: server.address.replace('127.0.0.1', 'localhost'),
    addPage: (path, policy, body) => void pages.set(path, { policy, body }),
    close: () => void server.close(),
  };
}

/** Opens an address in a browser of its own; `problems` are what its console and its scripts complain about. */
export async function openIn(browser: Browser, address: string, locale = 'en-US') {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(address);
  return { page, problems, close: () => context.close() };
}
