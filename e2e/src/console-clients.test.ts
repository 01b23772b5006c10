import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { authorize, hasBrowser, startNetatmo, type NetatmoPeer } from '@trellis/connectors/testing';
import { eventually, waitFor, simulatorClient, simulatorInstance } from '@trellis/testing';
import type { Page } from 'playwright-core';
import { startApp, type App } from './connect/pages.js';
import { asDemo, headingOf, onePage, signIn, violationsOf } from './console/page.js';
import { oneStack } from './one-stack.js';
import { standstill } from './standstill.js';

const stack = oneStack();
const demo = asDemo(stack);
const { stop: stopUnits, goOn } = standstill(stack, 'units-service');
afterEach(goOn);

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`clients in the console${hasBrowser ? '' : ' (no chromium)'}`, () => {
  let app: App;
  let netatmo: NetatmoPeer;
  /** A client that is polled so seldom that no other poll comes between those that a test asks for. */
  let polled: string;
  beforeAll(async () => {
    app = await startApp();
    netatmo = await startNetatmo({
      redirectUri: `${stack().address}/api/v1/connectors/authorized`,
    });
    const instances = [
      { connector_type_id: 'wot', configuration: {} },
      simulatorInstance,
      {
        connector_type_id: 'netatmo',
        configuration: { ...netatmo.instance, origin_callback_uri: app.origin },
      },
    ];
    for (const body of instances) {
      expect((await demo('POST', '/connectors/instances', { body })).status).toBe(201);
    }
    polled = await createClient('alice', simulatorClient(2, 3_600_000));
  }, 300_000);
  afterAll(async () => {
    app?.close();
    await netatmo?.stop();
  });

  const opened = onePage();
  let page: Page;
  let complaints: string[];
  beforeEach(() => {
    ({ page, complaints } = opened());
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const fact = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
  const pathOf = (id: string) => `/connectors/clients/${id}`;
  const read = async (id: string) => (await demo('GET', pathOf(id))).body;

  async function createClient(subject: string, body: object): Promise<string> {
    const created = await demo('POST', '/connectors/clients', { subject, body });
    return created.body.client_id as string;
  }

  async function openClient(id: string, title: string) {
    await signIn(page, stack(), `/clients/${id}`);
    await headingOf(page, title).waitFor();
  }

  /** Opens the screen of a client of the simulator that has been polled. */
  async function openSimulator(subject: string) {
    const id = await createClient(subject, simulatorClient());
    await waitFor(async () => (await read(id)).status === 'STARTED', { what: 'the first poll' });
    await openClient(id, `Simulator of ${subject}`);
    return id;
  }

  const url = 'http://127.0.0.1:1/things';

  test.each([
    ['with credentials', { scheme: 'bearer', token: 'a secret of the device' }],
    ['without', undefined],
  ])('a configuration %s is changed from what is stored', async (subject, security) => {
    const configuration = { url, ...(security && { security }) };
    const id = await createClient(subject, { connector_type_id: 'wot', configuration });

    await signIn(page, stack(), `/clients/${id}`);
    await button('Configure').click();
    await eventually(async () =>
      expect(await dialog().getByLabel('Address').inputValue()).toBe(url),
    );
    expect(await dialog().innerHTML()).not.toContain('a secret of the device');
    expect(await violationsOf(page)).toEqual([]);
    await dialog().getByLabel('Poll interval').fill('20000');
    await dialog().getByRole('button', { name: 'Change', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });

    expect((await demo('GET', `${pathOf(id)}/configuration`)).body).toEqual({
      configuration: {
        url,
        interval_ms: 20_000,
        ...(security && { security: { scheme: 'bearer' } }),
      },
      secrets: security ? ['/security/token'] : [],
    });
    expect(complaints).toEqual([]);
  });

  test('a client is deleted after a preview', async () => {
    const id = await openSimulator('bob');
    await button('Delete').click();
    await dialog().getByText('This deletes 1 client, 2 things.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect((await read(id)).status).toBe('STARTED');

    await button('Delete').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await headingOf(page, 'Clients').waitFor();
    expect((await demo('GET', pathOf(id))).status).toBe(404);
    await eventually(async () =>
      expect(await page.getByRole('link', { name: 'Simulator of bob' }).count()).toBe(0),
    );
    expect(complaints).toEqual([]);
  });

  test('a failed deletion shows its progress, and can be retried', async () => {
    const id = await openSimulator('carol');
    await button('Delete').click();
    await dialog().getByText('This deletes 1 client, 2 things.').waitFor();
    await stopUnits();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('alert').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    const progress = page.getByRole('alert').filter({ hasText: 'This client is being removed' });
    await progress.getByText('2 things are left.').waitFor();
    await page.getByText('Removal failed', { exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    goOn();
    await progress.getByRole('button', { name: 'Try again now' }).click();
    await headingOf(page, 'Clients').waitFor();
    expect((await demo('GET', pathOf(id))).status).toBe(404);
  });

  test('rooms of the technology become units, and a forced deletion reports refusals', async () => {
    const id = await createClient('dora', { connector_type_id: 'netatmo', configuration: {} });
    await openClient(id, 'Netatmo of dora');
    const [consent] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Authorize' }).click(),
    ]);
    await consent.waitForURL((address) => address.origin === netatmo.url);
    await authorize(consent, consent.url(), { login: 'dora', password: 'secret' });
    await consent.waitForURL((address) => address.origin === app.origin);

    const suggested = page.getByRole('list', { name: 'Suggested units' });
    await suggested.getByRole('checkbox', { name: 'Office' }).uncheck();
    const wanted = (await suggested.getByRole('checkbox').count()) - 1;
    expect(await violationsOf(page)).toEqual([]);
    await button(`Create ${wanted} units`).click();
    await page.getByText(`${wanted} units created`).waitFor();
    await page.getByRole('link', { name: 'See the units' }).click();
    await headingOf(page, 'Units').waitFor();
    const { body: units } = await demo('GET', '/units?view=summary', { subject: 'dora' });
    expect(units).toHaveLength(wanted);
    expect(JSON.stringify(units)).not.toContain('Office');

    // A server that is away revokes nothing.
    await netatmo.stop();
    await signIn(page, stack(), `/clients/${id}`);
    await button('Delete').click();
    await dialog().getByLabel('Report what Netatmo refuses').check();
    const [deleted] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith(`${id}?force=true`)),
      dialog().getByRole('button', { name: 'Delete' }).click(),
    ]);
    expect(await deleted.json()).toMatchObject({ given_up: [{ step: 'grant' }] });
    await headingOf(page, 'Clients').waitFor();
    await page
      .getByRole('alert')
      .filter({ hasText: 'The authorization server did not revoke the grant.' })
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const audit = await demo('GET', '/audit?operation=forceDeleteConnectorClient');
    expect(audit.body).toMatchObject([{ status: 200 }]);
    expect(complaints).toEqual([]);
  });

  test('a client is polled now, paused and resumed', async () => {
    await openClient(polled, 'Simulator of alice');
    const { last_polled: first } = await read(polled);
    // Within ten seconds of the poll before, one is told to wait.
    await waitFor(
      async () => {
        await button('Poll now').click();
        return (await read(polled)).last_polled !== first;
      },
      { within: 30_000, every: 2_000, what: 'the poll' },
    );

    await button('Pause').click();
    await button('Resume').waitFor();
    await eventually(async () => expect(await fact('Status').textContent()).toBe('Paused'));
    await eventually(async () => expect(await fact('Next poll').count()).toBe(0));
    await eventually(async () => expect(await button('Poll now').count()).toBe(0));
    expect(await read(polled)).toMatchObject({ paused: { since: expect.any(String) } });

    await button('Resume').click();
    await button('Pause').waitFor();
    await waitFor(async () => (await fact('Status').textContent()) === 'Connected');
    expect((await read(polled)).paused).toBeUndefined();
    expect(complaints).toEqual([]);
  });
});
