import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the violations that axe finds on a page. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    type Result = { violations: { id: string; nodes: { html: string }[] }[] };
    const { axe } = globalThis as unknown as { axe: { run(): Promise<Result> } };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
  });
}

export interface ConsolePage {
  page: Page;
  /** Errors of the browser, such as violations of the Content-Security-Policy. */
  complaints: string[];
}

/** A page in a context of its own. */
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

/** How much wider the page is than a telephone. */
export async function overflowOf(page: Page): Promise<number> {
  await page.setViewportSize({ width: 390, height: 844 });
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
