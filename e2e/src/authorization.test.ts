import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  authorize,
  hasBrowser,
  startBrowser,
  startNetatmo,
  type NetatmoPeer,
} from '@trellis/connectors/testing';
import { newAccount, waitFor, type Account } from '@trellis/testing';
import type { Browser, Page } from 'playwright-core';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();

/** The address of the developer's app, to which browsers come in the end. */
let app: Server;
const arrivals: URL[] = [];
const appAddress = () => `http://localhost:${(app.address() as AddressInfo).port}/connected`;

let netatmo: NetatmoPeer;
let browser: Browser;

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`authorization in a browser${hasBrowser ? '' : ' (no chromium)'}`, () => {
  beforeAll(async () => {
    app = createServer((request, response) => {
      if (request.url!.startsWith('/connected')) arrivals.push(new URL(request.url!, appAddress()));
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>App</title><h1>Netatmo is connected</h1>');
    });
    app.listen(0);
    await once(app, 'listening');
    netatmo = await startNetatmo({
      redirectUri: `${stack().address}/api/v1/connectors/authorized`,
      accessTokenTtl: 4,
    });
    browser = await startBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await netatmo?.stop();
    app?.close();
  });

  /** A client that waits for its end user, and the address of the provider. */
  async function newClient(subject = 'alice') {
    const account = newAccount(stack());
    const configuration = { ...netatmo.instance, origin_callback_uri: appAddress() };
    await account.request('POST', '/connectors/instances', {
      body: { connector_type_id: 'netatmo', configuration },
    });
    const created = await account.request('POST', '/connectors/clients', {
      subject,
      body: { connector_type_id: 'netatmo', configuration: { interval_ms: 1000 } },
    });
    const path = `/connectors/clients/${created.body.client_id}`;
    const read = async () => (await account.request('GET', path, { subject })).body;
    return { account, created, path, read, id: created.body.client_id as string };
  }

  async function withPage<T>(use: (page: Page) => Promise<T>): Promise<T> {
    const context = await browser.newContext();
    try {
      return await use(await context.newPage());
    } finally {
      await context.close();
    }
  }

  /** The end user logs in, consents, and comes to the app. */
  const consent = (address: string) =>
    withPage(async (page) => {
      await authorize(page, address, { login: 'alice', password: 'secret' });
      await page.waitForURL(/\/connected/);
      if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
      return new URL(page.url());
    });

  /** Begins an authorization without a browser, as an attacker may; returns what a browser would get. */
  async function beginWithout(address: string) {
    const { status, headers } = await fetch(address, { redirect: 'manual' });
    expect(status).toBe(303);
    const location = new URL(headers.get('location')!);
    return {
      location,
      state: location.searchParams.get('state')!,
      cookie: headers.get('set-cookie')!.split(';')[0]!,
    };
  }

  const thingsOf = async ({ request }: Account) =>
    (await request('GET', '/things', { headers: { accept: 'application/ld+json' } })).body as {
      id: string;
      title: string;
    }[];

  test('an end user authorizes a client, and its things appear', async () => {
    const { account, created, read, id } = await newClient();
    expect(created.status).toBe(303);
    const begin = created.headers.get('location')!;
    expect(begin.startsWith(`${stack().address}/api/v1/connectors/authorizations/`)).toBe(true);
    const { location } = await beginWithout(begin);
    expect(location.href).toContain(new URL(netatmo.instance.authorization_endpoint).pathname);
    expect(location.searchParams.get('code_challenge_method')).toBe('S256');
    expect(location.searchParams.get('redirect_uri')).toBe(
      `${stack().address}/api/v1/connectors/authorized`,
    );
    expect(await read()).toMatchObject({
      status: 'STARTING',
      authorization: { href: expect.any(String) },
    });

    const arrived = await consent(begin);
    expect(Object.fromEntries(arrived.searchParams)).toEqual({
      client_id: id,
      status: 'authorized',
    });
    await waitFor(async () => (await read()).status === 'STARTED', { what: 'the first poll' });
    expect(await read()).not.toHaveProperty('authorization');
    expect(await thingsOf(account)).not.toHaveLength(0);
    expect(await stack().output()).not.toContain(netatmo.instance.client_secret);
  });

  test('tokens are refreshed before they expire, and the client goes on', async () => {
    const { created, read } = await newClient();
    await consent(created.headers.get('location')!);
    const before = netatmo.refreshes();
    await waitFor(() => netatmo.refreshes() >= before + 2, { what: 'two refreshes' });
    expect(await read()).toMatchObject({ status: 'STARTED' });
  });

  test('a revoked grant is an error, and authorized anew the things are the same', async () => {
    const { account, created, read } = await newClient();
    await consent(created.headers.get('location')!);
    await waitFor(async () => (await read()).status === 'STARTED', { what: 'the first poll' });
    const before = (await thingsOf(account)).map(({ id }) => id).sort();
    await netatmo.revokeAll();
    await waitFor(async () => (await read()).status === 'ERROR', { what: 'the error' });
    const { error, authorization } = await read();
    expect(error).toMatchObject({ code: 'authorization_required', remedy: 'reauthorize' });
    const arrived = await consent(authorization.href);
    expect(arrived.searchParams.get('status')).toBe('authorized');
    await waitFor(async () => (await read()).status === 'STARTED', { what: 'the recovery' });
    expect((await thingsOf(account)).map(({ id }) => id).sort()).toEqual(before);
  });

  test('a client that is removed gives its grant back', async () => {
    const { account, created, read, path } = await newClient();
    await consent(created.headers.get('location')!);
    await waitFor(async () => (await read()).status === 'STARTED', { what: 'the first poll' });
    const before = netatmo.revocations();
    expect((await account.request('DELETE', path)).status).toBe(204);
    expect(netatmo.revocations()).toBe(before + 1);
  });

  test('an end user who declines comes to the app with an error', async () => {
    const { created, read, id } = await newClient();
    const arrived = await withPage(async (page) => {
      await page.goto(created.headers.get('location')!);
      await page.fill('input[name=login]', 'alice');
      await page.fill('input[name=password]', 'secret');
      await page.click('button[type=submit]');
      await page.click('a:has-text("Cancel")');
      await page.waitForURL(/\/connected/);
      return new URL(page.url());
    });
    expect(Object.fromEntries(arrived.searchParams)).toEqual({
      client_id: id,
      error: 'access_denied',
    });
    expect(await read()).toMatchObject({ status: 'STARTING' });
  });

  test('a grant cannot be led to the client of whoever began the authorization', async () => {
    const { created, read } = await newClient();
    // An attacker begins it, and gives the address of the provider to a victim, who consents there.
    const { location, state, cookie } = await beginWithout(created.headers.get('location')!);
    const before = arrivals.length;
    await withPage(async (page) => {
      const answered = page.waitForResponse(/\/connectors\/authorized/);
      await authorize(page, location.href, { login: 'victim', password: 'secret' });
      expect((await answered).status()).toBe(400);
      await page.waitForSelector('text=begun in another browser');
      await page.waitForSelector('text=Go back to the app and start again.');
    });
    expect(arrivals).toHaveLength(before);
    expect(await read()).toMatchObject({ status: 'STARTING', authorization: expect.anything() });
    // It is over for the attacker, too.
    const callback = `${stack().address}/api/v1/connectors/authorized?state=${state}&code=x`;
    const answer = await fetch(callback, { redirect: 'manual', headers: { cookie } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ type: expect.stringMatching('expired') });
  });

  test('a browser can authorize two clients at the same time', async () => {
    const [one, other] = [await newClient(), await newClient()];
    const context = await browser.newContext();
    try {
      const pages = [await context.newPage(), await context.newPage()];
      // Both are begun before either is completed.
      await pages[0]!.goto(one.created.headers.get('location')!);
      await pages[1]!.goto(other.created.headers.get('location')!);
      await authorize(pages[0]!, pages[0]!.url(), { login: 'alice', password: 'secret' });
      // By now the provider knows that she consents.
      await pages[1]!.fill('input[name=login]', 'alice');
      await pages[1]!.fill('input[name=password]', 'secret');
      await pages[1]!.click('button[type=submit]');
      for (const [index, { id }] of [one, other].entries()) {
        await pages[index]!.waitForURL(/\/connected/);
        const { searchParams } = new URL(pages[index]!.url());
        expect(Object.fromEntries(searchParams)).toEqual({ client_id: id, status: 'authorized' });
      }
    } finally {
      await context.close();
    }
  });

  test('a state is good once, and none can be made up', async () => {
    const { created } = await newClient();
    const callbacks: string[] = [];
    await withPage(async (page) => {
      page.on('request', (request) => {
        if (request.url().includes('/connectors/authorized')) callbacks.push(request.url());
      });
      await authorize(page, created.headers.get('location')!, { login: 'a', password: 'b' });
      await page.waitForURL(/\/connected/);
    });
    const again = await fetch(callbacks[0]!, { redirect: 'manual' });
    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({ remedy: 'reauthorize' });
    const forged = `${stack().address}/api/v1/connectors/authorized?state=made-up&code=x`;
    expect((await fetch(forged, { redirect: 'manual' })).status).toBe(400);
    const ticket = `${stack().address}/api/v1/connectors/authorizations/made-up`;
    expect((await fetch(ticket, { redirect: 'manual' })).status).toBe(404);
  });

  test('the code of one authorization cannot be used for another', async () => {
    const [mine, theirs] = [await newClient(), await newClient()];
    const code = await withPage(async (page) => {
      let caught = '';
      // The answer of the provider is caught before it reaches Trellis, as an attacker would.
      await page.route('**/interaction/**', async (route) => {
        if (!route.request().postData()?.includes('prompt=consent')) return route.continue();
        let answer = await route.fetch({ maxRedirects: 0 });
        while (!answer.headers().location!.includes('/connectors/authorized')) {
          const next = answer.headers().location!;
          answer = await page.context().request.get(next, { maxRedirects: 0 });
        }
        caught = new URL(answer.headers().location!).searchParams.get('code')!;
        return route.abort();
      });
      const address = mine.created.headers.get('location')!;
      void authorize(page, address, { login: 'a', password: 'b' }).catch(() => undefined);
      return waitFor(() => caught, { what: 'the code' });
    });
    const { state, cookie } = await beginWithout(theirs.created.headers.get('location')!);
    const callback = new URL(`${stack().address}/api/v1/connectors/authorized`);
    callback.search = new URLSearchParams({ state, code }).toString();
    const answer = await fetch(callback, { redirect: 'manual', headers: { cookie } });
    const back = new URL(answer.headers.get('location')!);
    expect(back.searchParams.get('error')).toBe('invalid_grant');
    expect(await theirs.read()).toMatchObject({ status: 'STARTING' });
  });
});
