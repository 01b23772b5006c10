import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  authorize,
  hasBrowser,
  startBrowser,
  startNetatmo,
  type NetatmoPeer,
} from '@trellis/connectors/testing';
import { createSealing } from '@trellis/sealing';
import {
  eventually,
  installed,
  startMosquitto,
  waitFor,
  type TestMosquitto,
  simulatorInstance,
} from '@trellis/testing';
import { connectAsync } from 'mqtt';
import type { Browser, Page } from 'playwright-core';
import { newDeveloper, type Developer } from './connect/developer.js';
import { inaccessible, openIn, show, startApp } from './connect/pages.js';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();

const users = { trellis: 'a password' };

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`the page of a connect session${hasBrowser ? '' : ' (no chromium)'}`, () => {
  let browser: Browser;
  let app: Awaited<ReturnType<typeof startApp>>;
  let acme: Developer;
  let netatmo: NetatmoPeer;
  let broker: TestMosquitto | undefined;
  beforeAll(async () => {
    [app, browser, broker] = await Promise.all([
      startApp(),
      startBrowser(),
      startMosquitto({ users }),
    ]);
    netatmo = await startNetatmo({
      redirectUri: `${stack().address}/api/v1/connectors/authorized`,
      accessTokenTtl: 60,
    });
    acme = await newDeveloper(stack(), app.origin);
    await acme.instance('simulator', simulatorInstance.configuration);
    await acme.instance('mqtt-discovery', {});
    await acme.instance('wot', {});
    await acme.instance('netatmo', { ...netatmo.instance, origin_callback_uri: app.origin });
    const branding = { name: 'Acme Home', color: '#0b6bcb' };
    await acme.request('PUT', '/connect/branding', { body: branding });
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await netatmo?.stop();
    await broker?.stop();
    app?.close();
  });

  const title = (page: Page, text: string | RegExp) =>
    page.getByRole('heading', { level: 1, name: text }).waitFor();
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  /** Presses what closes its window, which may be gone before Playwright knows that it was pressed. */
  const pressToClose = (popup: Page, name: string) =>
    Promise.all([popup.waitForEvent('close'), press(popup, name).catch(() => undefined)]);
  /** The app switches on what an end user has connected. */
  async function switchOn(subject: string, title: string) {
    const { body: things } = await acme.request('GET', '/things?view=values', { subject });
    const { id } = things.find((thing: { title: string }) => thing.title === title);
    const path = `/things/${id}/properties/on`;
    const written = await acme.request('PUT', path, { subject, body: true });
    expect(written.status).toBe(204);
    expect((await acme.request('GET', path, { subject })).body).toBe(true);
  }
  const returnUrl = () => `${app.origin}/connected?from=settings`;

  test('connects a technology in the name of the app, and returns to it', async () => {
    const address = await acme.session('alice', { return_url: returnUrl() });
    const { page, problems, close } = await openIn(browser, address);
    await title(page, 'What would you like to connect?');
    expect(new URL(page.url()).hash).toBe('');
    expect(await page.locator('header').textContent()).toContain('Acme Home');
    const logos = page.locator('.choices img');
    const drawn = () =>
      logos.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth > 0));
    await eventually(async () => expect(await drawn()).toEqual([true, true, true, true]));
    expect(await inaccessible(page)).toEqual([]);
    await show(page, 'choice');

    await press(page, /^Web of Things/);
    await title(page, 'Connect Web of Things');
    await press(page, 'Connect');
    await page.getByText('Please fill this in.').waitFor();
    await waitFor(() =>
      page.getByLabel('Address').evaluate((field) => field === document.activeElement),
    );
    expect(await inaccessible(page)).toEqual([]);
    await show(page, 'form-error');

    await press(page, 'Back');
    await press(page, /^Simulator/);
    await title(page, 'Connect Simulator');
    expect(await inaccessible(page)).toEqual([]);
    await page.getByLabel('Devices').fill('3');
    await press(page, 'Connect');
    await title(page, 'Simulator is connected');
    await page.getByText('3 devices found').waitFor();
    await eventually(async () => expect(await page.locator('.things li').count()).toBe(3));
    expect(await inaccessible(page)).toEqual([]);
    await show(page, 'connected');

    await press(page, 'Done');
    await page.waitForURL((url) => url.origin === app.origin);
    const { searchParams } = new URL(page.url());
    const { body: clients } = await acme.request('GET', '/connectors/clients', {
      subject: 'alice',
    });
    expect(clients).toHaveLength(1);
    expect(Object.fromEntries(searchParams)).toEqual({
      from: 'settings',
      status: 'connected',
      client: clients[0].href.split('/').at(-1),
    });
    await switchOn('alice', 'Lamp 1');
    expect(problems).toEqual([]);
    await close();
  });

  test('can be used by keyboard alone, on a narrow screen', async () => {
    const address = await acme.session('keyboard', { types: ['simulator'] });
    const { page, close } = await openIn(browser, address);
    await page.setViewportSize({ width: 320, height: 640 });
    await title(page, 'Connect Simulator');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
    // Past the heading of the settings, which are open because there is nothing else to enter.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await page.getByText('2 devices found').waitFor();
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1'),
    );
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await title(page, 'Done');
    await close();
  });

  (installed('mosquitto') ? test : test.skip)(
    'says in plain words that a password is wrong, and takes the right one in place',
    async () => {
      const home = await connectAsync(broker!.url, {
        username: 'trellis',
        password: users.trellis,
      });
      const plug = {
        state_topic: 'plug',
        command_topic: 'plug/set',
        unique_id: 'plug-1',
        device: { identifiers: ['plug-1'], name: 'Plug in the kitchen' },
      };
      const topic = 'homeassistant/switch/plug/config';
      await home.publishAsync(topic, JSON.stringify(plug), { retain: true, qos: 1 });
      await home.endAsync();

      const address = await acme.session('bob', { types: ['mqtt-discovery'] });
      const { page, close } = await openIn(browser, address);
      await title(page, 'Connect MQTT Discovery');
      await show(page, 'form');
      expect(await inaccessible(page)).toEqual([]);
      await page.getByLabel('Broker').fill('not an address');
      await press(page, 'Connect');
      await page.getByText('Please correct the marked fields.').waitFor();
      await eventually(async () =>
        expect(await page.getByLabel('Broker').getAttribute('aria-invalid')).toBe('true'),
      );
      await page.getByLabel('Broker').fill(broker!.url);
      await page.getByLabel('User name').fill('trellis');
      await page.getByLabel(/^Password/).fill('a wrong one');
      await press(page, 'Connect');
      await page.getByText('Sign-in was refused').waitFor();
      expect(await inaccessible(page)).toEqual([]);
      await show(page, 'refused');

      await press(page, 'Correct the details');
      await title(page, 'Change MQTT Discovery');
      await eventually(async () =>
        expect(await page.getByLabel('User name').inputValue()).toBe('trellis'),
      );
      await page.getByLabel(/^Password/).fill('wrong again');
      await press(page, 'Check and save');
      await page.getByText(/so nothing was changed/).waitFor();
      await show(page, 'not-changed');
      await page.getByLabel(/^Password/).fill(users.trellis);
      await press(page, 'Check and save');
      await title(page, 'MQTT Discovery is connected');
      await page.getByText('Plug in the kitchen').waitFor();
      await close();

      const kitchen = await connectAsync(broker!.url, {
        username: 'trellis',
        password: users.trellis,
      });
      const reports: string[] = [];
      kitchen.on('message', (_topic, payload) => {
        reports.push(payload.toString());
        kitchen.publish('plug', payload, { retain: true, qos: 1 });
      });
      await kitchen.subscribeAsync('plug/set');
      await switchOn('bob', 'Plug in the kitchen');
      expect(reports).toEqual(['ON']);
      await kitchen.endAsync();
    },
  );

  test('leads through the sign-in at a provider, in German, and again for the same client', async () => {
    const address = await acme.session('carol', { types: ['netatmo'], language: 'de' });
    const { page, close } = await openIn(browser, address);
    await title(page, 'Netatmo verbinden');
    await eventually(async () =>
      expect(await page.locator('html').getAttribute('lang')).toBe('de'),
    );
    await page.getByText(/^Wetterstationen, Thermostate/).waitFor();
    expect(await inaccessible(page)).toEqual([]);
    await show(page, 'sign-in-de');
    await press(page, 'Weiter zu Netatmo');
    const provider = new URL(netatmo.instance.authorization_endpoint).origin;
    await page.waitForURL((url) => url.origin === provider);
    await authorize(page, page.url(), { login: 'carol', password: 'secret' });
    await title(page, 'Netatmo ist verbunden');
    expect(new URL(page.url()).search).toBe('');
    await page.locator('.things li').first().waitFor();
    await show(page, 'connected-de');

    const { body: clients } = await acme.request('GET', '/connectors/clients', {
      subject: 'carol',
    });
    expect(clients).toHaveLength(1);
    const read = async () =>
      (await acme.request('GET', new URL(clients[0].href).pathname.replace('/api/v1', ''))).body;
    const before = (await read()).mappings;
    await netatmo.revokeAll();
    await press(page, 'Erneut anmelden');
    await page.waitForURL((url) => url.origin === provider);
    await authorize(page, page.url(), { login: 'carol', password: 'secret' });
    await title(page, 'Netatmo ist verbunden');
    await waitFor(async () => (await read()).status === 'STARTED', { what: 'the recovery' });
    expect((await read()).mappings).toEqual(before);
    await close();
  });

  test('retains the account at a provider, unless the end user wants another one', async () => {
    const address = await acme.session('heidi', { types: ['netatmo'] });
    const { page, close } = await openIn(browser, address);
    const provider = new URL(netatmo.instance.authorization_endpoint).origin;
    const authorizeAs = async (login: string) => {
      await page.waitForURL((url) => url.origin === provider);
      await authorize(page, page.url(), { login, password: 'secret' });
    };
    const signInElsewhere = async () => {
      await page.context().clearCookies();
      await press(page, 'Sign in again');
      await authorizeAs('office');
      await page.getByText('You signed in to another account than before').waitFor();
    };
    await press(page, 'Continue to Netatmo');
    await authorizeAs('home');
    await title(page, 'Netatmo is connected');
    await page.locator('.things li').first().waitFor();
    const { body: clients } = await acme.request('GET', '/connectors/clients', {
      subject: 'heidi',
    });
    const path = new URL(clients[0].href).pathname.replace('/api/v1', '');
    const before = (await acme.request('GET', path)).body;

    const revocations = netatmo.revocations();
    await signInElsewhere();
    expect(await inaccessible(page)).toEqual([]);
    await show(page, 'other-account');
    const { status, mappings } = (await acme.request('GET', path)).body;
    expect({ status, mappings }).toEqual({ status: 'STARTED', mappings: before.mappings });
    expect(netatmo.revocations()).toBe(revocations + 1);

    // The provider knows the other account by now, and asks nevertheless.
    await press(page, 'Sign in to the account used before');
    await page.locator('input[name=login]').waitFor();
    await authorizeAs('home');
    await title(page, 'Netatmo is connected');
    await eventually(async () => expect(await page.getByText('another account').count()).toBe(0));

    await signInElsewhere();
    await press(page, 'Use this other account');
    await authorizeAs('office');
    await title(page, 'Netatmo is connected');
    await eventually(async () => expect(await page.getByText('another account').count()).toBe(0));
    const { body: audit } = await acme.request('GET', '/audit?subject=heidi');
    const outcomes = audit
      .filter(({ operation }: { operation: string }) => operation === 'completeAuthorization')
      .map(({ problem }: { problem?: string }) => problem);
    expect(outcomes).toEqual([undefined, 'other_account', undefined, 'other_account', undefined]);
    await close();
  });

  test('comes back when the end user declines, and offers to try again', async () => {
    const address = await acme.session('dave', { types: ['netatmo'] });
    const { page, close } = await openIn(browser, address);
    await press(page, 'Continue to Netatmo');
    await page.locator('a[href$="/abort"]').click();
    await page.getByText('The sign-in was not completed.').waitFor();
    await title(page, 'Sign in at Netatmo');
    await show(page, 'declined');
    await press(page, 'Continue to Netatmo');
    await page.locator('input[name=login]').waitFor();
    await close();
  });

  test('sends a message to the page that opened it in a pop-up, but to no other origin', async () => {
    const { page: opener, close } = await openIn(browser, app.origin);
    const address = await acme.session('erin', { types: ['simulator'], return_url: returnUrl() });
    const [popup] = await Promise.all([
      opener.waitForEvent('popup'),
      opener.evaluate((href) => void window.open(href, 'connect', 'width=480,height=720'), address),
    ]);
    await popup.getByLabel('Devices').fill('2');
    await press(popup, 'Connect');
    await popup.getByText('2 devices found').waitFor();
    await pressToClose(popup, 'Done');
    const data = { type: 'trellis-connect', status: 'connected', client: expect.any(String) };
    await eventually(async () =>
      expect(await opener.evaluate('messages')).toEqual([{ origin: stack().address, data }]),
    );

    const strangers = await startApp();
    const { page: stranger, close: leave } = await openIn(browser, strangers.origin);
    const another = await acme.session('frank', { return_url: returnUrl() });
    const [deceived] = await Promise.all([
      stranger.waitForEvent('popup'),
      stranger.evaluate((href) => void window.open(href), another),
    ]);
    await pressToClose(deceived, 'Cancel');
    expect(await stranger.evaluate('messages')).toEqual([]);
    await Promise.all([close(), leave()]);
    strangers.close();
  });

  /** A page of the app with the element, and a policy that allows nothing else but what is given. */
  function addEmbedding(path: string, address: string, allowed: string) {
    const body = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Acme Home</title>
      <main><h1>Settings</h1>
      <script type="module" src="${stack().address}/connect/element.js"></script>
      <trellis-connect session="javascript:document.title='taken'">None</trellis-connect>
      <trellis-connect session="${address}">Connect your home</trellis-connect></main></html>`;
    const policy = `default-src 'none'; img-src data:; script-src ${stack().address}; ${allowed}`;
    app.addPage(path, policy, body);
  }

  test('is opened by the element in a page of the app, which receives the outcome', async () => {
    const address = await acme.session('grace', { types: ['simulator'], return_url: returnUrl() });
    addEmbedding('/embedding', address, '');
    const { page, problems, close } = await openIn(browser, `${app.origin}/embedding`);
    await page.evaluate(() => {
      const received: unknown[] = [];
      Object.assign(window, { received });
      for (const type of ['connected', 'closed']) {
        document.addEventListener(type, (event) =>
          received.push([type, (event as CustomEvent<unknown>).detail]),
        );
      }
    });
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'None' }).isDisabled()).toBe(true),
    );
    expect(await inaccessible(page)).toEqual([]);
    const button = page.getByRole('button', { name: 'Connect your home' });
    const openPopup = async () =>
      (await Promise.all([page.waitForEvent('popup'), button.press('Enter')]))[0];
    const received = () => page.evaluate<[string, { client?: string }][]>('received');
    const hasReceived = (times: number) =>
      waitFor(async () => (await received()).length === times, { what: `${times} events` });

    const declined = await openPopup();
    await pressToClose(declined, 'Cancel');
    await hasReceived(1);

    const left = await openPopup();
    await title(left, /./);
    await left.close();
    await hasReceived(2);

    const popup = await openPopup();
    await popup.getByLabel('Devices').fill('2');
    await button.press('Enter');
    expect(page.context().pages()).toEqual([page, popup]);
    await press(popup, 'Connect');
    await popup.getByText('2 devices found').waitFor();
    await pressToClose(popup, 'Done');
    await hasReceived(4);
    const client = expect.any(String);
    expect(await received()).toEqual([
      ['closed', { status: 'cancelled' }],
      ['closed', {}],
      ['connected', { client }],
      ['closed', { status: 'connected', client }],
    ]);
    await switchOn('grace', 'Lamp 1');
    expect({ problems, title: await page.title() }).toEqual({ problems: [], title: 'Acme Home' });
    await close();
  });

  test('is opened by the element in the page itself, where pop-ups are blocked', async () => {
    const address = await acme.session('heidi', { types: ['simulator'], return_url: returnUrl() });
    addEmbedding('/without-popups', address, 'sandbox allow-scripts allow-same-origin');
    const { page, close } = await openIn(browser, `${app.origin}/without-popups`);
    await press(page, 'Connect your home');
    await page.waitForURL(`${stack().address}/connect/`);
    await press(page, 'Cancel');
    await page.waitForURL(`${returnUrl()}&status=cancelled`);
    await close();
  });

  test('stops at once when its link is revoked', async () => {
    const { page, close } = await openIn(browser, await acme.session('rita'));
    await title(page, 'What would you like to connect?');
    const { body: sessions } = await acme.request('GET', '/connect/sessions', { subject: 'rita' });
    const [{ id }] = sessions as [{ id: string }];
    const path = `/connect/sessions/${id}`;
    expect((await acme.request('DELETE', path, { subject: 'alice' })).status).toBe(404);
    expect((await acme.request('DELETE', path)).status).toBe(204);
    await press(page, /^Simulator/);
    await press(page, 'Connect');
    await title(page, 'This link no longer works');
    expect(await inaccessible(page)).toEqual([]);
    await show(page, 'revoked');
    expect((await acme.request('GET', '/connectors/clients', { subject: 'rita' })).body).toEqual(
      [],
    );
    expect((await acme.request('GET', '/connect/sessions', { subject: 'rita' })).body).toEqual([]);
    await close();
  });

  test('shows nothing once it has expired, and without a session', async () => {
    const { secretsKeys } = JSON.parse(
      readFileSync(join(stack().dataDirectory, 'secrets.json'), 'utf8'),
    ) as { secretsKeys: string };
    const expired = createSealing(secretsKeys).seal(
      { purpose: 'connect-session' },
      {
        id: randomUUID(),
        developer: acme.name,
        app: 'acme',
        subject: 'alice',
        expires: Math.floor(Date.now() / 1000) - 1,
      },
    );
    for (const hash of [`#${expired}`, '#anything', '']) {
      const { page, close } = await openIn(browser, `${stack().address}/connect/${hash}`);
      await title(page, 'This link has expired');
      expect(await inaccessible(page)).toEqual([]);
      if (hash === '') await show(page, 'expired');
      await close();
    }
  });

  test('cannot be framed, and runs its own scripts only', async () => {
    const { headers } = await fetch(`${stack().address}/connect/`);
    expect(headers.get('content-security-policy')).toMatch("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toMatch('unsafe');
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  test('requires an origin that the app lists', async () => {
    const { status, body } = await acme.request('POST', '/connect/sessions', {
      subject: 'alice',
      body: { return_url: 'https://elsewhere.example/' },
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: '/return_url' }]);
  });
});
