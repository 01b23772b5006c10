import { describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { waitFor } from '@trellis/testing';
import { asDemo, onePage, overflowOf, signIn, violationsOf } from './console/page.js';
import { oneStack } from './one-stack.js';

const stack = oneStack();
const demo = asDemo(stack);

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`scenes in the console${hasBrowser ? '' : ' (no chromium)'}`, () => {
  const opened = onePage();

  test('are saved and activated with the unit, which says what could not be restored', async () => {
    const { page, complaints } = opened();
    const newPlug = async (title: string) => {
      const body = { title, properties: { on: { type: 'boolean', value: true } } };
      const { headers } = await demo('POST', '/things', { subject: 'alice', body });
      return headers.get('location')!;
    };
    const [plug, gone] = [await newPlug('Plug'), await newPlug('Old plug')];
    const created = await demo('POST', '/units', { body: { name: 'Study', type: 'room' } });
    const unit = created.body.id as string;
    for (const id of [plug, gone]) await demo('POST', `/units/${unit}/things`, { body: { id } });

    await signIn(page, stack(), `/units/${unit}`);
    await page.getByRole('tab', { name: 'Scenes' }).click();
    await page.getByText('No scenes').waitFor();
    await page.getByLabel('Name of the scene').fill('Evening');
    await page.getByRole('button', { name: 'Save the current state', exact: true }).click();
    const scenes = page.getByRole('list', { name: 'Scenes' });
    await scenes.getByText('Evening').waitFor();

    await demo('PUT', `${plug}/properties`, { body: { on: false } });
    await demo('DELETE', gone);
    await page.getByRole('button', { name: 'Activate Evening' }).click();
    await scenes.getByText('1 thing restored').waitFor();
    await scenes.getByText('1 thing not restored').waitFor();
    await scenes.getByText('The thing is gone.').waitFor();
    await waitFor(async () => (await demo('GET', `${plug}/properties`)).body.on === true);
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);

    await scenes.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Night');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await scenes.getByText('Night').waitFor();
    await scenes.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No scenes').waitFor();
    expect(complaints).toEqual([]);
  });
});
