import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasBrowser } from '@trellis/connectors/testing';
import { eventually, waitFor } from '@trellis/testing';
import { asDemo, onePage, signIn, violationsOf } from './console/page.js';
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
    const points = page.locator('.recharts-line-dots > *');
    await waitFor(async () => (await points.count()) === 1);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('radiogroup', { name: 'Time range of the history of Level' }).waitFor();
    await page.getByText('7 days', { exact: true }).click();
    await waitFor(async () => (await points.count()) === 1);

    await write(80);
    await page.getByText('80 %', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });
});
