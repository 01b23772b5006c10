import { describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { waitFor } from '@trellis/testing';
import { asDemo, lookAt, onePage, signIn } from './console/page.js';
import { oneStack } from './one-stack.js';

const stack = oneStack({ environment: { ALERTS_INTERVAL_MS: '500' } });
const demo = asDemo(stack);

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`alerts in the console${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const opened = onePage();

  test('are created, show what fires, and can be silenced, changed and deleted', async () => {
    const { page, complaints } = opened();
    const look = (name: string) => lookAt(page, name);
    const wot = { connector_type_id: 'wot', configuration: {} };
    await demo('POST', '/connectors/instances', { body: wot });
    // An address that no connector may reach: that of the metadata of a cloud.
    const configuration = { url: 'http://169.254.169.254/' };
    await demo('POST', '/connectors/clients', {
      subject: 'carol',
      body: { ...wot, configuration },
    });
    await signIn(page, stack(), '/alerts');
    await page.getByText('No alert rules yet').waitFor();
    await page.getByRole('button', { name: 'New alert rule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Customers are offline');
    await dialog.getByLabel('For at least (minutes)').fill('0');
    await dialog.getByLabel('Collect for (seconds)').fill('0');
    await dialog.getByLabel('Only clients of the connector').selectOption('Web of Things');
    await dialog.getByLabel('Only the client', { exact: true }).fill('carol');
    await page.getByRole('option', { name: 'Web of Things of carol' }).click();
    await dialog.getByLabel('Webhook', { exact: true }).fill('http://127.0.0.1:9/alerts');
    await look('form');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Store this secret now').waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    const rules = page.getByRole('list', { name: 'Alert rules' });
    await rules.getByText('1 firing').waitFor();
    await look('list');

    await rules.getByRole('link', { name: 'Customers are offline' }).click();
    const fires = page.getByRole('list', { name: 'Fires now' });
    await fires.getByText('Notified', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await page.getByRole('status').getByText('http://127.0.0.1:9/alerts').waitFor();
    await page.getByRole('link', { name: 'one client' }).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: 'Web of Things', exact: true })
      .waitFor();
    await look('rule');

    await page.getByRole('button', { name: 'Silence', exact: true }).click();
    await dialog.getByLabel('Send nothing').selectOption('For a day');
    await dialog.getByRole('button', { name: 'Silence', exact: true }).click();
    await page.getByText('Silenced until').waitFor();
    await page.getByRole('button', { name: 'End silence' }).click();
    await page.getByRole('button', { name: 'Silence', exact: true }).waitFor();

    await page.getByRole('button', { name: 'Change' }).click();
    const client = dialog.getByLabel('Only the client', { exact: true });
    await waitFor(async () => (await client.inputValue()) === 'Web of Things of carol');
    await client.fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'one client' }).waitFor({ state: 'detached' });
    const [limited] = (await demo('GET', '/alerts')).body as { condition: object }[];
    expect(limited!.condition).toEqual({
      kind: 'client_error',
      minutes: 0,
      instance: expect.any(String),
    });

    await page.getByRole('button', { name: 'Change' }).click();
    await dialog.getByLabel('Fires when').selectOption('A battery is low');
    await dialog.getByLabel('Below (%)').fill('20');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A battery is below 20 %').waitFor();
    const [rule] = (await demo('GET', '/alerts')).body as { condition: object }[];
    expect(rule).toMatchObject({ condition: { kind: 'battery_low', percent: 20 } });

    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No alert rules yet').waitFor();
    await waitFor(async () => ((await demo('GET', '/alerts')).body as object[]).length === 0);
    expect(complaints).toEqual([]);
  });
});
