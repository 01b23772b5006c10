import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { eventually } from '@trellis/testing';
import { shellyLogo } from './connector-types/shelly.js';
import { apiKey, solarType, startSolar } from './connector-types/solar.js';
import { asDemo, lookAt, onePage, signIn } from './console/page.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();
const demo = asDemo(stack);

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
    const editor = page.getByLabel('Type', { exact: true });
    await signIn(page, stack(), '/connectors');
    await page.getByRole('link', { name: 'New connector type' }).click();
    await page.getByRole('heading', { level: 1, name: 'New connector type' }).waitFor();
    await look('types-new');
    const type = solarType(solar.address);
    const text = JSON.stringify(type, null, 2);
    await editor.fill(text.slice(0, -2));
    await press('Create');
    await page.getByText(/^Line \d+, column \d+: A comma or } is missing/).waitFor();
    await editor.fill(text.replace('/site/{site}/overview', 'site'));
    await press('Create');
    const wrong = page.getByRole('list', { name: 'What is wrong' });
    await wrong.getByText('/configuration/requests/overview/path').waitFor();
    await look('types-wrong');
    await editor.fill(text);
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
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: shellyLogo() };
    await page.locator('input[type=file]').setInputFiles(logo);
    await eventually(async () =>
      expect((await demo('GET', '/connectors/types/x-solar')).body.logo).not.toBe(''),
    );

    await press('Edit');
    const dialog = page.getByRole('dialog');
    const shown = dialog.getByLabel('Type', { exact: true });
    await shown.waitFor();
    const read = await shown.inputValue();
    expect(read).not.toContain('secret of the app');
    await look('types-edit');
    await shown.fill(read.replace('/site/{site}', '/sites/{site}'));
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
    await look('types-list');
    expect(complaints).toEqual([]);
  }, 120_000);
});
