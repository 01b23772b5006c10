import { afterEach, describe, expect, test } from '@jest/globals';
import { hasBrowser, startHueBridge } from '@trellis/connectors/testing';
import { startAgentProgram, type AgentProgram } from '@trellis/testing';
import { asDemo, headingOf, lookAt, onePage, signIn } from './console/page.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();
const demo = asDemo(stack);

const programs: AgentProgram[] = [];
afterEach(async () => {
  for (const program of programs.splice(0)) await program.clear();
});

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`agents in the console${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const opened = onePage();

  test('are paired, used by clients, renamed and revoked', async () => {
    const { page, complaints } = opened();
    const look = (name: string) => lookAt(page, `agents-${name}`);
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    const bridge = await startHueBridge();
    bridge.pressButton();
    const hue = { connector_type_id: 'philips-hue', configuration: {} };
    await demo('POST', '/connectors/instances', { body: hue });
    await signIn(page, stack(), '/agents');
    await page.getByText('No agents yet').waitFor();
    await page.getByRole('button', { name: 'New agent' }).click();
    await dialog.getByLabel('Subject').fill('alice');
    await look('new');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const command = main.getByRole('region', { name: 'Command' });
    const [, url, code] = /--url (\S+) --code (\S+)/.exec(await command.innerText())!;
    await look('code');
    const program = await startAgentProgram(['--url', url!, '--code', code!]);
    programs.push(program);
    await page.getByText('The agent is connected').waitFor();
    // The list is read again at once, and not only after its ten seconds.
    await main
      .getByRole('list', { name: 'Agents' })
      .getByText('Online')
      .waitFor({ timeout: 5_000 });
    await look('list');
    await page.getByRole('link', { name: 'See what it finds' }).click();
    await headingOf(page, 'Home of alice').waitFor();
    await page.getByText('No client uses this agent.').waitFor();

    await page.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByLabel('Name').fill('Cellar');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await headingOf(page, 'Cellar of alice').waitFor();

    await page.goto(`${stack().address}/console/clients/new?type=philips-hue`);
    await page.getByRole('combobox', { name: 'Subject' }).fill('alice');
    await page.getByLabel('Reached').selectOption('Through Cellar');
    await page.getByLabel('Bridge').fill(bridge.host);
    await look('client');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await headingOf(page, 'Philips Hue of alice').waitFor();
    await main.getByText('Desk lamp').first().waitFor();
    await program.stop();
    await main.getByText(/^Agent not connected since/).waitFor();
    await main.getByText('The agent “Cellar” is not connected.').first().waitFor();
    await main.getByText('Unknown').first().waitFor();
    await look('client-away');
    await page.goto(`${stack().address}/console/`);
    const away = main.getByRole('list', { name: 'Things not available' });
    await away
      .getByRole('listitem')
      .filter({ hasText: 'Desk lamp' })
      .getByText('Unknown')
      .waitFor();
    await look('home-away');
    program.start();
    await page.goBack();
    await main.getByText(/^Agent not connected since/).waitFor({ state: 'detached' });

    await main.getByRole('link', { name: 'Cellar' }).click();
    await headingOf(page, 'Cellar of alice').waitFor();
    await main.getByRole('link', { name: /^Philips Hue of alice/ }).waitFor();
    await look('one');
    await main.getByRole('link', { name: /^Philips Hue of alice/ }).click();
    await page.getByRole('button', { name: 'Change agent' }).click();
    await dialog.getByLabel('Reached').selectOption('Directly');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await main.getByRole('link', { name: 'Cellar' }).waitFor({ state: 'detached' });

    await page.goto(`${stack().address}/console/agents`);
    await main.getByRole('link', { name: 'Cellar of alice' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No agents yet').waitFor();
    expect(await program.ended()).toBe(1);
    expect(complaints).toEqual([]);
    await bridge.stop();
  });
});
