import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { startBrowser } from '@trellis/connectors/testing';
import type { Browser } from 'playwright-core';
import { newPage, type ConsolePage } from './page.js';

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
