import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  authorize,
  hasBrowser,
  startBrowser,
  startNetatmo,
  weatherStations,
  type NetatmoPeer,
} from '@trellis/connectors/testing';
import { newAccount, waitFor } from '@trellis/testing';
import { newDeveloper } from './connect/developer.js';
import { openIn, startApp } from './connect/pages.js';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();

let netatmo: NetatmoPeer;
beforeAll(async () => {
  netatmo = await startNetatmo({
    redirectUri: `${stack().address}/api/v1/connectors/authorized`,
    accessTokenTtl: 4,
  });
}, 60_000);
afterAll(() => netatmo?.stop());

const type = { connector_type_id: 'http-json' };

/** Follows the consent of an end user; returns the final address of the browser. */
async function consent(address: string): Promise<URL> {
  const begun = await fetch(address, { redirect: 'manual' });
  const location = new URL(begun.headers.get('location')!);
  const cookie = begun.headers.get('set-cookie')!.split(';')[0]!;
  expect(location.searchParams.get('code_challenge_method')).toBe('S256');
  expect(location.searchParams.get('scope')).toBe('read_station');
  const callback = new URL(location.searchParams.get('redirect_uri')!);
  callback.search = new URLSearchParams({
    state: location.searchParams.get('state')!,
    ...(await netatmo.consent(location, 'alice')),
  }).toString();
  const answer = await fetch(callback, { redirect: 'manual', headers: { cookie } });
  return new URL(answer.headers.get('location')!);
}

test('a described API is authorized by its end user, refreshed, revoked and authorized anew', async () => {
  const account = newAccount(stack());
  const subject = 'alice';
  const description = weatherStations(netatmo.instance);
  const client = { ...type, configuration: { interval_ms: 1000 } };

  const tried = await account.request('POST', '/connectors/try', {
    body: { ...type, instance_configuration: description, client_configuration: {} },
  });
  expect(tried.status).toBe(409);
  const made = await account.request('POST', '/connectors/instances', {
    body: { ...type, configuration: description },
  });
  expect(made.status).toBe(201);
  const instance = await account.request('GET', `/connectors/instances/${made.body.id}`);
  expect(instance.body).toMatchObject({ connect_method: 'oauth2' });
  expect(JSON.stringify(instance.body)).not.toContain(netatmo.instance.client_secret);

  const created = await account.request('POST', '/connectors/clients', { subject, body: client });
  expect(created.status).toBe(303);
  const path = `/connectors/clients/${created.body.client_id}`;
  const read = async () => (await account.request('GET', path, { subject })).body;
  expect(await read()).toMatchObject({ status: 'STARTING', authorization: expect.anything() });

  const arrived = await consent(created.headers.get('location')!);
  expect(`${arrived.origin}${arrived.pathname}`).toBe('https://app.example/connected');
  expect(arrived.searchParams.get('status')).toBe('authorized');
  await waitFor(async () => (await read()).status === 'STARTED', { what: 'the first poll' });
  const things = async () =>
    (
      await account.request('GET', '/things', {
        subject,
        headers: { accept: 'application/ld+json' },
      })
    ).body as { id: string; title: string }[];
  const before = (await things()).map(({ id }) => id).sort();
  expect((await things()).map(({ title }) => title)).toContain('Living room');

  const refreshed = netatmo.refreshes();
  await waitFor(() => netatmo.refreshes() >= refreshed + 2, { what: 'two refreshes' });
  expect(await read()).toMatchObject({ status: 'STARTED' });

  await netatmo.revokeAll();
  await waitFor(async () => (await read()).status === 'ERROR', { what: 'the error' });
  const { error, authorization } = await read();
  expect(error).toMatchObject({ code: 'authorization_required', remedy: 'reauthorize' });
  expect((await consent(authorization.href)).searchParams.get('status')).toBe('authorized');
  await waitFor(async () => (await read()).status === 'STARTED', { what: 'the recovery' });
  expect((await things()).map(({ id }) => id).sort()).toEqual(before);

  const revoked = netatmo.revocations();
  expect((await account.request('DELETE', path, { subject })).status).toBe(204);
  expect(netatmo.revocations()).toBe(revoked + 1);
  expect(await stack().output()).not.toContain(netatmo.instance.client_secret);
});

const inBrowser = hasBrowser ? test : test.skip;
inBrowser(
  `its end user is led through that${hasBrowser ? '' : ' (no chromium)'}`,
  async () => {
    const [app, browser] = await Promise.all([startApp(), startBrowser()]);
    try {
      const acme = await newDeveloper(stack(), app.origin);
      const description = weatherStations({ ...netatmo.instance, origin_callback_uri: app.origin });
      await acme.instance('http-json', description);
      const { page } = await openIn(browser, await acme.session('carol'));
      await page.getByRole('button', { name: 'Continue to HTTP and JSON' }).click();
      const provider = new URL(netatmo.instance.authorization_endpoint).origin;
      await page.waitForURL((url) => url.origin === provider);
      await authorize(page, page.url(), { login: 'carol', password: 'secret' });
      await page.getByRole('heading', { name: 'HTTP and JSON is connected' }).waitFor();
      await page.locator('.things li').first().waitFor();
    } finally {
      await browser.close();
      app.close();
    }
  },
  120_000,
);
