import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { sendJson } from '../testing/send-json.js';

const thing = '0190b1f4-6d5c-7cc0-8000-000000000001';

let calls: Calls;
let callers: unknown[];
let after: unknown[];
let gateway: TestGateway;
beforeEach(async () => {
  callers = [];
  after = [];
  calls = {
    'events.read': (selection: { caller: unknown; after?: string }) => {
      callers.push(selection.caller);
      if (selection.after !== undefined) after.push(selection.after);
      return { events: [], cursor: '1-1-1', more: false, missed: false };
    },
  };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

interface Ticket {
  ticket: string;
  href: string;
  expires_in: number;
}

const create = (headers: Record<string, string> = {}) =>
  sendJson<Ticket>(gateway, 'POST', '/api/v1/events/ticket', { headers });

const pathOf = ({ href }: Ticket) => href.replace('http://trellis.test', '');

const withoutToken = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${gateway.address}${path}`, { headers });

const authorization = (scope: string, subject?: string) => ({
  authorization: `Bearer ${gateway.tokenOf('ada', 'home', scope, subject)}`,
});

describe('a ticket for the stream of events', () => {
  test('opens it within a minute, and is stored nowhere', async () => {
    const { status, headers, body } = await create();
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      ticket: expect.any(String),
      href: expect.stringMatching(/^http:\/\/trellis\.test\/api\/v1\/events\?ticket=/),
      expires_in: 60,
    });
    const stream = await withoutToken(pathOf(body));
    expect(stream.status).toBe(200);
    await stream.body!.cancel();
    expect(gateway.audited).toEqual([]);
    expect(JSON.stringify(gateway.logged)).not.toContain(body.ticket);
  });

  test.each([
    ['of the header', undefined, { 'x-external-subject-id': 'alice' }],
    ['to which the token is bound', 'alice', {}],
  ])('acts for the subject %s', async (_which, subject, headers) => {
    const { body } = await create({
      ...authorization('svc.things.read', subject),
      ...headers,
    });
    const stream = await withoutToken(pathOf(body), { 'x-external-subject-id': 'bob' });
    expect(stream.status).toBe(200);
    await stream.body!.cancel();
    expect(callers[0]).toEqual({ developer: 'ada', subject: 'alice' });
  });

  test('needs the scope of the stream', async () => {
    expect((await create(authorization('svc.units.read'))).status).toBe(403);
  });

  test('opens nothing else, and what opens the streams of a thing does not open it', async () => {
    const { body } = await create();
    const ticket = encodeURIComponent(body.ticket);
    const streams = [`${thing}/properties/on/observe`, `${thing}/events/opened`];
    for (const path of streams) {
      expect((await withoutToken(`/api/v1/things/${path}?ticket=${ticket}`)).status).toBe(401);
    }
    expect((await withoutToken(`/api/v1/things?ticket=${ticket}`)).status).toBe(401);
    expect((await withoutToken(`/api/v1/changes?ticket=${ticket}`)).status).toBe(401);
    expect((await withoutToken(`/api/v1/events?ticket=x${ticket}`)).status).toBe(401);
  });

  test('continues after an event that the address names, or the browser when it reconnects', async () => {
    const { body } = await create();
    const path = `${pathOf(body)}&last_event_id=5-5-5`;
    for (const headers of [{}, { 'last-event-id': '7-7-7' }] as Record<string, string>[]) {
      await (await withoutToken(path, headers)).body!.cancel();
    }
    expect(after).toEqual(['5-5-5', '7-7-7']);
    const refused = await gateway.request('/api/v1/events?last_event_id=x');
    expect(await refused.json()).toMatchObject({
      status: 400,
      errors: [{ pointer: '/query/last_event_id' }],
    });
  });
});

test('an end user has few streams, and leaves those of others alone', async () => {
  await gateway.close();
  gateway = await startGateway(calls, {}, 'http://trellis.test', { maxPerDeveloper: 30 });
  const open = (subject: string) =>
    gateway.request('/api/v1/events', { headers: authorization('svc.things.read', subject) });
  const streams = await Promise.all(Array.from({ length: 20 }, () => open('alice')));
  expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect((await open('alice')).status).toBe(429);
  const { body } = await create(authorization('svc.things.read', 'alice'));
  expect((await withoutToken(pathOf(body))).status).toBe(429);
  streams.push(await open('bob'));
  expect(streams.at(-1)!.status).toBe(200);
  for (const stream of streams) await stream.body!.cancel();
});
