import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasBrowser, startBrowser } from '@trellis/connectors/testing';
import { request } from '@trellis/testing';
import type { Browser } from 'playwright-core';
import { newPage, violationsOf } from './console/page.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`the configuration of a client${hasBrowser ? '' : ' (no chromium)'}`, () => {
  let browser: Browser;
  let authorization: string;
  let linked: string;
  beforeAll(async () => {
    browser = await startBrowser();
    linked = /\/console#(\S+)/.exec(stack().output())![1]!;
    const body = new URLSearchParams(linked);
    body.set('grant_type', 'client_credentials');
    const answer = await fetch(`${stack().address}/oauth2/token`, { method: 'POST', body });
    const { access_token } = (await answer.json()) as { access_token: string };
    authorization = `Bearer ${access_token}`;
    const instance = { connector_type_id: 'wot', configuration: {} };
    await request(stack(), 'POST', '/connectors/instances', {
      ...{ body: instance, headers: { authorization } },
    });
  });
  afterAll(() => browser?.close());

  const url = 'http://127.0.0.1:1/things';

  test.each([
    ['with credentials', { scheme: 'bearer', token: 'a secret of the device' }],
    ['without', undefined],
  ])('%s is changed from what is stored', async (name, security) => {
    const headers = { authorization, 'x-external-subject-id': name };
    const configuration = { url, ...(security && { security }) };
    const body = { connector_type_id: 'wot', configuration };
    const created = await request(stack(), 'POST', '/connectors/clients', { body, headers });
    const { client_id } = created.body as { client_id: string };

    const { page, complaints } = await newPage(browser);
    await page.goto(`${stack().address}/console/clients/${client_id}#${linked}`);
    await page.getByRole('button', { name: 'Configure' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Address').inputValue()).toBe(url);
    expect(await dialog.innerHTML()).not.toContain('a secret of the device');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByLabel('Poll interval').fill('20000');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    const path = `/connectors/clients/${client_id}/configuration`;
    const stored = await request(stack(), 'GET', path, { headers: { authorization } });
    expect(stored.body).toEqual({
      configuration: {
        url,
        interval_ms: 20_000,
        ...(security && { security: { scheme: 'bearer' } }),
      },
      secrets: security ? ['/security/token'] : [],
    });
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
