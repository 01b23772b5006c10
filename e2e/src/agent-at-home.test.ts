import { describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { startAgentProgram, waitFor, type AgentProgram } from '@trellis/testing';
import type { Page } from 'playwright-core';
import { bridgeAtHome } from './agents/bridge-at-home.js';
import { takePicture } from './agents/pictures.js';
import { inaccessible, openIn, show } from './connect/pages.js';
import { oneStack } from './one-stack.js';

const stack = oneStack({ environment: { EGRESS_PRIVATE: 'deny' } });

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`docs/agent-at-home.md${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const home = bridgeAtHome(stack);

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

  /** Pairs the agent on the connect page and connects the bridge through it. */
  async function connectHome(page: Page): Promise<AgentProgram> {
    await press(page, 'Set up your home');
    const code = (await page.locator('.code').textContent())!;
    const origin = new URL(page.url()).origin;
    const replace = { [origin]: 'https://trellis.example', [code]: '7K3M-2QXD' };
    await takePicture(page, 'agent-code', { replace });
    const started = await startAgentProgram(['--url', stack().address, '--code', code], {
      discovers: true,
    });
    await press(page, /Hue Bridge - 1A2B3C/);
    const host = page.getByLabel(/Address|Bridge|Host/).first();
    const { bridge } = home();
    await host.fill(bridge.host);
    bridge.pressButton();
    await press(page, 'Connect');
    await page.getByText('Desk lamp').waitFor();
    return started;
  }

  /** Checks the page in German, in a browser of another time zone than the agent. */
  async function readInGerman(address: string): Promise<void> {
    const timeZone = 'Pacific/Kiritimati';
    const context = await home().browser.newContext({ locale: 'de-DE', timezoneId: timeZone });
    const page = await context.newPage();
    await page.goto(address);
    await page.getByText('Verbunden', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Alles anhalten' }).waitFor();
    const time = page.locator('time').first();
    const since = new Date((await time.getAttribute('datetime'))!);
    const expected = since.toLocaleString('de', {
      timeZone,
      dateStyle: 'medium',
      timeStyle: 'medium',
    });
    expect(await time.innerText()).toBe(expected);
    expect(await inaccessible(page)).toEqual([]);
    await show(page, 'agent-page-de');
    await context.close();
  }

  test('a home is connected, watched, stopped, and stays so until it is resumed', async () => {
    const { browser, acme, bridge } = home();
    const connecting = await openIn(browser, await acme.session('alice'));
    const program = await connectHome(connecting.page).finally(connecting.close);
    home().program = program;

    const { page, problems, close } = await openIn(browser, program.page);
    const clientOf = async () => {
      const { body } = await acme.request('GET', '/connectors/clients?view=summary', {
        subject: 'alice',
      });
      return (body as { error?: { cause: string } }[])[0]!;
    };
    try {
      await page.getByText('Connected', { exact: true }).waitFor();
      await page.getByRole('cell', { name: bridge.host }).first().waitFor();
      const found = page.getByRole('row', { name: /Hue Bridge - 1A2B3C/ });
      const address = await found.getByRole('cell').last().innerText();
      expect(address).toMatch(/^[\d.]+:443$/);
      expect(await inaccessible(page)).toEqual([]);
      const replace = {
        [stack().address]: 'https://trellis.example',
        [bridge.host]: '192.168.1.20:443',
        [address]: '192.168.1.20:443',
      };
      await takePicture(page, 'agent-page', { replace });
      await readInGerman(program.page);

      await press(page, 'Stop everything');
      await page.getByText('Nothing passes through').waitFor();
      await waitFor(async () => (await clientOf()).error?.cause === 'agent_stopped');
      await program.stop();
      await program.prints('Stopping.');
      program.start(['--url', stack().address]);
      await program.prints('Nothing passes through: it was stopped on the page.');
      await page.goto(program.page);
      await page.getByText('Nothing passes through').waitFor();
      await press(page, 'Let it pass again');
      await page.getByRole('button', { name: 'Stop everything' }).waitFor();
      expect(problems).toEqual([]);
    } finally {
      await close();
    }
  });
});
