import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasBrowser, startBrowser } from '@trellis/connectors/testing';
import { eventually, newAccount, request, type Account } from '@trellis/testing';
import type { Browser, Page } from 'playwright-core';
import { inaccessible, openIn, show } from './connect/pages.js';
import { shellyLogo, shellyType, startShelly } from './connector-types/shelly.js';
import { apiKey, solarLogo, solarType, startSolar } from './connector-types/solar.js';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();

let solar: Awaited<ReturnType<typeof startSolar>>;
let shelly: Awaited<ReturnType<typeof startShelly>>;
let browser: Browser | undefined;
beforeAll(async () => {
  [solar, shelly] = await Promise.all([startSolar(), startShelly()]);
  if (hasBrowser) browser = await startBrowser();
}, 60_000);
afterAll(() => Promise.all([solar?.close(), shelly?.close(), browser?.close()]));

const path = '/connectors/types';

/** Sends a logo; returns the status and the problem. */
async function putLogo({ token }: Account, id: string, type: string, body: BodyInit) {
  const answer = await fetch(`${stack().address}/api/v1${path}/${id}/logo`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

async function describeSolar({ request }: Account) {
  const created = await request('POST', path, { body: solarType(solar.address) });
  expect(created.status).toBe(201);
  return created;
}

const setUp = ({ request }: Account, connector_type_id: string) =>
  request('POST', '/connectors/instances', { body: { connector_type_id, configuration: {} } });

const parameters = { site: '4711', api_key: apiKey };

/** Creates a client of `x-solar`, and waits for its first poll. */
async function connectSolar({ request }: Account, subject: string) {
  const configuration = { parameters, interval_ms: 1_000 };
  const body = { connector_type_id: 'x-solar', configuration };
  const { body: created } = await request('POST', '/connectors/clients', { subject, body });
  const client = `/connectors/clients/${created.client_id}`;
  await eventually(async () =>
    expect((await request('GET', client)).body).toMatchObject({ status: 'STARTED' }),
  );
  return client;
}

test('a description becomes a type that only its account sees', async () => {
  const [account, other] = [newAccount(stack()), newAccount(stack())];
  const created = await describeSolar(account);
  const location = created.headers.get('location')!;
  expect(location).toMatch(/\/connectors\/types\/x-solar$/);
  const read = await account.request('GET', location);
  expect(read.body).toMatchObject({
    type_id: 'x-solar',
    version: 1,
    logo: '',
    secrets: ['/requests/overview/headers/X-App-Token'],
    configuration: { authentication: { key: '{api_key}' } },
  });
  expect(JSON.stringify(read.body)).not.toContain('secret of the app');

  const number = created.body.connector.href.split('/').at(-1);
  for (const id of ['x-solar', number]) {
    const description = `/connectors/descriptions/${id}`;
    expect((await account.request('GET', description)).body).toMatchObject({
      id: Number(number),
      type_id: 'x-solar',
      name: 'Solar Edge',
      category: 'energy',
      instance_configuration_schema: { properties: {} },
      client_configuration_schema: { required: ['parameters'] },
      connect: { method: 'form', steps: [{ title: 'Find your API key' }] },
    });
    expect((await other.request('GET', description)).status).toBe(404);
    expect((await request(stack(), 'GET', description)).status).toBe(404);
  }
  const namesOf = (answer: { body: { type_id: string }[] }) =>
    answer.body.map(({ type_id }) => type_id);
  const list = '/connectors/descriptions';
  expect(namesOf(await account.request('GET', list))).toContain('x-solar');
  expect(namesOf(await account.request('GET', path))).toEqual(['x-solar']);
  expect(namesOf(await other.request('GET', list))).not.toContain('x-solar');
  expect(namesOf(await request(stack(), 'GET', list))).not.toContain('x-solar');
  expect((await other.request('GET', `${path}/x-solar`)).status).toBe(404);
  expect(await setUp(other, 'x-solar')).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/connector_type_id' }] },
  });

  // Another account may use the same id for something else.
  const same = { ...shellyType, type_id: 'x-solar' };
  expect((await other.request('POST', path, { body: same })).status).toBe(201);
  expect((await account.request('GET', location)).body).toEqual(read.body);
  expect((await account.request('POST', path, { body: same })).body).toMatchObject({
    status: 409,
    errors: [{ pointer: '/type_id' }],
  });
});

