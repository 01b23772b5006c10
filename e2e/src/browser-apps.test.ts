import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasBrowser, startBrowser } from '@trellis/connectors/testing';
import { launchTool, newAccount, request, waitFor } from '@trellis/testing';
import type { Browser, Page } from 'playwright-core';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();

/** Runs a command of the product to its end. Returns what it prints. */
async function run(tool: string, ...args: string[]): Promise<string> {
  const { launcher, output } = launchTool(tool, { DATA_DIR: stack().dataDirectory }, args);
  const [code] = (await once(launcher, 'close')) as [number];
  expect({ code, output: output() }).toMatchObject({ code: 0 });
  return output();
}

/** An app with a server of its own, which has the secret. */
async function newApp(developer: string, ...args: string[]) {
  const options = ['--developer', developer, '--name', 'Acme Home', ...args];
  const printed = await run('register-app', ...options);
  const credentials = JSON.parse(/\{[^]*\}/.exec(printed)![0]) as Record<string, string>;
  async function token(form: Record<string, string>): Promise<string> {
    const answer = await fetch(`${stack().address}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...credentials, ...form }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  }
  return { id: credentials.client_id!, token };
}

/** A web server with an empty page. */
async function startPages(): Promise<{ server: Server; origin: string }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><link rel="icon" href="data:,"><title>Acme Home</title>');
  }).listen(0);
  await once(server, 'listening');
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

const scope = 'svc.things.read svc.things.admin svc.units.read svc.units.admin';

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`a page in a browser${hasBrowser ? '' : ' (no chromium)'}`, () => {
  let browser: Browser;
  let pages: Awaited<ReturnType<typeof startPages>>;
  let strangers: typeof pages;
  let app: Awaited<ReturnType<typeof newApp>>;
  /** Apps of the same developer: one that lists no origins, and one that was told to list them later. */
  let another: typeof app;
  let listing: typeof app;
  /** The app's server, which acts for all of its end users. */
  let account: ReturnType<typeof newAccount>;
  beforeAll(async () => {
    [pages, strangers, browser] = await Promise.all([startPages(), startPages(), startBrowser()]);
    account = newAccount(stack());
    // One after the other: each is a program that takes a second or two.
    app = await newApp(account.developer, '--origins', pages.origin);
    another = await newApp(account.developer);
    listing = await newApp(account.developer);
    await run('set-app-origins', '--app', listing.id, '--origins', pages.origin);
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    pages?.server.close();
    strangers?.server.close();
  });

  async function openPage(origin: string): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    await page.goto(origin);
    return page;
  }

  interface Sent {
    method?: string;
    headers?: Record<string, string>;
    body?: unknown;
  }

  /** Sends a request from a page; returns undefined if the browser blocks the answer. */
  const fetchIn = (page: Page, path: string, token: string, { body, ...sent }: Sent = {}) =>
    page.evaluate(
      async ({ address, init }) => {
        const answer = await fetch(address, init).catch(() => undefined);
        if (!answer) return undefined;
        const text = await answer.text();
        return {
          status: answer.status,
          etag: answer.headers.get('etag'),
          requestId: answer.headers.get('x-request-id'),
          location: answer.headers.get('location'),
          body: (text === '' ? undefined : JSON.parse(text)) as unknown,
        };
      },
      {
        address: path.startsWith('http') ? path : `${stack().address}/api/v1${path}`,
        init: {
          ...sent,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...sent.headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        },
      },
    );

  const newThing = async (subject: string) => {
    const body = { title: 'Counter', properties: { n: { type: 'integer', value: 0 } } };
    const created = await account.request('POST', '/things', { subject, body });
    const href = created.headers.get('location')!;
    const write = (n: number) => account.request('PUT', `${href}/properties/n`, { body: n });
    return { href, write };
  };

  test('sees and changes what is its end user’s, and nothing else', async () => {
    const [mine, other] = [await newThing('alice'), await newThing('bob')];
    const token = await app.token({ scope, external_subject_id: 'alice' });
    const page = await openPage(pages.origin);
    const listed = await fetchIn(page, '/things', token);
    expect(listed).toMatchObject({ status: 200, body: [{ href: mine.href }] });
    expect(listed).toMatchObject({ etag: expect.any(String), requestId: expect.any(String) });
    const put = { method: 'PUT', body: 5, headers: { 'idempotency-key': 'a' } };
    expect(await fetchIn(page, `${mine.href}/properties/n`, token, put)).toMatchObject({
      status: 204,
    });
    expect(await fetchIn(page, `${other.href}/properties/n`, token, put)).toMatchObject({
      status: 404,
    });
    const unit = { method: 'POST', body: { name: 'Home', type: 'Home', properties: [] } };
    const created = await fetchIn(page, '/units', token, unit);
    expect(created).toMatchObject({ status: 201, location: expect.stringContaining('/units/') });
    const { body } = await account.request('GET', created!.location!);
    expect(body).toMatchObject({ owner: 'alice' });
    const headers = { 'x-external-subject-id': 'bob' };
    const forBob = await fetchIn(page, '/things', token, { headers });
    expect(forBob).toMatchObject({
      status: 403,
      body: { type: expect.stringMatching(/#bound_to_subject$/) },
    });
    expect((await fetchIn(page, '/limits', token))!.status).toBe(403);
    await page.context().close();
  });

  test('hears what happens by EventSource, with a ticket, and goes on after it has lost the stream', async () => {
    const thing = await newThing('alice');
    const other = await newThing('bob');
    const token = await app.token({ scope, external_subject_id: 'alice' });
    const page = await openPage(pages.origin);
    const listen = async (lastEventId = '') => {
      const answer = await fetchIn(page, '/events/ticket', token, { method: 'POST' });
      const { href } = answer!.body as { href: string };
      await page.evaluate(
        async ({ href }) => {
          const source = new EventSource(href);
          const received: unknown[] = [];
          Object.assign(globalThis, { source, received });
          source.addEventListener('property_changed', ({ data, lastEventId }) => {
            received.push({ ...(JSON.parse(data as string) as object), lastEventId });
          });
          await new Promise((resolve, reject) => {
            source.onopen = resolve;
            source.onerror = reject;
          });
        },
        { href: `${href}&type=property_changed&last_event_id=${lastEventId}` },
      );
    };
    type Received = { value: number; lastEventId: string }[];
    const received = () =>
      page.evaluate(() => (globalThis as never as { received: Received }).received);
    await listen();
    await other.write(1);
    await thing.write(2);
    await waitFor(async () => (await received()).length > 0);
    expect(await received()).toMatchObject([{ value: 2 }]);
    const [{ lastEventId }] = (await received()) as [Received[0]];
    await page.evaluate(() => (globalThis as never as { source: EventSource }).source.close());
    await thing.write(3);
    await listen(lastEventId);
    await waitFor(async () => (await received()).length > 0);
    expect(await received()).toMatchObject([{ value: 3 }]);
    await page.context().close();
  });

  test('observes a property by the address in the Thing Description', async () => {
    const thing = await newThing('alice');
    const token = await app.token({ scope, external_subject_id: 'alice' });
    const page = await openPage(pages.origin);
    const { body } = (await fetchIn(page, thing.href, token))!;
    type Described = { properties: { n: { forms: { href: string; subprotocol?: string }[] } } };
    const { forms } = (body as Described).properties.n;
    const { href } = forms.find(({ subprotocol }) => subprotocol === 'sse')!;
    const first = await page.evaluate(
      (address) =>
        new Promise((resolve, reject) => {
          const source = new EventSource(address);
          source.onmessage = ({ data }) => resolve(data);
          source.onerror = reject;
        }),
      href,
    );
    expect(first).toBe('0');
    await page.context().close();
  });

  test('is told that its token has expired', async () => {
    const page = await openPage(pages.origin);
    const answer = await fetchIn(page, '/things', 'expired');
    expect(answer).toMatchObject({ status: 401, body: { status: 401 } });
    await page.context().close();
  });

  test('gets nothing when it comes from an origin that no app lists', async () => {
    const token = await app.token({ scope, external_subject_id: 'alice' });
    const page = await openPage(strangers.origin);
    expect(await fetchIn(page, '/things', token)).toBeUndefined();
    const unit = { method: 'POST', body: { name: 'Never', type: 'Home', properties: [] } };
    expect(await fetchIn(page, '/units', token, unit)).toBeUndefined();
    const { body } = await account.request('GET', '/units?name=Never');
    expect(body).toEqual([]);
    const { body: ticket } = await request(stack(), 'POST', '/events/ticket', {
      headers: { authorization: `Bearer ${token}` },
    });
    const opened = await page.evaluate(
      (address) =>
        new Promise((resolve) => {
          const source = new EventSource(address);
          source.onopen = () => resolve(true);
          source.onerror = () =>
            resolve(source.readyState === EventSource.CLOSED ? false : 'again');
        }),
      (ticket as { href: string }).href,
    );
    expect(opened).toBe(false);
    await page.context().close();
  });

  test('gets nothing with the token of another app, which does not list its origin', async () => {
    const token = await another.token({ scope, external_subject_id: 'alice' });
    const page = await openPage(pages.origin);
    expect(await fetchIn(page, '/things', token)).toBeUndefined();
    const own = await listing.token({ scope, external_subject_id: 'alice' });
    expect(await fetchIn(page, '/things', own)).toMatchObject({ status: 200 });
    await page.context().close();
  });

  test('cannot ask for a token with the secret of an app', async () => {
    const page = await openPage(pages.origin);
    const answer = await page.evaluate((address) => {
      const credentials = { client_id: 'an app', client_secret: 'a secret' };
      const body = new URLSearchParams({ grant_type: 'client_credentials', ...credentials });
      return fetch(address, { method: 'POST', body }).then(
        ({ status }) => status,
        () => 'kept from the page',
      );
    }, `${stack().address}/oauth2/token`);
    expect(answer).toBe('kept from the page');
    await page.context().close();
  });
});
