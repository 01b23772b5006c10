import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hasBrowser, startBrowser } from '@trellis/connectors/testing';
import { eventually, request, signToken, waitFor } from '@trellis/testing';
import type { Browser, Page } from 'playwright-core';
import { acceptLink, newPage, overflowOf, signInLink, violationsOf } from './console/page.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();

interface Key {
  client_id: string;
  client_secret: string;
}

/** The status with which a key gets an access token, and the scopes of that. */
async function takeToken(key: Key) {
  const answer = await fetch(`${stack().address}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...key }),
  });
  return { status: answer.status, ...((await answer.json()) as { scope?: string }) };
}

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`API keys in the console${hasBrowser ? '' : ' (no chromium)'}`, () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    ({ page, complaints } = await newPage(browser));
  });
  afterEach(() => page.context().close());

  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const rowOf = (name: string) => page.getByRole('listitem', { name });
  const dialog = () => page.getByRole('dialog');

  /** Opens the screen with a key, by default with that of the demo app. */
  async function open(key?: Key) {
    const linked = signInLink(stack()).split('#')[1];
    const fragment = key ? new URLSearchParams({ ...key }) : linked;
    await page.goto('about:blank');
    await page.goto(`${stack().address}/console/apps#${String(fragment)}`);
    await acceptLink(page);
    await heading('API keys').waitFor();
    await waitFor(async () => (await page.getByLabel('Loading').count()) === 0);
  }

  /** Waits for the dialog with the secret, and until the one before it is away. */
  async function keyIsShown() {
    await page.getByText('Store the secret now').waitFor();
    await waitFor(async () => (await dialog().count()) === 1);
  }

  /** Reads the key that the dialog shows once, and closes it. */
  async function readKey(): Promise<Key> {
    const client_id = await dialog().getByLabel('Client id', { exact: true }).inputValue();
    const client_secret = await dialog().getByLabel('Client secret', { exact: true }).inputValue();
    await dialog().getByRole('button', { name: 'I have stored it' }).click();
    await dialog().waitFor({ state: 'detached' });
    return { client_id, client_secret };
  }

  async function register(name: string, ...scopes: string[]): Promise<Key> {
    await page.getByRole('button', { name: 'Register app' }).click();
    await dialog().getByLabel('Name').fill(name);
    for (const scope of scopes) await dialog().getByLabel(scope).check();
    await dialog().getByRole('button', { name: 'Register' }).click();
    await keyIsShown();
    return readKey();
  }

  async function rotate(name: string, overlap: string): Promise<Key> {
    await rowOf(name).getByRole('button', { name: 'Rotate secret' }).click();
    await dialog()
      .getByLabel(/stays valid/)
      .selectOption({ label: overlap });
    await dialog().getByRole('button', { name: 'Rotate', exact: true }).click();
    await keyIsShown();
    return readKey();
  }

  async function revoke(name: string) {
    await rowOf(name).getByRole('button', { name: 'Revoke' }).click();
    await dialog().getByRole('button', { name: 'Revoke' }).click();
  }

  test('a key is registered, used, changed, rotated and revoked', async () => {
    await open();
    await page.getByRole('button', { name: 'Register app' }).click();
    await dialog().getByLabel('Name').fill('Nothing');
    await dialog().getByRole('button', { name: 'Register' }).click();
    await page.getByText('Choose at least one scope.').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await dialog().waitFor({ state: 'detached' });

    const first = await register(
      'Dashboard',
      'Read things',
      'Write properties and invoke actions of things',
    );
    const scope = 'svc.things.read svc.things.act';
    expect(await takeToken(first)).toMatchObject({ status: 200, scope });

    await rowOf('Dashboard').getByRole('button', { name: 'Change' }).click();
    await dialog().getByLabel('Allowed origins').fill('http://app.example');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByRole('alert').waitFor();
    await dialog().getByLabel('Allowed origins').fill('https://app.example\nhttps://b.example');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    await rowOf('Dashboard')
      .getByText('Web pages at https://app.example, https://b.example')
      .waitFor();

    const second = await rotate('Dashboard', 'For an hour');
    expect(second.client_id).toBe(first.client_id);
    await rowOf('Dashboard').getByText('Previous secret expires').waitFor();
    expect((await takeToken(first)).status).toBe(200);
    expect((await takeToken(second)).status).toBe(200);

    const third = await rotate('Dashboard', 'Revoke now: it has leaked');
    expect((await takeToken(first)).status).toBe(401);
    expect((await takeToken(second)).status).toBe(401);
    expect((await takeToken(third)).status).toBe(200);

    await revoke('Dashboard');
    await rowOf('Dashboard').waitFor({ state: 'detached' });
    expect((await takeToken(third)).status).toBe(401);
    expect(complaints).toEqual([]);
  });

  test('rotating the own secret keeps the session, and revoking it ends the session', async () => {
    await open();
    const scopes = ['Register, rotate and revoke apps', 'Read units, subjects and limits'];
    const key = await register('Operations', ...scopes);
    await open(key);
    await rowOf('Operations').getByText('Signed in with this app').waitFor();
    const { client_secret } = await rotate('Operations', 'Revoke now: it has leaked');
    expect((await takeToken(key)).status).toBe(401);
    expect((await takeToken({ ...key, client_secret })).status).toBe(200);
    await register('Second', 'Read units, subjects and limits');
    await rowOf('Operations').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('You are signed in with this app').waitFor();
    await dialog().getByRole('button', { name: 'Revoke' }).click();
    await heading('Sign in to Trellis').waitFor();
    expect(complaints).toEqual([]);
  });

  test('nobody grants scopes that they lack', async () => {
    await open();
    const key = await register('Limited', 'Register, rotate and revoke apps');
    await open(key);
    await expectDisabled('demo');
    await page.getByRole('button', { name: 'Register app' }).click();
    await eventually(async () => expect(await dialog().getByRole('checkbox').count()).toBe(1));
  });

  async function expectDisabled(name: string) {
    const button = rowOf(name).first().getByRole('button', { name: 'Rotate secret' });
    await eventually(async () => expect(await button.isDisabled()).toBe(true));
  }

  test('an app without the scope sees an explanation', async () => {
    await open();
    const key = await register('Reader', 'Read units, subjects and limits');
    await open(key);
    await page.getByText('Not available to you').waitFor();
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
  });

  test('names of apps are shown as text', async () => {
    const name =
      '<img src=x onerror="document.title=1"> & a name that is as long as it can be'.padEnd(
        256,
        'x',
      );
    const authorization = `Bearer ${signToken(stack(), { sub: 'demo' })}`;
    const body = { name, scopes: ['svc.units.read'] };
    expect(
      (await request(stack(), 'POST', '/apps', { headers: { authorization }, body })).status,
    ).toBe(201);
    await open();
    await page.getByText(name).waitFor();
    expect(await overflowOf(page)).toBe(0);
  });

  test.each(['light', 'dark'] as const)(
    'can be used by everybody, in %s colors',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open();
      await register('Shown', 'Read things');
      expect(await violationsOf(page)).toEqual([]);
      await rowOf('Shown').first().getByRole('button', { name: 'Rotate secret' }).click();
      await dialog().waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await dialog().getByRole('button', { name: 'Rotate', exact: true }).click();
      await keyIsShown();
      expect(await violationsOf(page)).toEqual([]);
      await readKey();
      await page.getByRole('button', { name: 'Register app' }).click();
      await dialog().waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      await dialog().getByRole('button', { name: 'Close' }).click();
      await revoke('Shown');
      await rowOf('Shown').waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    },
  );
});
