import { describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { asDemo, lookAt, onePage, overflowOf, signIn, violationsOf } from './console/page.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();
const demo = asDemo(stack);

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`end users in the console${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const opened = onePage();

  test('have attributes, like their clients and things', async () => {
    const { page, complaints } = opened();
    const subject = 'frank';
    const { body: thing } = await demo('POST', '/things', { subject, body: { title: 'Door' } });
    const screens = ['/subjects/frank', `/things/${String(thing.id).replace('urn:uuid:', '')}`];
    await signIn(page, stack(), screens[0]!);
    for (const screen of screens) {
      await page.goto(`${stack().address}/console${screen}`);
      if (screen.startsWith('/things')) await page.getByRole('tab', { name: 'About' }).click();
      await page.getByText('No attributes').waitFor();
      await page.getByRole('button', { name: 'Set attribute' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('customer_no');
      await dialog.getByLabel('Value').fill('4711');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('list', { name: 'Attributes' }).getByText('4711').waitFor();
      const { body } = await demo('GET', screen);
      expect(body.attributes).toEqual({ customer_no: '4711' });
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove customer_no' }).click();
      await page.getByText('No attributes').waitFor();
    }
    expect(complaints).toEqual([]);
  }, 60_000);

  test('have links to connect technologies, which can be revoked', async () => {
    const { page, complaints } = opened();
    const subject = 'links';
    await demo('POST', '/units', { subject, body: { name: 'Study', type: 'room' } });
    const { body } = await demo('POST', '/connect/sessions', { subject, body: {} });
    await signIn(page, stack(), `/subjects/${subject}`);
    const link = page.getByLabel('Connect links').getByRole('listitem');
    await link.getByText('All technologies').waitFor();
    await lookAt(page, 'connect-links');
    await link.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await link.waitFor({ state: 'detached' });
    const headers = { authorization: `Bearer ${new URL(body.href).hash.slice(1)}` };
    const opening = await fetch(`${stack().address}/api/v1/connect/session`, { headers });
    expect(opening.status).toBe(401);
    expect(complaints).toEqual([]);
  });

  test('are exported, and erased once their id was typed, with a receipt', async () => {
    const { page, complaints } = opened();
    const subject = 'erin (1)';
    await demo('POST', '/units', { subject, body: { name: 'Study', type: 'room' } });
    await signIn(page, stack(), `/subjects/${encodeURIComponent(subject)}`);
    await page.getByRole('heading', { name: subject }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('trellis-user.ndjson');

    await page.getByRole('button', { name: 'Delete end user…' }).click();
    const dialog = page.getByRole('dialog');
    const confirmation = dialog.getByLabel(`Type ${subject} to confirm`);
    await confirmation.fill('erin');
    await dialog.getByRole('button', { name: 'Delete end user' }).click();
    expect(await confirmation.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(
      false,
    );
    expect((await demo('GET', `/subjects/${encodeURIComponent(subject)}`)).status).toBe(200);
    await confirmation.fill(subject);
    await dialog.getByRole('button', { name: 'Delete end user' }).click();
    await page.getByRole('heading', { name: 'Erasure' }).waitFor();
    await page.getByLabel('Receipt').getByText('eyJ').waitFor({ timeout: 45_000 });
    await page.getByText('The end user was erased.').waitFor();
    expect(await page.getByRole('region', { name: 'Erased', exact: true }).textContent()).toContain(
      'Units1',
    );
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect((await demo('GET', `/subjects/${encodeURIComponent(subject)}`)).status).toBe(404);
    expect(complaints).toEqual([]);
  }, 90_000);
});
