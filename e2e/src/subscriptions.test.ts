import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { subscriptionData, type SubscriptionMessageType } from '@trellis/contracts';
import { newAccount, waitFor, type Account } from '@trellis/testing';
import { Webhook } from 'standardwebhooks';
import { sharedStack } from './one-stack.js';
import { openStream } from './open-stream.js';

const stack = sharedStack();

interface Message {
  id: string;
  type: SubscriptionMessageType;
  data: Record<string, unknown>;
  /** Throws unless it is signed with a secret. */
  verify: (secret: string) => void;
}

/** The server of an app, which refuses what it is told to. */
let app: Server;
let status = 204;
const messages: Message[] = [];
/** The secrets of subscriptions, whose first message may come before the answer that has the secret. */
const secrets: Record<string, string> = {};
const appAddress = () => `http://127.0.0.1:${(app.address() as AddressInfo).port}/trellis`;

beforeAll(async () => {
  app = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const verify = (secret: string) => void new Webhook(secret).verify(body, headers);
      const message = JSON.parse(body) as Message;
      messages.push({ ...message, id: headers['webhook-id']!, verify });
      response.writeHead(status).end();
    });
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
});
afterAll(() => {
  app.closeAllConnections();
  app.close();
});
beforeEach(() => {
  messages.length = 0;
  status = 204;
});

afterEach(() => {
  for (const { type, data, verify } of messages) {
    verify(secrets[String(data.subscription_id)]!);
    // As the OpenAPI document describes it, without other members.
    subscriptionData[type].strict().parse(data);
  }
});

const idOf = (created: { body: { id?: unknown } }) =>
  String(created.body.id).replace('urn:uuid:', '');

/** A building with a room with a thermometer, and a thermometer in no unit. */
async function building(account: Account) {
  const { request } = account;
  const unit = async (name: string) =>
    idOf(await request('POST', '/units', { body: { name, type: 'room' } }));
  const thing = async (subject?: string) => {
    const body = {
      title: 'Thermometer',
      '@type': 'TemperatureSensor',
      properties: { temperature: { type: 'number' }, humidity: { type: 'number' } },
    };
    return idOf(await request('POST', '/things', { body, ...(subject && { subject }) }));
  };
  const [house, room] = [await unit('House'), await unit('Room')];
  const [inside, outside] = [await thing('alice'), await thing('bob')];
  await request('POST', `/units/${room}/parents`, { body: { id: house } });
  await request('POST', `/units/${room}/things`, { body: { id: inside } });
  const set = async (id: string, value: number, property = 'temperature') => {
    const put = await request('PUT', `/things/${id}/properties/${property}`, { body: value });
    expect(put.status).toBe(204);
  };
  return { house, room, inside, outside, set };
}

const delivered = () => messages.map(({ data: { value, turn } }) => [value, turn]);

test('an app is told when a value below a unit crosses a threshold, and not while it stays there', async () => {
  const account = newAccount(stack());
  const { request, token } = account;
  const { house, inside, outside, set } = await building(account);
  const value = { property: 'temperature', above: 28, hysteresis: 2, when: ['begins', 'ends'] };
  const match = { below: house, capability: 'temperature', value };
  const created = await request('POST', '/subscriptions', { body: { match, url: appAddress() } });
  expect(created).toMatchObject({
    status: 201,
    body: { match, url: appAddress(), status: 'active', secret: expect.stringMatching(/^whsec_/) },
  });
  secrets[idOf(created)] = created.body.secret;
  const { href, events } = created.body;
  const shown = await request('GET', href);
  expect(shown.body).not.toHaveProperty('secret');
  const stream = await openStream(events.href, { token });
  await waitFor(() => stream.lastId() !== undefined);

  for (const n of [20, 29, 31, 27, 28.5, 26, 29.5]) await set(inside, n);
  await set(outside, 40);
  await set(inside, 90, 'humidity');
  await waitFor(() => messages.length === 3, { what: 'three messages' });
  const crossings = [
    [29, 'begins'],
    [26, 'ends'],
    [29.5, 'begins'],
  ];
  expect(delivered()).toEqual(crossings);
  expect(messages[0]).toMatchObject({
    type: 'property_changed',
    data: { subscription_id: idOf(created), thing_id: inside, property: 'temperature' },
  });
  await waitFor(() => stream.events.length === 3, { what: 'the same in the stream' });
  const values = stream.events.map(({ data }) => data as { value: number; turn: string });
  expect(values.map(({ value, turn }) => [value, turn])).toEqual(crossings);
  stream.close();

  const again = await openStream(events.href, { token, 'last-event-id': stream.events[0]!.id });
  await waitFor(() => again.events.length === 2, { what: 'what came after the first event' });
  expect(again.events.map(({ id }) => id)).toEqual(stream.events.slice(1).map(({ id }) => id));
  again.close();

  expect((await request('GET', '/subscriptions')).body).toMatchObject([{ href }]);
  expect((await newAccount(stack()).request('GET', href)).status).toBe(404);
  expect((await request('DELETE', href)).status).toBe(204);
  expect((await request('GET', href)).status).toBe(404);
  expect((await request('DELETE', href)).status).toBe(404);
});