test('what is wrong with a type is named', async () => {
  const { request } = newAccount(stack());
  const type = solarType(solar.address);
  const refused = async (body: object) => (await request('POST', path, { body })).body.errors;
  expect(await refused({ ...type, type_id: 'simulator' })).toMatchObject([{ pointer: '/type_id' }]);
  const { configuration, translations } = type;
  const badRequest = { overview: { path: 'no path' } };
  expect(
    await refused({ ...type, configuration: { ...configuration, requests: badRequest } }),
  ).toMatchObject([{ pointer: '/configuration/requests/overview/path' }]);
  const de = { ...translations.de, 'No text': 'Kein Text' };
  expect(await refused({ ...type, translations: { de } })).toMatchObject([
    { pointer: '/translations/de/No text' },
  ]);
  expect(await refused({ ...type, configuration: { ...configuration, extra: 1 } })).toMatchObject([
    { pointer: '/configuration/extra' },
  ]);
});

test('a logo is a safe picture with an address that nobody can guess', async () => {
  const account = newAccount(stack());
  await describeSolar(account);
  const put = (type: string, body: BodyInit) => putLogo(account, 'x-solar', type, body);
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  expect(await put('image/svg+xml', script)).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('Must have no element script.') },
  });
  expect((await put('image/png', solarLogo)).status).toBe(400);
  expect((await put('text/html', solarLogo)).status).toBe(415);
  expect((await put('image/png', new Uint8Array(65_537))).status).toBe(413);

  expect((await put('image/svg+xml', solarLogo)).status).toBe(204);
  const { logo } = (await account.request('GET', '/connectors/descriptions/x-solar')).body;
  const shown = await fetch(logo);
  expect(await shown.text()).toBe(solarLogo);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect((await put('image/png', new Uint8Array(shellyLogo()))).status).toBe(204);
  expect((await fetch(logo)).status).toBe(404);
  const own = await account.request('GET', `${path}/x-solar/logo`);
  expect(own.headers.get('content-type')).toBe('image/png');
});

test('a new version is tried on clients, the old ones can be restored, and secrets stay', async () => {
  const account = newAccount(stack());
  const { request } = account;
  await describeSolar(account);
  expect((await setUp(account, 'x-solar')).status).toBe(201);
  const client = await connectSolar(account, 'ada');
  const { type_id: _id, ...version } = solarType(solar.address);
  const withPath = (path: string) => ({
    ...version,
    configuration: { ...version.configuration, requests: { overview: { path } } },
  });
  const type = `${path}/x-solar`;
  const broken = withPath('/sites/{site}');
  const refused = await request('PUT', type, { body: broken });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      trials: [{ client: { href: expect.stringContaining(client) }, error: expect.anything() }],
    },
  });
  expect((await request('GET', type)).body.version).toBe(1);
  const forced = await request('PUT', `${type}?force=true`, { body: broken });
  expect(forced).toMatchObject({ status: 200, body: { version: 2, trials: [{ error: {} }] } });
  await eventually(async () =>
    expect((await request('GET', client)).body).toMatchObject({ status: 'ERROR' }),
  );
  const restored = await request('PATCH', type, { body: { version: 1 } });
  expect(restored).toMatchObject({ status: 200, body: { version: 1, trials: [{ found: 1 }] } });
  await eventually(async () =>
    expect((await request('GET', client)).body).toMatchObject({ status: 'STARTED' }),
  );

  // As the type is read, without its secret.
  const { configuration } = restored.body;
  const again = { ...version, name: 'Solar', configuration };
  expect((await request('PUT', type, { body: again })).body).toMatchObject({ version: 3 });
  const extended = { ...again, configuration: { ...configuration, min_interval_ms: 1_001 } };
  expect((await request('PUT', type, { body: extended })).body.errors).toMatchObject([
    { detail: expect.stringContaining('1001') },
  ]);
  expect((await request('GET', `${type}/versions`)).body).toMatchObject([
    { version: 3, name: 'Solar', is_current: true },
    { version: 2, is_current: false },
    { version: 1, is_current: false },
  ]);
  const sent = solar.requests.at(-1)!;
  expect(sent.headers['x-app-token']).toBe('secret of the app');

  expect((await request('DELETE', type)).body).toMatchObject({
    status: 409,
    existing: { href: expect.stringContaining('/connectors/instances/') },
  });
}, 60_000);

