import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasBrowser, startBrowser } from '@trellis/connectors/testing';
import { eventually, installed, startMosquitto, type TestMosquitto } from '@trellis/testing';
import type { Browser, Page } from 'playwright-core';
import { newDeveloper, type Developer } from './connect/developer.js';
import { inaccessible, openIn, show } from './connect/pages.js';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();

const users = { trellis: 'a password' };

const isPossible = hasBrowser && installed('mosquitto');
const inBrowser = isPossible ? describe : describe.skip;
inBrowser(`a connection${isPossible ? '' : ' (no chromium or mosquitto)'}`, () => {
  let browser: Browser;
  let broker: TestMosquitto | undefined;
  let acme: Developer;
  beforeAll(async () => {
    [browser, broker] = await Promise.all([startBrowser(), startMosquitto({ users })]);
    acme = await newDeveloper(stack(), 'https://acme.example');
    await acme.instance('mqtt-discovery', {});
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await broker?.stop();
  });

  const title = (page: Page, text: string) =>
    page.getByRole('heading', { level: 1, name: text }).waitFor();
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

  test('is changed after a reload from the stored configuration, and retains its secrets', async () => {
    const { page, problems, close } = await openIn(
      browser,
      await acme.session('alice', { types: ['mqtt-discovery'], subject_name: '<i>Ada</i>' }),
    );
    const answers: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/')) {
        // The body is gone when the page has been left meanwhile.
        void response.text().then(
          (text) => answers.push(text),
          () => undefined,
        );
      }
    });
    await page.getByText('Connecting for <i>Ada</i>').waitFor();
    await page.getByLabel('Broker').fill(broker!.url);
    await page.getByLabel('User name').fill('trellis');
    await page.getByLabel(/^Password/).fill(users.trellis);
    await press(page, 'Connect');
    await title(page, 'MQTT Discovery is connected');

    await page.reload();
    await press(page, /^MQTT Discovery Connected/);
    await press(page, 'Change settings');
    await title(page, 'Change MQTT Discovery');
    await eventually(async () =>
      expect(await page.getByLabel('Broker').inputValue()).toBe(broker!.url),
    );
    await eventually(async () =>
      expect(await page.getByLabel('User name').inputValue()).toBe('trellis'),
    );
    const password = page.getByLabel(/^Password/);
    await eventually(async () => expect(await password.inputValue()).toBe(''));
    await page.getByText('Already stored.').waitFor();
    expect(await inaccessible(page)).toEqual([]);
    await show(page, 'change-stored');

    await page.getByText('More settings').click();
    await eventually(async () =>
      expect(await page.getByLabel('Discovery prefix').inputValue()).toBe('homeassistant'),
    );
    await page.getByLabel('Discovery prefix').fill('home');
    await press(page, 'Check and save');
    await title(page, 'MQTT Discovery is connected');

    await page.reload();
    await press(page, /^MQTT Discovery Connected/);
    await press(page, 'Change settings');
    const { port } = new URL(broker!.url);
    await page.getByLabel('Broker').fill(`mqtt://127.0.0.1:${port}`);
    await press(page, 'Check and save');
    await page.getByText('Please enter it again').waitFor();
    await password.fill(users.trellis);
    await press(page, 'Check and save');
    await title(page, 'MQTT Discovery is connected');

    const { body: clients } = await acme.request('GET', '/connectors/clients');
    const path = new URL(clients[0].href).pathname.replace('/api/v1', '');
    const { body } = await acme.request('GET', `${path}/configuration`);
    expect(body).toMatchObject({
      configuration: { broker_url: `mqtt://127.0.0.1:${port}`, discovery_prefix: 'home' },
      secrets: ['/password'],
    });
    expect(answers.length).toBeGreaterThan(4);
    expect(answers.filter((answer) => answer.includes(users.trellis))).toEqual([]);
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
    await close();
  });
});
