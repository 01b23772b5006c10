import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, newAccount, waitFor } from '@trellis/testing';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();

/** A device with a level, which is null while it is not known, and how it behaves. */
const device = { isAway: false, level: null as number | null };
let server: Server;
const at = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = (status: number, value: unknown = null) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (device.isAway) return answer(503);
    if (request.url === '/') return answer(200, description());
    return answer(200, device.level);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const description = () => ({
  '@context': 'https://www.w3.org/2022/wot/td/v1.1',
  id: 'urn:example:device',
  title: 'Device',
  security: ['none'],
  securityDefinitions: { none: { scheme: 'nosec' } },
  properties: { level: { type: 'integer', readOnly: true, forms: [{ href: `${at()}/level` }] } },
});

test('a thing says since when its value is known, and when nothing is known', async () => {
  const { request, token } = newAccount(stack());
  await request('POST', '/connectors/instances', {
    body: { connector_type_id: 'wot', configuration: {} },
  });
  const stop = new AbortController();
  const stream = await fetch(`${stack().address}/api/v1/events?type=client_status_changed`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  let streamed = '';
  const reading = (async () => {
    for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) streamed += part;
  })().catch(() => undefined);

  const created = await request('POST', '/connectors/clients', {
    subject: 'alice',
    body: { connector_type_id: 'wot', configuration: { url: at(), interval_ms: 1_000 } },
  });
  const client = `/connectors/clients/${created.body.client_id}`;
  const reference = await waitFor(async () => (await request('GET', '/things')).body[0]);
  const read = async () => (await request('GET', reference.href)).body;
  const becomes = (expected: object, what: string) =>
    waitFor(
      async () => {
        const thing = await read();
        const isAs = Object.entries(expected).every(
          ([member, value]) => thing.availability[member] === value,
        );
        return isAs && thing;
      },
      { what },
    );

  await becomes({ state: 'unknown', reason: 'never_observed' }, 'a device that has told nothing');
  // The client is updated after its things.
  await eventually(async () => {
    const { warnings } = (await request('GET', client)).body;
    expect(warnings).toContainEqual({
      code: 'no_values',
      detail: expect.stringMatching(/value: 1\./),
    });
  });

  device.level = 7;
  const reported = await becomes({ state: 'available' }, 'the first value');
  const { value, changed } = reported.properties.level;
  expect(value).toBe(7);
  const property = await request('GET', `${reference.href}/properties/level`);
  const seconds = new Date(property.headers.get('last-modified')!).getTime();
  expect(seconds).toBe(Math.floor(Date.parse(changed) / 1_000) * 1_000);

  device.isAway = true;
  const failing = { state: 'unknown', reason: 'client_error', code: 'unavailable' };
  const unknown = await becomes(failing, 'a client that fails');
  expect(unknown).toMatchObject({ available: false, modified: reported.modified });
  expect(unknown.properties.level).toMatchObject({ value: 7, changed });

  device.isAway = false;
  const again = await becomes({ state: 'available' }, 'a client that has recovered');
  expect(again).toMatchObject({ available: true, modified: reported.modified });
  expect(again.properties.level).toMatchObject({ value: 7, changed });
  await waitFor(() => streamed.split('event: client_status_changed').length === 3);
  const [first, second] = streamed
    .match(/(?<=data: ).*/g)!
    .map((data) => JSON.parse(data) as object);
  const known = { client: { href: expect.stringMatching(`${client}$`) } };
  expect(first).toMatchObject({ ...known, status: 'ERROR', error: { code: 'unavailable' } });
  expect(second).toMatchObject({ ...known, status: 'STARTED' });
  stop.abort();
  await reading;
});
