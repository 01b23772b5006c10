import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { request, startAgentProgram, waitFor } from '@trellis/testing';
import type { Page } from 'playwright-core';
import { bridgeAtHome } from './agents/bridge-at-home.js';
import { inaccessible, openIn, show } from './connect/pages.js';
import { oneStack } from './one-stack.js';

const stack = oneStack({ environment: { EGRESS_PRIVATE: 'deny' } });

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`an end user with a Hue bridge${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const home = bridgeAtHome(stack);

  const title = (page: Page, text: string) =>
    page.getByRole('heading', { level: 1, name: text }).waitFor();
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

  test('connects the home, and the bridge that was found there', async () => {
    const { browser, acme, bridge } = home();
    const address = await acme.session('alice');
    const { page, close } = await openIn(browser, address, 'de-DE');
    try {
      await title(page, 'Philips Hue verbinden');
      await show(page, 'agent-choice');
      await press(page, 'Zuhause einrichten');
      await title(page, 'Ihr Zuhause verbinden');
      await page.locator('.code').waitFor();
      // Going back and starting over must not create a second agent.
      await press(page, 'Zurück');
      await press(page, 'Zuhause einrichten');
      await title(page, 'Ihr Zuhause verbinden');
      const code = (await page.locator('.code').textContent())!;
      expect(await page.locator('.command').textContent()).toContain(`--code ${code}`);
      await show(page, 'agent-code');
      expect(await inaccessible(page)).toEqual([]);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await press(page, 'Kopieren');
      await page.getByRole('button', { name: 'Kopiert' }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        await page.locator('.command').textContent(),
      );

      const data = mkdtempSync(join(tmpdir(), 'trellis-agent-'));
      home().program = await startAgentProgram(['--url', stack().address, '--code', code], {
        data,
        discovers: true,
      });
      await page.getByRole('heading', { name: 'Bei Ihnen zu Hause gefunden' }).waitFor();
      await show(page, 'agent-found');
      expect(await inaccessible(page)).toEqual([]);
      await press(page, /Hue Bridge - 1A2B3C/);
      await title(page, 'Philips Hue verbinden');
      const host = page.getByLabel(/Adresse|Bridge|Host/).first();
      expect(await host.inputValue()).toMatch(/^[\d.]+$/);
      expect(await page.getByLabel('Wo ist es?').innerText()).toContain(
        'Bei mir zu Hause (Zuhause)',
      );
      await show(page, 'agent-form');

      // The bridge of this test has a port of its own.
      await host.fill(bridge.host);
      bridge.pressButton();
      await press(page, 'Verbinden');
      await page.getByText('Desk lamp').waitFor();
    } finally {
      await close();
    }
    const { body: clients } = await acme.request('GET', '/connectors/clients?view=summary', {
      subject: 'alice',
    });
    expect(clients).toMatchObject([{ via: expect.any(String), status: 'STARTED' }]);
    const { body: agents } = await acme.request('GET', '/agents', { subject: 'alice' });
    expect(agents).toHaveLength(1);
    await waitFor(() => agents[0].report.found.length > 0);
  });

  test('removes the home, and nobody else can', async () => {
    const { browser, acme } = home();
    const read = async (path: string) =>
      (await acme.request('GET', path, { subject: 'alice' })).body;
    const [agent] = await read('/agents');
    const [client] = await read('/connectors/clients?view=summary');
    const removeAs = async (address: string) => {
      const headers = { authorization: `Bearer ${new URL(address).hash.slice(1)}` };
      return (await request(stack(), 'DELETE', `/connect/agents/${agent.id}`, { headers })).status;
    };
    expect(await removeAs(await acme.session('bob'))).toBe(404);
    expect(await removeAs(await acme.session('alice', { client: client.id }))).toBe(404);
    expect(await read('/agents')).toMatchObject([{ id: agent.id, state: 'online' }]);

    const { page, problems, close } = await openIn(browser, await acme.session('alice'), 'de-DE');
    try {
      await title(page, 'Was möchten Sie verbinden?');
      expect(await inaccessible(page)).toEqual([]);
      await show(page, 'agent-connected');
      await press(page, 'Zuhause entfernen');
      await title(page, 'Zuhause entfernen?');
      await page.getByText('funktionieren dann sofort nicht mehr').waitFor();
      expect(await inaccessible(page)).toEqual([]);
      await show(page, 'agent-remove');
      await press(page, 'Abbrechen');
      expect(await read('/agents')).toHaveLength(1);
      await press(page, 'Zuhause entfernen');
      await press(page, 'Entfernen');
      await page.getByRole('button', { name: 'Zuhause einrichten' }).waitFor();
      expect(problems).toEqual([]);
    } finally {
      await close();
    }
    expect(await home().program!.ended()).toBe(1);
    expect(await read('/agents')).toEqual([]);
    const errorOf = async () => (await read(`/connectors/clients/${client.id}`)).error;
    await waitFor(async () => (await errorOf())?.cause === 'agent_removed');
    expect(await removeAs(await acme.session('alice'))).toBe(404);

    const entries = await read('/audit?operation=deleteConnectAgent');
    const resource = { type: 'agent', ids: expect.arrayContaining([agent.id]) };
    expect(entries).toMatchObject([
      { resource, status: 404, problem: 'not_found' },
      { resource, status: 204, subject: 'alice' },
      { resource, status: 404, problem: 'not_found' },
    ]);
  });
});
