import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { eventually } from '@trellis/testing';
import type { Page } from 'playwright-core';
import { shellyLogo } from './connector-types/shelly.js';
import { apiKey, solarType, startSolar } from './connector-types/solar.js';
import { asDemo, lookAt, onePage, signIn } from './console/page.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();
const demo = asDemo(stack);

const big: { name: string; mimeType: string; buffer: Buffer } = {
  name: 'large.png',
  mimeType: 'image/png',
  buffer: Buffer.alloc(70_000),
};

const chooseLogo = (page: Page, file: typeof big) =>
  page.locator('input[type=file]').setInputFiles(file);

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`types of the account in the console${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const opened = onePage();
  let solar: Awaited<ReturnType<typeof startSolar>>;
  beforeAll(async () => {
    solar = await startSolar();
  });
  afterAll(() => solar?.close());

  test('are created, get a logo, are changed once clients have tried that, and rolled back', async () => {
    const { page, complaints } = opened();
    const look = (name: string) => lookAt(page, name);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const editor = page.getByRole('textbox', { name: 'Requests and devices' });
    await signIn(page, stack(), '/connectors');
    await page.getByRole('link', { name: 'New connector type' }).click();
    await page.getByRole('heading', { level: 1, name: 'New connector type' }).waitFor();
    await editor.waitFor();
    await look('types-new');
    const type = solarType(solar.address);
    const text = JSON.stringify(type.configuration, null, 2);
    await field('Name').fill(type.name);
    expect(await field('Type id').inputValue()).toBe('x-solar-edge');
    await field('Type id').fill(type.type_id);
    await field('Description').fill(type.description);
    await field('Category').fill(type.category);
    await field('Title').fill(type.steps[0]!.title);
    await field('Explanation').fill(type.steps[0]!.description);
    const logo = page.getByRole('img', { name: 'Logo' });
    await chooseLogo(page, big);
    await page.getByText('large.png has 68.4 KB; a logo has at most 64.0 KB.').waitFor();
    expect(await logo.count()).toBe(0);
    await chooseLogo(page, { ...big, name: 'logo.png', buffer: shellyLogo() });
    await logo.waitFor();
    await editor.fill(text.slice(0, -2));
    await press('Create');
    await page
      .getByText(/^Line \d+, column \d+: A comma or } is missing/)
      .first()
      .waitFor();
    await editor.fill(text.replace('/site/{site}/overview', 'site'));
    await press('Create');
    const wrong = page.getByRole('list', { name: 'What is wrong' });
    await wrong.getByText('/configuration/requests/overview/path').waitFor();
    await page.locator('.cm-lintRange-error', { hasText: '"site"' }).waitFor();
    await look('types-wrong');
    await editor.fill(text);
    await page.locator('summary', { hasText: 'German' }).click();
    for (const [original, translation] of Object.entries(type.translations.de)) {
      await field(original).fill(translation);
    }
    await look('types-translated');
    await press('Create');

    await page.getByRole('heading', { level: 1, name: 'Solar Edge' }).waitFor();
    await press('Set up Solar Edge');
    await page.getByText('No clients yet').waitFor();
    const body = {
      connector_type_id: 'x-solar',
      configuration: { parameters: { site: '4711', api_key: apiKey } },
    };
    const created = await demo('POST', '/connectors/clients', { subject: 'ada', body });
    const client = `/connectors/clients/${created.body.client_id}`;
    await eventually(async () => expect((await demo('GET', client)).body.status).toBe('STARTED'));
    const { body: stored } = await demo('GET', '/connectors/types/x-solar');
    expect(stored).toMatchObject({ category: 'energy', translations: type.translations });
    expect(stored.logo).not.toBe('');

    await press('Edit');
    const dialog = page.getByRole('dialog');
    const shown = dialog.getByRole('textbox', { name: 'Requests and devices' });
    await shown.waitFor();
    expect(await shown.textContent()).not.toContain('secret of the app');
    await look('types-edit');
    const { configuration: read } = stored;
    await shown.fill(JSON.stringify(read).replace('/site/{site}', '/sites/{site}'));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(`Client ${created.body.client_id}`).first().waitFor();
    await look('types-failing');
    await dialog.getByLabel(/^Use it all the same/).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const versions = page.getByRole('list', { name: 'Versions' });
    await versions.getByText('Version 2: Solar Edge').waitFor();
    await versions.getByRole('button', { name: 'Roll back' }).click();
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await eventually(async () =>
      expect((await demo('GET', '/connectors/types/x-solar')).body.version).toBe(1),
    );
    await look('types-versions');
    await page.getByRole('link', { name: 'Connectors' }).first().click();
    await page.getByText('Your own').waitFor();
    await page.getByText('energy', { exact: true }).waitFor();
    await look('types-list');
    expect(complaints).toEqual([]);
  }, 120_000);
});
