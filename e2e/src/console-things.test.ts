import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { eventually, request as httpRequest, signToken } from '@trellis/testing';
import type { Locator } from 'playwright-core';
import { inaccessible, show as saveScreenshots } from './connect/pages.js';
import { asDemo, onePage, overflowOf, show, signIn, violationsOf } from './console/page.js';
import { endTargets, startSlowLamp } from './slow-lamp.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();
const demo = asDemo(stack);

/** The server of an app, which carries out the actions of its things. */
let app: Server;
beforeAll(async () => {
  app = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { data } = JSON.parse(body) as { data: { action: string } };
      const output = data.action === 'measure' ? 21.5 : { opened: true };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(output));
    });
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/trellis`;
  await demo('PUT', '/callback', { body: { url, events: [] } });
});
afterAll(() => void app.close());

async function createThing(body: object): Promise<string> {
  const { headers } = await demo('POST', '/things', { subject: 'alice', body });
  return headers.get('location')!.split('/').at(-1)!;
}

/** Records the states that a switch has had, however shortly. */
async function recordStates(control: Locator): Promise<() => Promise<boolean[]>> {
  await control.waitFor({ state: 'attached' });
  await control.page().evaluate(() => {
    const states: boolean[] = [];
    Object.assign(window, { states });
    const record = () => {
      const shown = document.querySelector<HTMLInputElement>('input[role=switch]');
      if (shown && states.at(-1) !== shown.checked) states.push(shown.checked);
      requestAnimationFrame(record);
    };
    record();
  });
  return () => control.page().evaluate<boolean[]>('states');
}

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`things in the console${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const opened = onePage();

  test('an action shows its outcome where it was invoked', async () => {
    const { page, complaints } = opened();
    const number = { type: 'number', unit: '°C' };
    const id = await createThing({
      title: 'Letter box',
      actions: {
        open: { title: 'Open', output: { type: 'object' } },
        measure: { title: 'Measure', output: number },
      },
    });
    await signIn(page, stack(), `/things/${id}`);
    const actions = page.getByRole('region', { name: 'Actions' });
    await actions.getByRole('button', { name: 'Measure' }).click();
    await actions.getByText('Measure: done').waitFor();
    await actions.getByText('21.5 °C', { exact: true }).waitFor();

    await actions.getByRole('button', { name: 'Open' }).click();
    await actions.getByText('Open: done').waitFor();
    const output = actions.getByRole('region', { name: 'Output of Open' });
    expect(JSON.parse((await output.textContent())!)).toEqual({ opened: true });
    await eventually(async () => expect(await actions.getByText('Measure: done').count()).toBe(0));

    expect(complaints).toEqual([]);
  });

  test('a value is shown live, with its history', async () => {
    const { page, complaints } = opened();
    const type = { title: 'Level', type: 'number', unit: '%' };
    const id = await createThing({ title: 'Cistern', properties: { level: type } });
    const write = (level: number) => demo('PUT', `/things/${id}/properties/level`, { body: level });
    await write(20);
    await signIn(page, stack(), `/things/${id}`);
    await page.getByRole('button', { name: 'History of Level' }).click();
    // Each interval that the value lasts into has a point.
    const point = page.locator('.recharts-line-dots > *').first();
    await point.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('radiogroup', { name: 'Time range of the history of Level' }).waitFor();
    const longer = page.waitForResponse((answer) => answer.url().includes('/history'));
    await page.getByText('7 days', { exact: true }).click();
    expect((await longer).status()).toBe(200);
    await point.waitFor();

    await write(80);
    await page.getByText('80 %', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('the logbook of a thing shows what changes and why, as it happens', async () => {
    const { page, complaints } = opened();
    const lamp = await startSlowLamp(demo, 'dora');
    lamp.follow();
    try {
      await signIn(page, stack(), `/things/${lamp.id}`);
      const logbook = page.getByRole('region', { name: 'Logbook' });
      await logbook.getByText('No entries').waitFor();
      const entries = logbook.getByRole('listitem');
      const ofApp = await demo('PUT', `/things/${lamp.id}/properties/level`, { body: 60 });
      const request = ofApp.headers.get('x-request-id');
      const byApp = entries.filter({ hasText: 'Level 20 % → 60 %' });
      await byApp.filter({ hasText: `By the app DemoRequest ${request}` }).waitFor();

      const claims = { sub: 'demo', azp: 'wall-panel', external_subject_id: 'dora' };
      await httpRequest(stack(), 'PUT', `/things/${lamp.id}/properties/power`, {
        body: true,
        headers: { authorization: `Bearer ${signToken(stack(), claims)}` },
      });
      const bySubject = entries.filter({ hasText: 'Power Off → On' });
      await bySubject.filter({ hasText: 'By the end user dora in the app wall-panel' }).waitFor();

      lamp.report({ mode: 'night' });
      const byDevice = entries.filter({ hasText: 'Mode day → night' });
      await byDevice.filter({ hasText: 'Reported by the device' }).waitFor();
      expect(await entries.first().textContent()).toContain('Mode day → night');
      expect(await inaccessible(page)).toEqual([]);
      await saveScreenshots(page, 'logbook');

      await logbook.getByLabel('Property in the logbook').selectOption('Level');
      await byDevice.waitFor({ state: 'detached' });
      await byApp.first().waitFor();
      expect(await bySubject.count()).toBe(0);
      expect(await overflowOf(page)).toBe(0);
      expect(complaints).toEqual([]);
    } finally {
      await lamp.close();
    }
  });

  test('a write is pending until the device reports it, and its control stays as it was set', async () => {
    const { page, complaints } = opened();
    const lamp = await startSlowLamp(demo);
    try {
      await signIn(page, stack(), `/things/${lamp.id}`);
      const control = page.getByRole('switch', { name: 'Power' });
      const row = page.getByRole('listitem').filter({ has: control });
      const states = await recordStates(control);
      const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await control.click({ force: true });
      await row.getByText('Off → On').waitFor();
      await row.getByRole('status').getByText('Pending').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect((await answered).status()).toBe(202);
      await show(page, '/things', 'Things');
      await page.getByText('No → Yes').waitFor();
      await show(page, `/things/${lamp.id}`, 'Slow lamp');
      expect(await control.isChecked()).toBe(true);
      expect(await states()).toEqual([false, true]);

      await endTargets(stack());
      await row.getByRole('status').getByText('Not confirmed by the device').waitFor();
      expect(await control.isChecked()).toBe(false);
      expect(await violationsOf(page)).toEqual([]);

      await control.click({ force: true });
      await row.getByText('Pending').waitFor();
      lamp.follow();
      await row.getByText('On', { exact: true }).waitFor();
      await row.getByText('Pending').waitFor({ state: 'detached' });
      expect(await control.isChecked()).toBe(true);
      expect(await states()).toEqual([false, true, false, true]);
      expect(complaints).toEqual([]);
    } finally {
      await lamp.close();
    }
  });
});
