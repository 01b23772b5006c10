import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, waitFor } from '@trellis/testing';
import { oneStack } from './one-stack.js';

const stack = oneStack({ environment: { INTERACTION_TIMEOUT_MS: '15000' } });

/** A device that publishes a Thing Description, and how it behaves. */
let device: Server;
const at = () => `http://127.0.0.1:${(device.address() as AddressInfo).port}`;
const done = { slow: 0, hang: 0, flaky: 0 };
let level = 10;
const pending: ServerResponse[] = [];

beforeAll(async () => {
  device = createServer((request, response) => void behave(request, response));
  device.listen(0, '127.0.0.1');
  await once(device, 'listening');
});
afterAll(() => {
  for (const response of pending) response.destroy();
  device.close();
});

async function behave(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const answer = (status: number, value?: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(value === undefined ? undefined : JSON.stringify(value));
  };
  const [, name] = request.url!.split('/');
  if (!name) return answer(200, description());
  if (name === 'level' && request.method === 'PUT') {
    if (Number(body) === 13) return answer(400);
    if (Number(body) === 99) return answer(204);
    level = Number(body);
    return answer(204);
  }
  if (name === 'level') return answer(200, level);
  if (name === 'echo') return answer(200, { got: JSON.parse(body || 'null') });
  if (name === 'slow') {
    done.slow += 1;
    setTimeout(() => answer(200, 'at last'), 2_000);
    return;
  }
  if (name === 'flaky') {
    done.flaky += 1;
    return done.flaky < 3 ? void request.socket.destroy() : answer(200, done.flaky);
  }
  done.hang += 1;
  pending.push(response);
}

function description() {
  const action = (name: string, more: object = {}) => ({
    [name]: { ...more, forms: [{ href: `${at()}/${name}` }] },
  });
  return {
    '@context': 'https://www.w3.org/2022/wot/td/v1.1',
    id: 'urn:example:device',
    title: 'Device',
    security: ['none'],
    securityDefinitions: { none: { scheme: 'nosec' } },
    properties: {
      level: {
        type: 'integer',
        minimum: 0,
        maximum: 100,
        forms: [{ href: `${at()}/level` }],
      },
    },
    actions: {
      ...action('echo', { input: { type: 'object', properties: { n: { type: 'integer' } } } }),
      ...action('slow', { output: { type: 'string' } }),
      ...action('hang'),
      ...action('flaky', { idempotent: true }),
    },
  };
}

/** The thing that the connector has made of the device. */
async function theThing() {
  const account = newAccount(stack());
  const { request } = account;
  await request('POST', '/connectors/instances', {
    body: { connector_type_id: 'wot', configuration: {} },
  });
  const created = await request('POST', '/connectors/clients', {
    subject: 'alice',
    body: { connector_type_id: 'wot', configuration: { url: at(), interval_ms: 60_000 } },
  });
  const client = `/connectors/clients/${created.body.client_id}`;
  await waitFor(async () => (await request('GET', client)).body.status === 'STARTED');
  const thing = (await request('GET', '/things')).body[0].href as string;
  const act = (name: string, body?: unknown, headers: Record<string, string> = {}) =>
    request('POST', `${thing}/actions/${name}`, { body, headers });
  const ended = (location: string) =>
    waitFor(
      async () => {
        const { body } = await request('GET', location);
        return body.status !== 'pending' && body;
      },
      { what: 'the end of the interaction' },
    );
  return { account, request, thing, act, ended };
}

describe('a write', () => {
  test('goes to the device, and is what is read from then on', async () => {
    const { request, thing } = await theThing();
    for (let value = 40; value < 60; value += 1) {
      const written = await request('PUT', `${thing}/properties/level`, { body: value });
      expect({ status: written.status, level }).toEqual({ status: 204, level: value });
      expect((await request('GET', `${thing}/properties/level`)).body).toBe(value);
    }
  });

  test('that the device does not follow changes no value, and is not confirmed', async () => {
    const { request, thing } = await theThing();
    const before = level;
    const written = await request('PUT', `${thing}/properties/level`, {
      body: 99,
      headers: { prefer: 'wait=2' },
    });
    expect(written).toMatchObject({ status: 202, body: { status: 'completed' } });
    expect(level).toBe(before);
    const { value, target } = (await request('GET', thing)).body.properties.level;
    expect({ value, target }).toMatchObject({
      value: before,
      target: { value: 99, status: 'pending' },
    });
  });

  test('that does not conform to the data schema never leaves', async () => {
    const { request, thing } = await theThing();
    const before = level;
    const refused = await request('PUT', `${thing}/properties/level`, { body: 101 });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '' }] } });
    expect(level).toBe(before);
  });

  test('that the device refuses is 422', async () => {
    const { request, thing } = await theThing();
    expect((await request('PUT', `${thing}/properties/level`, { body: 13 })).status).toBe(422);
  });
});