test('a type that nobody uses can be deleted', async () => {
  const account = newAccount(stack());
  const { request } = account;
  await describeSolar(account);
  const { body: instance } = await setUp(account, 'x-solar');
  const instancePath = `/connectors/instances/${instance.id}`;
  expect((await request('GET', `${instancePath}/configuration`)).body).toEqual({
    configuration: {},
    secrets: [],
  });
  const patch = { configuration: { base_url: 'http://elsewhere.test' } };
  expect((await request('PATCH', instancePath, { body: patch })).body.errors).toMatchObject([
    { pointer: '/configuration/base_url' },
  ]);
  const tried = await request('POST', '/connectors/try', {
    body: {
      connector_type_id: 'x-solar',
      instance_configuration: {},
      client_configuration: { parameters },
    },
  });
  expect(tried.body).toMatchObject({ status: 'STARTED', found: 1 });
  expect((await request('DELETE', instancePath)).status).toBe(204);
  expect((await request('DELETE', `${path}/x-solar`)).status).toBe(204);
  expect((await request('GET', '/connectors/descriptions/x-solar')).status).toBe(404);
  expect((await describeSolar(account)).body).toMatchObject({ version: 1 });
});

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`on the connect page${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const title = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name }).waitFor();
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

  test('an end user connects both types in German', async () => {
    const account = newAccount(stack());
    const { request } = account;
    await describeSolar(account);
    await request('POST', path, { body: shellyType });
    await putLogo(account, 'x-solar', 'image/svg+xml', solarLogo);
    await putLogo(account, 'x-shelly', 'image/png', new Uint8Array(shellyLogo()));
    for (const type of ['x-solar', 'x-shelly']) await setUp(account, type);
    const subject = 'ada';
    const session = await request('POST', '/connect/sessions', { subject, body: {} });
    const { page, problems, close } = await openIn(browser!, session.body.href, 'de-DE');
    await page.getByText('Wechselrichter auf dem Dach.').waitFor();
    await page.getByText('Steckdosen und Relais zu Hause.').waitFor();
    const logos = page.locator('.choices img');
    const drawn = () =>
      logos.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));
    await eventually(async () => expect(await drawn()).toEqual([24, 8]));
    expect(await inaccessible(page)).toEqual([]);
    await show(page, 'types');

    await press(page, /^Solar Edge/);
    await title(page, 'Solar Edge verbinden');
    await page.getByText('API-Schlüssel finden').waitFor();
    await show(page, 'type-form');
    await page.getByLabel('Anlage').fill('4711');
    await page.getByLabel(/^API-Schlüssel/).fill(apiKey);
    await press(page, 'Verbinden');
    await page.getByText('Inverter 4711').waitFor();
    await press(page, /verbinden$/);

    await press(page, /^Shelly/);
    await page.getByLabel('Adresse der Steckdose').fill(shelly.host);
    await press(page, 'Verbinden');
    await page.getByText('Plug').waitFor();
    expect(problems).toEqual([]);
    await close();

    const { body: things } = await request('GET', '/things?view=values', { subject });
    expect(things).toHaveLength(2);
    const plug = things.find(({ title }: { title: string }) => title === 'Plug');
    const on = await request('PUT', `/things/${plug.id}/properties/on`, { subject, body: true });
    expect(on.status).toBe(204);
    expect(shelly.state.output).toBe(true);
  }, 120_000);
});
