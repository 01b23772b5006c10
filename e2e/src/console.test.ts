import { beforeEach, describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { Trellis } from '@trellis/client';
import {
  eventually,
  newAccount,
  startHttpServer,
  waitFor,
  simulatorClient,
} from '@trellis/testing';
import type { Page } from 'playwright-core';
import {
  asDemo,
  headingOf,
  onePage,
  signIn as signInTo,
  acceptLink,
  printedLink,
  signInLink,
  violationsOf,
} from './console/page.js';
import { everyScreen, faultsOf } from './console/every-screen.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();

const demo = asDemo(stack);

const credentialsOf = (link: string) => Object.fromEntries(new URLSearchParams(link.split('#')[1]));

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`the console${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const opened = onePage();
  let page: Page;
  let complaints: string[];
  beforeEach(() => {
    ({ page, complaints } = opened());
  });

  const heading = (name: string | RegExp) => headingOf(page, name);
  const signIn = (path?: string) => signInTo(page, stack(), path);

  test('is not opened with a wrong secret', async () => {
    await page.goto(`${stack().address}/console`);
    await page.getByText('API key', { exact: true }).click();
    await page.getByLabel('Client id').fill('demo');
    await page.getByLabel('Client secret').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The client id or the secret is wrong.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('is opened once by the link that npm start prints, whose code leaves the address bar', async () => {
    await page.goto(printedLink(stack()));
    await acceptLink(page);
    await heading('Home').waitFor();
    expect(page.url()).toBe(`${stack().address}/console`);
    await page.reload();
    await heading('Home').waitFor();
    expect(complaints).toEqual([]);

    const another = await page.context().newPage();
    await another.goto(printedLink(stack()));
    await another.getByText('This link was used already, and works only once.').waitFor();
    await headingOf(another, 'Sign in to Trellis').waitFor();
    expect(await violationsOf(another)).toEqual([]);

    await page.goto(printedLink(stack()));
    await heading('Home').waitFor();
    await page.getByRole('button', { name: 'demo' }).waitFor();
  });

  test('does not store the secret of a link without keep', async () => {
    await page.goto(signInLink(stack()).replace('&keep=true', ''));
    await acceptLink(page);
    await heading('Home').waitFor();
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    await page.reload();
    await heading('Sign in to Trellis').waitFor();
    expect(complaints).toEqual([]);
  });

  test('is loaded again when its scripts are gone after an update, and says so if it cannot', async () => {
    await signIn();
    await heading('Home').waitFor();
    let isGone = true;
    await page.route(/\/assets\/account-/, (route) =>
      isGone ? route.fulfill({ status: 404 }) : route.continue(),
    );
    const account = page.getByRole('button', { name: 'demo' });
    await Promise.all([page.waitForEvent('load'), account.click()]);
    isGone = false;
    await account.click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.route(/\/assets\/index-.*js/, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await page.getByText('If nothing else appears, reload the page.').waitFor();
  });

  test('asks before a link signs in to another account, and names both', async () => {
    const mallory = newAccount(stack(), { developer: 'mallory' });
    const { body } = await mallory.request('POST', '/apps', {
      body: { name: 'Trap', scopes: ['svc.things.read'] },
    });
    const { id, client_secret } = body as Record<string, string>;
    const fragment = new URLSearchParams({
      client_id: id!,
      client_secret: client_secret!,
      keep: 'true',
    }).toString();
    const hostile = () => page.goto(`${stack().address}/console/limits?from=link#${fragment}`);
    await signIn();
    await hostile();
    await heading('Sign in by this link?').waitFor();
    await page.getByText('signs you in to the account mallory').waitFor();
    await page.getByText('You are signed in to the account demo.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stay in demo' }).click();
    await heading('Limits').waitFor();
    await page.getByRole('button', { name: 'demo' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'demo' }).waitFor();

    await hostile();
    await heading('Sign in by this link?').waitFor();
    expect(page.url()).not.toContain('client_secret');
    await acceptLink(page);
    await page.getByRole('button', { name: 'mallory' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'mallory' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('stays signed in until the tab is closed, on request', async () => {
    const { client_id, client_secret } = credentialsOf(signInLink(stack()));
    await page.goto(`${stack().address}/console/limits`);
    await page.getByText('API key', { exact: true }).click();
    await page.getByLabel('Client id').fill(client_id!);
    await page.getByLabel('Client secret').fill(client_secret!);
    await page.getByLabel(/Keep me signed in/).check();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading('Limits').waitFor();
    await page.reload();
    await heading('Limits').waitFor();
    await page.getByRole('button', { name: 'demo' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading('Sign in to Trellis').waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('trellis.credentials'))).toBeNull();
  });

  test('connects a lamp in a new account, and switches it on', async () => {
    await signIn();
    await page.getByRole('link', { name: 'Connect the simulator' }).click();
    await page.getByRole('button', { name: 'Set up Simulator' }).click();
    await page.getByText('Is required.').waitFor();
    await page.getByLabel('Application key').fill('any');
    await page.getByRole('button', { name: 'Set up Simulator' }).click();
    await page.getByRole('combobox', { name: 'Subject' }).fill('alice');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await heading('Simulator of alice').waitFor();
    await page.getByText('Connected', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Lamp 1' }).click();
    await heading('Lamp 1').waitFor();
    const lamp = page.getByRole('switch', { name: 'On' });
    await eventually(async () => expect(await lamp.isChecked()).toBe(false));
    await lamp.click({ force: true });
    await waitFor(() => lamp.isChecked());
    const id = page.url().split('/').at(-1)!;
    await waitFor(async () => (await demo('GET', `/things/${id}/properties/on`)).body === true);
    expect(complaints).toEqual([]);
  });

  test('shows activity and clients that need attention at home', async () => {
    const wot = { connector_type_id: 'wot', configuration: {} };
    await demo('POST', '/connectors/instances', { body: wot });
    // An address that no connector may reach: that of the metadata of a cloud.
    const configuration = { url: 'http://169.254.169.254/' };
    const subject = 'carol';
    await demo('POST', '/connectors/clients', { subject, body: { ...wot, configuration } });
    await waitFor(async () => {
      const { body } = await demo('GET', '/connectors/activity');
      const { polls, failed_polls: failed, changes } = body.hours.at(-1);
      return polls > failed && failed > 0 && changes > 0;
    });
    await signIn();
    const attention = page.getByRole('list', { name: 'What needs attention' });
    await attention.getByRole('link', { name: 'Web of Things of carol' }).waitFor();
    await eventually(async () => expect(await attention.getByRole('listitem').count()).toBe(1));
    const lastHour = page.getByRole('region', { name: 'Last hour' });
    await lastHour.getByRole('img', { name: /^Polls of the last 24 hours: [1-9]/ }).waitFor();
    const terms = ['Polls', 'Failed polls', 'Late polls', 'Changes to things'];
    await eventually(async () =>
      expect(await lastHour.getByRole('term').allTextContents()).toEqual(terms),
    );
    await page
      .getByRole('region', { name: 'Needs attention' })
      .getByRole('link', { name: 'Show all' })
      .click();
    await heading('Clients').waitFor();
    await page.getByRole('list', { name: 'Clients' }).getByRole('link').waitFor();
    expect(complaints).toEqual([]);
  });

  test('shows a refused message at home, which can be redelivered', async () => {
    // With 410 an app says that it does not want the message again.
    let answer = 410;
    const app = await startHttpServer((_request, response) => response.writeHead(answer).end());
    const { client_id, client_secret } = credentialsOf(signInLink(stack()));
    const trellis = new Trellis({
      baseUrl: stack().address,
      clientId: client_id!,
      clientSecret: client_secret!,
    });
    await trellis.put('/callback', { body: { url: app.address, events: ['thing_created'] } });
    await demo('POST', '/connectors/clients', { subject: 'dora', body: simulatorClient(1) });
    const query = { status: 'failed' } as const;
    await waitFor(
      async () => (await trellis.get('/callback/deliveries', { query })).data.length === 1,
    );
    await signIn();
    const refused = page
      .getByRole('list', { name: 'What needs attention' })
      .getByRole('listitem')
      .filter({ hasText: 'thing_created: Your app responded with status 410.' });
    await refused.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await refused.getByRole('link').click();
    await heading('Callbacks').waitFor();

    answer = 204;
    const deliveries = page.getByRole('list', { name: 'Deliveries' });
    const failed = deliveries.getByRole('listitem').filter({ hasText: 'Status 410' });
    await failed.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('dialog').getByText('"thing_created"').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await failed.getByRole('button', { name: 'Redeliver' }).click();
    await deliveries.getByText('Status 204').waitFor();
    await eventually(async () => expect(await failed.count()).toBe(0));
    await trellis.delete('/callback');
    await app.close();
    expect(complaints).toEqual([]);
  });

  test('follows changes that are made elsewhere', async () => {
    await signIn('/things?search=lamp');
    const lamps = page.getByRole('list', { name: 'Things' });
    await lamps.getByRole('listitem').filter({ hasText: 'alice' }).waitFor();
    await lamps.getByRole('link', { name: 'Lamp 1' }).click();
    await page.getByText('Live', { exact: true }).filter({ visible: true }).waitFor();
    const id = page.url().split('/').at(-1)!;
    const lamp = page.getByRole('switch', { name: 'On' });
    const isOn = await lamp.isChecked();
    await demo('PUT', `/things/${id}/properties/on`, { body: !isOn });
    await waitFor(async () => (await lamp.isChecked()) === !isOn);
  });

  test('nests units, and explains why a unit cannot contain itself', async () => {
    await signIn('/units');
    const create = async (button: string, name: string, type: string) => {
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByLabel('Type').fill(type);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await create('New unit', 'House', 'building');
    await page.getByRole('link', { name: 'House' }).click();
    await create('New child unit', 'Kitchen', 'room');
    await page.getByRole('link', { name: 'Kitchen' }).click();
    await heading('Kitchen').waitFor();
    await page.getByRole('tab', { name: 'Picture' }).click();
    const edgeOf = (name: string, side: 'top' | 'bottom') =>
      page.locator('.react-flow__node', { hasText: name }).locator(`.react-flow__handle-${side}`);
    await edgeOf('Kitchen', 'bottom').dragTo(edgeOf('House', 'top'), { force: true });
    await page.getByText(/This would create a cycle: .*House.*Kitchen/).waitFor();
  });

  test('reports invalid JSON and JSON-LD while the user types', async () => {
    await signIn('/units');
    await page.getByRole('link', { name: 'House' }).click();
    await page.getByRole('tab', { name: 'Properties' }).click();
    await page.getByRole('button', { name: 'New property' }).click();
    await page.getByLabel('Name').fill('area');
    const value = page.getByLabel('Value');
    const isInvalid = () => value.getAttribute('aria-invalid');
    const dialog = page.getByRole('dialog');
    const says = (text: string) =>
      dialog.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
    await value.fill('21 m²');
    await says('This is stored as text.');
    await value.fill('{\n  "@type" 3\n}');
    await says('Line 2, column 11: A colon is missing.');
    await eventually(async () => expect(await isInvalid()).toBe('true'));
    expect(await violationsOf(page)).toEqual([]);
    await value.fill('{"@type": 3}');
    await says('Not valid JSON-LD: invalid type value.');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.locator('[class*="error" i]').first().waitFor();
    await page.getByLabel('Value').fill('{"@type": "https://schema.org/QuantitativeValue"}');
    await says('This is valid JSON-LD.');
    await eventually(async () => expect(await isInvalid()).not.toBe('true'));
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('QuantitativeValue').waitFor();
  });

  test('is accessible: every screen and dialog, in light and dark colors, wide and narrow', async () => {
    await signIn();
    for (const screen of await everyScreen(demo)) {
      expect([screen, await faultsOf(page, screen)]).toEqual([screen, []]);
    }
    expect(complaints).toEqual([]);
  }, 480_000);
});