describe('an action', () => {
  test('is answered with its output, and checked by its data schema before', async () => {
    const { act } = await theThing();
    expect(await act('echo', { n: 1 })).toMatchObject({ status: 200, body: { got: { n: 1 } } });
    const refused = await act('echo', { n: 'one' });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/n' }] } });
  });

  test('that takes longer than the caller waits is 202, done once, and completed later', async () => {
    const { account, act, ended } = await theThing();
    const before = done.slow;
    const accepted = await act('slow', undefined, { prefer: 'wait=1' });
    expect(accepted).toMatchObject({ status: 202, body: { status: 'pending' } });
    const location = accepted.headers.get('location')!;
    expect(accepted.body.href).toBe(location);
    expect(await ended(location)).toMatchObject({ status: 'completed', output: 'at last' });
    expect(done.slow).toBe(before + 1);

    const other = newAccount(stack());
    expect((await other.request('GET', location)).status).toBe(404);
    expect((await account.request('GET', location, { subject: 'bob' })).status).toBe(404);
    expect((await account.request('GET', location, { subject: 'alice' })).status).toBe(200);
  });

  test('need not be waited for at all', async () => {
    const { act, ended } = await theThing();
    const accepted = await act('echo', {}, { prefer: 'respond-async' });
    expect(accepted.status).toBe(202);
    expect(await ended(accepted.headers.get('location')!)).toMatchObject({ status: 'completed' });
  });

  test('that the device never answers fails in bounded time, and is not repeated', async () => {
    const { act, ended } = await theThing();
    const before = done.hang;
    const accepted = await act('hang', undefined, { prefer: 'respond-async' });
    const outcome = await ended(accepted.headers.get('location')!);
    expect(outcome).toMatchObject({ status: 'failed', problem: { status: 503, remedy: 'retry' } });
    expect(done.hang).toBe(before + 1);
  });

  test('that hangs holds up nobody else, however often it is asked for', async () => {
    const { request, act, ended } = await theThing();
    const before = done.hang;
    const accepted = await Promise.all(
      Array.from({ length: 45 }, () => act('hang', undefined, { prefer: 'respond-async' })),
    );
    const hanging = accepted.map(({ headers }) => headers.get('location')!);
    await waitFor(() => done.hang === before + 45, { what: 'all to hang' });
    const others = ['/connectors/instances', '/connectors/clients', '/things'];
    for (const path of others) expect((await request('GET', path)).status).toBe(200);
    expect((await act('echo', {})).status).toBe(200);
    const meanwhile = await Promise.all(hanging.map((location) => request('GET', location)));
    expect(new Set(meanwhile.map(({ body }) => body.status))).toEqual(new Set(['pending']));
    for (const response of pending.splice(0)) response.end();
    const outcomes = await Promise.all(hanging.map(ended));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['completed']));
  });

  test('that is idempotent is tried again when the device breaks the connection', async () => {
    const { act, ended } = await theThing();
    const answer = await act('flaky');
    const output =
      answer.status === 202 ? (await ended(answer.headers.get('location')!)).output : answer.body;
    expect(output).toBe(3);
  });

  test('is found at the callback address, too', async () => {
    const { request, thing } = await theThing();
    const { href } = (await request('GET', '/connectors/callbackurl')).body;
    const body = { thing_id: thing.split('/').at(-1), action: 'echo', input: { n: 2 } };
    expect((await request('POST', href, { body })).body).toEqual({ got: { n: 2 } });
  });
});