test('what a receiver does not accept is sent again before what follows, under the same id', async () => {
  const account = newAccount(stack());
  const { request } = account;
  const { inside, set } = await building(account);
  const match = { things: [inside], value: { property: 'temperature', changed: true } };
  const created = await request('POST', '/subscriptions', { body: { match, url: appAddress() } });
  secrets[idOf(created)] = created.body.secret;
  status = 503;
  await set(inside, 1);
  await set(inside, 2);
  await waitFor(() => messages.length === 1, { what: 'the first attempt' });
  const { body } = await waitFor(async () => {
    const answer = await request('GET', created.body.href);
    return answer.body.error && answer;
  });
  expect(body).toMatchObject({ status: 'active', error: { attempts: 1 } });
  status = 204;
  await waitFor(() => messages.length === 3, { what: 'the message again, and the next' });
  expect(delivered().map(([value]) => value)).toEqual([1, 1, 2]);
  expect(messages[1]!.id).toBe(messages[0]!.id);

  const from = messages[1]!.data.cursor;
  messages.length = 0;
  const other = await request('POST', '/subscriptions', {
    body: { match, url: appAddress(), from },
  });
  secrets[idOf(other)] = other.body.secret;
  await waitFor(() => messages.length === 1, { what: 'what followed on the position' });
  expect(delivered().map(([value]) => value)).toEqual([2]);
  status = 410;
  await request('DELETE', created.body.href);
  await set(inside, 3);
  await waitFor(async () => (await request('GET', other.body.href)).body.status === 'stopped');
});

test('a subject is told of what it sees, and sees its own subscriptions', async () => {
  const account = newAccount(stack());
  const { request } = account;
  const { inside, outside, set } = await building(account);
  const match = { events: ['property_changed'] };
  const body = { match, url: appAddress() };
  const created = await request('POST', '/subscriptions', { subject: 'alice', body });
  secrets[idOf(created)] = created.body.secret;
  await set(outside, 1);
  await set(inside, 2);
  await waitFor(() => messages.length === 1, { what: 'a message' });
  expect(messages[0]).toMatchObject({ data: { thing_id: inside, value: 2 } });
  expect((await request('GET', created.body.href, { subject: 'bob' })).status).toBe(404);
  expect((await request('GET', '/subscriptions', { subject: 'bob' })).body).toEqual([]);
  expect((await request('GET', '/subscriptions', { subject: 'alice' })).body).toHaveLength(1);
});

