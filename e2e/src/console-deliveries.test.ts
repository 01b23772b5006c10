import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { Trellis } from '@trellis/client';
import {
  eventually,
  simulatorClient,
  simulatorInstance,
  startHttpServer,
  type HttpServer,
  waitFor,
} from '@trellis/testing';
import type { Page } from 'playwright-core';
import { asDemo, headingOf, onePage, signIn, signInLink, violationsOf } from './console/page.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();

const demo = asDemo(stack);

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`the console${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const opened = onePage();
  let page: Page;
  let complaints: string[];
  beforeEach(() => {
    ({ page, complaints } = opened());
  });

  /** The account of the demo app, as the app itself. */
  function asApp(): Trellis {
    const link = new URLSearchParams(signInLink(stack()).split('#')[1]);
    return new Trellis({
      baseUrl: stack().address,
      clientId: link.get('client_id')!,
      clientSecret: link.get('client_secret')!,
    });
  }

  /** Checks what is shown in light and dark colors, wide and narrow. */
  async function inspect(name: string): Promise<void> {
    for (const [width, height] of [
      [1280, 1000],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await violationsOf(page)).toEqual([]);
        const folder = process.env.SCREENSHOTS;
        if (folder) {
          const path = `${folder}/${name}-${width}-${colorScheme}.png`;
          await page.screenshot({ path, fullPage: true });
        }
      }
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(await overflow()).toBe(0);
    }
    await page.setViewportSize({ width: 1280, height: 1000 });
  }

  let status = 500;
  let app: HttpServer;
  let trellis: Trellis;

  beforeAll(async () => {
    const hostile = `<img src=x onerror="document.title='hacked'"> Table events is locked.\n${'x'.repeat(9_000)}`;
    app = await startHttpServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end(status === 500 ? hostile : 'Thank you');
    });
    trellis = asApp();
    await trellis.put('/callback', { body: { url: app.address, events: ['thing_created'] } });
    await trellis.post('/subscriptions', {
      body: { match: { events: ['thing_created'] }, url: `${app.address}/subscribed` },
    });
    await demo('POST', '/connectors/instances', { body: simulatorInstance });
    await demo('POST', '/connectors/clients', { subject: 'dora', body: simulatorClient(3) });
    const query = { response_status: '500' };
    await waitFor(
      async () => (await trellis.get('/callback/deliveries', { query })).data.length === 3,
    );
  });
  afterAll(() => app.close());

  const deliveries = () => page.getByRole('list', { name: 'Deliveries' });
  const dialog = () => page.getByRole('dialog');
  const counts = (many: number) =>
    eventually(async () => expect(await deliveries().getByRole('listitem').count()).toBe(many));

  async function open(): Promise<void> {
    await signIn(page, stack(), '/callbacks');
    await headingOf(page, 'Callbacks').waitFor();
    await counts(3);
  }

  test('finds messages by the answer of the app, which it shows as text', async () => {
    await open();
    await inspect('deliveries');
    await page.getByLabel('Search errors, answers and addresses').fill('IS LOCKED');
    await waitFor(() => page.url().includes('search='));
    await page.getByLabel('Answer of the app').selectOption('No answer');
    await page.getByText('Nothing meets all of these conditions.').waitFor();
    await page.getByLabel('Answer of the app').selectOption('Status 5xx');
    await deliveries().getByRole('button', { name: 'Show' }).first().click();
    await dialog().getByText('<img src=x onerror=').first().waitFor();
    await dialog().getByText('The beginning of the answer, text/html').first().waitFor();
    await dialog().getByText('"thing_created"').waitFor();
    await inspect('delivery');
    await dialog().getByRole('link', { name: 'All messages about this thing' }).click();
    await counts(1);
    await page.getByRole('button', { name: 'Remove the filter: One thing' }).click();
    await counts(3);
    expect(await page.title()).toBe('Callbacks – Trellis');
    expect(complaints).toEqual([]);
  });

  test('shows the attempts of a subscription', async () => {
    await open();
    const subscriptions = page.getByRole('list', { name: 'Subscriptions' });
    await subscriptions.getByRole('button', { name: 'Show' }).click();
    await dialog().getByText('thing_created to').first().waitFor();
    await inspect('subscription');
    await dialog().getByRole('button', { name: 'Send a test message' }).click();
    await page.getByText('test to').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('sends a test message, and redelivers all that match', async () => {
    await open();
    status = 200;
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await dialog().getByText('Thank you').waitFor();
    await inspect('test-message');
    await page.keyboard.press('Escape');

    await page.getByLabel('Type of message').selectOption('thing_created');
    await page.getByRole('button', { name: 'Redeliver all' }).click();
    await dialog().getByText('that meets the conditions').waitFor();
    await inspect('redeliver-all');
    await dialog().getByRole('button', { name: 'Redeliver' }).click();
    await page.getByText('Redelivered 3 messages').waitFor();
    await page.getByLabel('Answer of the app').selectOption('Status 2xx');
    await counts(3);
    expect(complaints).toEqual([]);
  });
});
