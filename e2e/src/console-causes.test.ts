import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasBrowser, startBrowser } from '@trellis/connectors/testing';
import { startHttpServer, waitFor } from '@trellis/testing';
import { newDeveloper } from './connect/developer.js';
import { inaccessible, openIn, show, startApp, type App } from './connect/pages.js';
import { asDemo, headingOf, newPage, overflowOf, signIn } from './console/page.js';
import { oneStack } from './one-stack.js';
import type { Browser } from 'playwright-core';

const stack = oneStack();
const demo = asDemo(stack);

/** An API with one device at a path; `key` is a secret query parameter. */
const description = (base_url: string, path: string) => ({
  base_url,
  requests: { lamps: { path: `${path}?key=hunter2` } },
  devices: [
    {
      request: 'lamps',
      entities: '$.lamps[*]',
      id: '$.id',
      properties: [{ capability: 'power', value: '$.watts' }],
    },
  ],
});

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`a client that fails${hasBrowser ? '' : ' (no chromium)'}`, () => {
  let app: App;
  let browser: Browser;
  let address: string;
  let close: () => void;
  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), startBrowser()]);
    const server = await startHttpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html>Sign in</html>');
    });
    address = server.address;
    close = () => void server.close();
    const configuration = description(address, '/api/lamps');
    const body = { connector_type_id: 'http-json', configuration };
    expect((await demo('POST', '/connectors/instances', { body })).status).toBe(201);
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    app?.close();
    close?.();
  });

  test('shows its cause, the address, what helps and the next attempt in the console', async () => {
    const body = { connector_type_id: 'http-json', configuration: { interval_ms: 60_000 } };
    const created = await demo('POST', '/connectors/clients', { subject: 'alice', body });
    const path = `/connectors/clients/${created.body.client_id}`;
    const read = async () => (await demo('GET', path)).body;
    // When the next poll runs is known a moment later.
    await waitFor(async () => (await read()).retry_in !== undefined, { what: 'a failed poll' });
    const client = await read();
    expect(client).toMatchObject({
      status: 'ERROR',
      failures: 1,
      retry_in: expect.any(Number),
      error: {
        code: 'unavailable',
        cause: 'not_json',
        remedy: 'fix-configuration',
        address: `${address}/api/lamps`,
        status: 200,
        advice: expect.stringContaining('JSON was expected'),
      },
    });
    expect(JSON.stringify(client)).not.toContain('hunter2');

    const { page, complaints } = await newPage(browser);
    await signIn(page, stack(), `/clients/${created.body.client_id}`);
    await headingOf(page, /alice/).waitFor();
    const alert = page.getByRole('alert').filter({ hasText: 'does not answer with JSON' });
    await alert.getByText('not_json').waitFor();
    await alert.getByText(`${address}/api/lamps`).waitFor();
    await alert.getByText(/1 attempt has failed; .* the next one begins/).waitFor();
    expect(await inaccessible(page)).toEqual([]);
    await show(page, 'console-client');
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  }, 120_000);

  test('is explained to its end user, in German as well', async () => {
    const acme = await newDeveloper(stack(), app.origin);
    await acme.instance('mqtt-discovery', {});
    const body = {
      connector_type_id: 'mqtt-discovery',
      configuration: { broker_url: 'mqtt://127.0.0.1:1' },
    };
    const created = await acme.request('POST', '/connectors/clients', { subject: 'bob', body });
    const path = `/connectors/clients/${created.body.client_id}`;
    const read = async () => (await acme.request('GET', path)).body;
    await waitFor(async () => (await read()).failures > 0, { what: 'a failed poll' });
    expect((await read()).error).toMatchObject({
      cause: 'connection_refused',
      address: 'mqtt://127.0.0.1:1',
      remedy: 'retry',
    });
    const session = await acme.session('bob', { client: created.body.client_id });
    const german = await openIn(browser, session, 'de-DE');
    await german.page.getByText('Unter dieser Adresse antwortet nichts.').waitFor();
    await german.page.getByText(/^Nächster Versuch: \d/).waitFor();
    expect(await inaccessible(german.page)).toEqual([]);
    await show(german.page, 'causes');
    expect(german.problems).toEqual([]);
    await german.close();
  }, 120_000);
});