describe('a subscription is refused', () => {
  const value = { property: 'temperature', above: 1 };
  const unknown = '01a1fb49-0d50-7523-8e7b-c9657c118513';
  test.each([
    [{}, '/match'],
    [{ match: {}, url: 'ftp://app.example' }, '/url'],
    [{ match: {}, url: 'http://169.254.169.254/' }, '/url'],
    [{ match: {}, from: '1-1-1' }, '/from'],
    [{ match: { below: unknown } }, '/match/below'],
    [{ match: { in: unknown } }, '/match/in'],
    [{ match: { things: [unknown] } }, '/match/things/0'],
    [{ match: { things: [] } }, '/match/things'],
    [{ match: { events: ['everything'] } }, '/match/events/0'],
    [{ match: { value: { property: 'temperature' } } }, '/match/value/above'],
    [{ match: { value: { ...value, below: 2 } } }, '/match/value/below'],
    [{ match: { value: { ...value, hysteresis: -1 } } }, '/match/value/hysteresis'],
    [{ match: { value, events: ['thing_created'] } }, '/match/value'],
  ])('%j', async (body, pointer) => {
    const { request } = newAccount(stack());
    const answer = await request('POST', '/subscriptions', { body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});

test('an app sees what is held up, and changes conditions, address and secret of a subscription', async () => {
  const account = newAccount(stack());
  const { request } = account;
  const { inside, outside, house, set } = await building(account);
  const value = { property: 'temperature', changed: true };
  const match = { things: [inside], value };
  status = 500;
  const created = await request('POST', '/subscriptions', { body: { match, url: appAddress() } });
  secrets[idOf(created)] = created.body.secret;
  const { href } = created.body;
  const read = async () => (await request('GET', href)).body;
  const pending = async (query = '') => request('GET', `${href}/pending${query}`);
  expect((await pending()).body).toEqual([]);
  for (const n of [1, 2, 3]) await set(inside, n);
  await waitFor(async () => (await read()).error !== undefined, { what: 'a message is held up' });
  const valuesOf = ({ body }: { body: { data: { value: number } }[] }) =>
    body.map(({ data }) => data.value);
  await waitFor(async () => (await pending()).body.length === 3, { what: 'three that wait' });
  const first = await pending('?limit=2');
  expect(valuesOf(first)).toEqual([1, 2]);
  expect(first.body[0]).toMatchObject({ type: 'property_changed' });
  const [, next] = /<(.*)>/.exec(first.headers.get('link')!)!;
  expect(valuesOf(await request('GET', next!))).toEqual([3]);

  const patch = (body: unknown, headers = {}) => request('PATCH', href, { body, headers });
  const { headers } = await request('GET', href);
  const known = { 'if-match': headers.get('etag')! };
  const narrowed = { things: null, below: house, value: { changed: null, above: 2 } };
  expect((await patch({ match: narrowed }, known)).status).toBe(204);
  expect((await patch({ match: narrowed }, known)).status).toBe(412);
  expect(await read()).toMatchObject({
    match: { below: house, value: { property: 'temperature', above: 2 } },
    cursor: created.body.cursor,
  });
  expect(valuesOf(await pending())).toEqual([3]);
  const refused = await patch({ match: { value: { below: 1 } } });
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/match/value/below' }] },
  });
  const unseen = '01a1fb49-0d50-7523-8e7b-c9657c118513';
  expect((await patch({ match: { below: unseen } })).status).toBe(400);

  const rotated = await request('POST', `${href}/rotate`);
  expect(rotated.body.secret).toMatch(/^whsec_/);
  expect(rotated.body.secret).not.toBe(created.body.secret);
  expect(await read()).toHaveProperty('previous_secret_until');
  messages.length = 0;
  status = 204;
  // At once, although the next attempt is later.
  const url = `${appAddress()}/moved`;
  const changed = await patch({ url }, { prefer: 'return=representation' });
  expect(changed).toMatchObject({ status: 200, body: { url, status: 'active' } });
  await waitFor(() => messages.length > 0, { what: 'what still matches' });
  expect(delivered()).toEqual([[3, 'begins']]);
  messages[0]!.verify(rotated.body.secret);
  messages[0]!.verify(created.body.secret);
  await waitFor(async () => (await pending()).body.length === 0, { what: 'nothing waits' });
  await set(outside, 9);
  expect((await newAccount(stack()).request('GET', `${href}/pending`)).status).toBe(404);

  const stream = await request('POST', '/subscriptions', { body: { match: {} } });
  expect(await request('PATCH', stream.body.href, { body: { url } })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/url' }] },
  });
  expect((await request('GET', `${stream.body.href}/pending`)).body).toEqual([]);
});
