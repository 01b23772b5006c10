import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { eventually, startHttpServer, startMosquitto, waitFor } from '@trellis/testing';
import { connectAsync } from 'mqtt';
import type { Page } from 'playwright-core';
import { asDemo, headingOf, lookAt, onePage, signIn } from './console/page.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();
const demo = asDemo(stack);

/** An API with lamps. */
const description = (base_url: string) => ({
  base_url,
  requests: { lamps: { path: '/api/lamps?key=hunter2' } },
  devices: [
    {
      request: 'lamps',
      entities: '$.lamps[*]',
      id: '$.id',
      properties: [{ capability: 'power', value: '$.watts' }],
    },
  ],
});

const lamps = JSON.stringify({
  lamps: [
    { id: 'kitchen', watts: 4.5, on: true },
    { id: 'hall', watts: 0, on: false },
  ],
});

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`activity in the console${hasBrowser ? '' : ' (no chromium)'}`, () => {
  /** Whether the API answers with a page for people, and not with its lamps. */
  let isBroken = true;
  let address: string;
  let close: () => void;
  let client: string;
  beforeAll(async () => {
    const server = await startHttpServer((_request, response) => {
      response.writeHead(200, { 'content-type': isBroken ? 'text/html' : 'application/json' });
      response.end(isBroken ? '<html><h1>Sign in</h1></html>' : lamps);
    });
    address = server.address;
    close = () => void server.close();
    const type = { connector_type_id: 'http-json' };
    const body = { ...type, configuration: description(address) };
    expect((await demo('POST', '/connectors/instances', { body })).status).toBe(201);
    const created = await demo('POST', '/connectors/clients', {
      subject: 'alice',
      body: { ...type, configuration: { interval_ms: 1_000 } },
    });
    client = created.body.client_id as string;
    await waitFor(async () => (await read()).failures > 0, { what: 'a failed poll' });
  }, 300_000);
  afterAll(() => close?.());

  const read = async () => (await demo('GET', `/connectors/clients/${client}`)).body;

  const opened = onePage();
  let page: Page;
  let complaints: string[];
  beforeEach(() => {
    ({ page, complaints } = opened());
  });
  const operation = (text: string | RegExp) =>
    page.getByRole('button', { expanded: false }).filter({ hasText: text }).first();

  test('shows in a timeline of a client why a poll failed, with what was sent and received', async () => {
    await signIn(page, stack(), `/clients/${client}`);
    await headingOf(page, /alice/).waitFor();
    const failed = operation('Pollfailed');
    await failed.getByText('not_json').waitFor();
    await lookAt(page, 'client');
    await failed.click();
    const activity = page.getByRole('region', { name: 'Activity' });
    await activity
      .getByRole('alert')
      .getByText(/JSON was expected/)
      .waitFor();
    await activity.getByText('Schedule').first().waitFor();
    const requests = activity.getByRole('list', { name: 'Requests' });
    await requests.getByRole('button', { name: /GET .*\/api\/lamps/ }).waitFor();
    await requests.getByText('<html><h1>Sign in</h1></html>').waitFor();
    await requests.getByText('text/html').waitFor();
    expect(await page.content()).not.toContain('hunter2');
    await lookAt(page, 'client-failed');
    expect(new URL(page.url()).searchParams.get('operation')).not.toBeNull();
    expect(complaints).toEqual([]);
  });

  test('records everything of a client on demand, shows it at once and has it as a file', async () => {
    await signIn(page, stack(), `/clients/${client}`);
    const record = page.getByRole('switch', { name: /Record everything/ });
    await record.click({ force: true });
    await page.getByText(/is recorded with its requests until \d/).waitFor();
    expect(await read()).toMatchObject({ debug_until: expect.any(String) });
    isBroken = false;
    // Its backoff has grown.
    await waitFor(
      async () => {
        await page.getByRole('button', { name: 'Poll now' }).click();
        return (await read()).status === 'STARTED';
      },
      { within: 30_000, every: 2_000, what: 'the poll' },
    );
    // The stream shows it: nothing else reads the list so soon.
    const success = operation('2 devices found, 2 changed');
    await success.waitFor();
    await success.click();
    const requests = page.getByRole('list', { name: 'Requests' });
    await requests.getByText('"kitchen"').waitFor();
    await eventually(async () =>
      expect(await page.getByText('Connected', { exact: true }).count()).toBe(1),
    );
    await lookAt(page, 'client-recorded');

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download diagnostics' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`trellis-client-${client}.json`);
    const diagnostics = JSON.parse(await readFile(await file.path(), 'utf8')) as object;
    expect(diagnostics).toMatchObject({ client: { id: client } });
    expect(JSON.stringify(diagnostics)).not.toContain('hunter2');

    await record.click({ force: true });
    await page.getByText('successes are only counted').waitFor();
    expect((await read()).debug_until).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  test('of all clients is found by filters, and a link leads to the same operation', async () => {
    await signIn(page, stack(), '/clients');
    await page.getByRole('link', { name: 'Activity' }).click();
    await headingOf(page, 'Activity').waitFor();
    await page.getByRole('searchbox', { name: 'Search addresses and errors' }).fill('/api/lamps');
    await page.getByLabel('Outcome').selectOption('Failed');
    await page.getByLabel('Kind').selectOption('Poll');
    await page.getByLabel('Connector', { exact: true }).selectOption('HTTP and JSON');
    await page.getByLabel('Subject').fill('alice');
    const failed = operation('does not answer with JSON');
    await failed.waitFor();
    await eventually(async () =>
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        q: '/api/lamps',
        outcome: 'failed',
        kind: 'poll',
        connector_type_id: 'http-json',
        subject: 'alice',
      }),
    );
    await failed.click();
    await page.getByText('<html><h1>Sign in</h1></html>').waitFor();
    await lookAt(page, 'activity');
    const { search } = new URL(page.url());

    await signIn(page, stack(), `/activity${search}`);
    await page.getByText('<html><h1>Sign in</h1></html>').waitFor();
    expect(await page.getByLabel('Outcome').inputValue()).toBe('failed');
    await page.getByLabel('Subject').fill('nobody');
    await page.getByText('Nothing meets all of these conditions.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('adds up to the health of a connector, in charts', async () => {
    const { body: instances } = await demo('GET', '/connectors/instances');
    const [{ href }] = instances as [{ href: string }];
    const path = `/connectors/instances/${href.split('/').at(-1)!}/activity`;
    await waitFor(async () => {
      const { hours } = (await demo('GET', path)).body as { hours: { failed_polls: number }[] };
      return hours.some(({ failed_polls: failed }) => failed > 0);
    });
    await signIn(page, stack(), '/connectors/http-json');
    await page
      .getByRole('figure', { name: /^Success: [\d.]+ %, \d+ of \d+ polls? failed$/ })
      .waitFor();
    await page.getByRole('figure', { name: /^Duration: .* on average, at most / }).waitFor();
    await page.getByRole('figure', { name: /^Lateness: .* at most, / }).waitFor();
    await lookAt(page, 'health');
    await page.getByRole('link', { name: 'Failed operations' }).click();
    await operation('does not answer with JSON').waitFor();
    expect(complaints).toEqual([]);
  });

  test('of a trial shows what was sent and received, and stores nothing', async () => {
    isBroken = true;
    await signIn(page, stack(), '/connectors/wot');
    await page.getByRole('button', { name: 'Try it first' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill(`${address}/description`);
    await dialog.getByRole('button', { name: 'Try', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    const requests = dialog.getByRole('list', { name: 'Requests' });
    await requests.getByRole('button', { name: /GET .*\/description/ }).waitFor();
    await requests.getByText('<html><h1>Sign in</h1></html>').waitFor();
    await lookAt(page, 'trial');
    const again = page.waitForResponse((answer) => answer.url().endsWith('/connectors/try'));
    await dialog.getByRole('button', { name: 'Try', exact: true }).click();
    await again;
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await headingOf(page, /Web of Things/).waitFor();
    const { body } = await demo('GET', '/connectors/instances');
    expect(body).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  test('shows connections, subscriptions and messages of a broker, and who wrote what', async () => {
    const broker = (await startMosquitto({ users: { trellis: 'a password' } }))!;
    const credentials = { username: 'trellis', password: 'a password' };
    const home = await connectAsync(broker.url, credentials);
    const lamp = {
      unique_id: 'lamp',
      name: 'Lamp',
      state_topic: 'lamp',
      command_topic: 'lamp/set',
    };
    const retained = { retain: true, qos: 1 } as const;
    await home.publishAsync('homeassistant/switch/lamp/config', JSON.stringify(lamp), retained);
    await home.publishAsync('lamp', 'OFF', retained);
    const type = { connector_type_id: 'mqtt-discovery' };
    const body = { ...type, configuration: { broker_url: broker.url } };
    expect((await demo('POST', '/connectors/instances', { body })).status).toBe(201);
    const connect = async (subject: string, password: string) => {
      const configuration = { ...credentials, password, interval_ms: 1_000 };
      const created = await demo('POST', '/connectors/clients', {
        subject,
        body: { ...type, configuration },
      });
      return created.body.client_id as string;
    };
    const refused = await connect('bob', 'a wrong password');
    await signIn(page, stack(), `/clients/${refused}`);
    await operation('Pollfailed').click();
    await page.getByRole('button', { name: /CONNECT.*Refused: / }).waitFor();
    await lookAt(page, 'mqtt-refused');

    const works = await connect('carol', 'a password');
    const path = `/connectors/clients/${works}`;
    await waitFor(async () => (await demo('GET', path)).body.status === 'STARTED');
    await demo('POST', `${path}/debug`, { body: {} });
    const { mappings } = (await demo('GET', path)).body as { mappings: { thing_id: string }[] };
    const property = `/things/${mappings[0]!.thing_id}/properties/on`;
    await waitFor(async () => (await demo('PUT', property, { body: true })).status < 300);
    await signIn(page, stack(), `/clients/${works}`);
    await operation('Write of “on”').click();
    await page.getByText('Request id', { exact: true }).waitFor();
    await page.getByRole('button', { name: /PUBLISH.*lamp\/set/ }).waitFor();
    await lookAt(page, 'mqtt-write');
    await operation('1 device found').click();
    await page
      .getByRole('button', { name: /SUBSCRIBE.*Granted, QoS/ })
      .first()
      .waitFor();
    const messages = page.getByRole('list', { name: 'Last messages' });
    await messages
      .getByRole('button', { name: /RECEIVE.*homeassistant\/switch/ })
      .first()
      .click();
    await messages.getByText('"state_topic"').waitFor();
    await lookAt(page, 'mqtt-poll');
    await home.endAsync();
    await broker.stop();
    expect(complaints).toEqual([]);
  });

  test('of a description is explained on a pasted answer, without a request', async () => {
    await demo('DELETE', `/connectors/clients/${client}`);
    const { body: instances } = await demo('GET', '/connectors/instances');
    for (const { href } of instances as { href: string }[]) {
      await demo('DELETE', href.slice(href.indexOf('/connectors/')));
    }
    await signIn(page, stack(), '/connectors/http-json');
    const { requests, devices } = description(address);
    await page.getByLabel('Base address').fill('https://api.example');
    await page.getByLabel('Requests').fill(JSON.stringify(requests));
    const numbers = ['a', 'b', 'c', 'd', 'missing'].map((name) => ({
      name,
      type: 'integer',
      value: `$.${name}`,
    }));
    const [{ properties, ...device }] = devices as [(typeof devices)[number]];
    const described = [{ ...device, properties: [...properties, ...numbers] }];
    await page.getByLabel('Devices').fill(JSON.stringify(described));
    await page.getByRole('button', { name: 'Try it first' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add answer' }).click();
    await dialog.getByLabel('Request', { exact: true }).fill(Object.keys(requests)[0]!);
    await dialog.getByLabel('Body', { exact: true }).fill('{"data":{"lamps":[{"id":"hall"}]}}');
    await dialog.getByRole('button', { name: 'Try', exact: true }).click();
    const paths = dialog.getByRole('list', { name: 'Paths of the description' });
    await paths.getByText('Nothing found').first().waitFor();
    await dialog.getByText('It stopped at').waitFor();
    await lookAt(page, 'explanation');
    const lamp = { id: 'hall', watts: 1, a: 1, b: 2, c: 3, d: 4 };
    await dialog.getByLabel('Body', { exact: true }).fill(JSON.stringify({ lamps: [lamp] }));
    await dialog.getByRole('button', { name: 'Try', exact: true }).click();
    await dialog.getByText('Connected, with problems: 1 device found').waitFor();
    await dialog.getByText('and 2 more').waitFor();
    await lookAt(page, 'trial-with-problems');
    expect(complaints).toEqual([]);
  });
});
